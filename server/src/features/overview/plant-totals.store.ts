import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { sql } from 'drizzle-orm'
import { plantFiguresTable } from './overview.schema.ts'

const unknownIndex = conditions.indexOf('unknown')

/** Severity rank of a plant's condition, for SQL with a join of its stats; a plant without stats is unknown. */
export const severity = sql<number>`coalesce(${plantFiguresTable.severity}, ${sql.raw(String(unknownIndex))})`

/** Totals of plants with the same severity, for SQL grouped by it. */
export const totalsBySeverity = {
  severity,
  plants: sql<number>`count(*)::int`,
  lamps: sql<number>`coalesce(sum(${plantFiguresTable.lamps}), 0)::int`,
  units: sql<number>`coalesce(sum(${plantFiguresTable.units}), 0)::int`,
  connected: sql<number>`coalesce(sum(${plantFiguresTable.connected}), 0)::int`,
}
type Totals = { plants: number; lamps: number; units: number; connected: number }

/** The sum over all severities, and the number of plants in each condition. */
export const sumPlantTotals = (rows: readonly (Totals & { severity: number })[]) => {
  const counts = emptyCounts()
  const totals: Totals = { plants: 0, lamps: 0, units: 0, connected: 0 }
  for (const row of rows) {
    const name = conditions[row.severity]
    if (name) counts[name] += row.plants
    totals.plants += row.plants
    totals.units += row.units
    totals.connected += row.connected
    totals.lamps += row.lamps
  }
  return { counts, totals }
}
