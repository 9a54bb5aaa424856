import {
  lampCountWarningsOf,
  withoutLampCountWarnings,
} from '@vigilux/contract/features/central-units/lamp-counts.rules.ts'
import { sql } from 'drizzle-orm'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'
import { listUnitsById } from './central-units.store.ts'

const warningsOf = (row: CentralUnitRow, types: Ports['devices']['types']): CentralUnitRow['warnings'] => [
  ...withoutLampCountWarnings(row.warnings),
  ...lampCountWarningsOf(
    {
      found: row.networkFound,
      present: row.counts.total,
      configured: row.shadow?.lampsConfigured ?? null,
      search: row.networkState,
    },
    types[row.cuType]?.facts.lampCountWarning ?? null,
  ),
]

/** Updates the units' warnings derived from lamp counts, after a count may have changed; returns the updated units. */
export const saveLampCountWarnings = async (work: Work, ids: string[]): Promise<CentralUnitRow[]> => {
  const rows = await listUnitsById(work.tx, ids)
  const withWarnings = rows.map((row) => ({ ...row, warnings: warningsOf(row, work.ports.devices.types) }))
  const changed = withWarnings.filter(({ warnings }, at) => warnings.join() !== rows[at]?.warnings.join())
  if (changed.length === 0) return rows
  await work.tx.execute(sql`
    update central_unit set warnings = string_to_array(input.warnings, ',')
    from unnest(${sql.param(changed.map(({ id }) => id))}::uuid[],
      ${sql.param(changed.map(({ warnings }) => warnings.join()))}::text[]) as input (id, warnings)
    where central_unit.id = input.id`)
  work.emit(unitsChanged)
  return withWarnings
}
