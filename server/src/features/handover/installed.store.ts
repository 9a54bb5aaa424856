import type { Installed, InstalledLamp } from '@vigilux/contract/features/handover/handover.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'

type LampRow = Omit<InstalledLamp, 'test'> & {
  result: 'passed' | 'failed' | null
  at: Date | string | null
  measured_s: number | null
}

/**
 * The emergency lamps of a plant, each with its last conclusive autonomy result from a trusted clock. Lamps are
 * identified by serial: a lamp without one cannot be matched to its test.
 */
const listLamps = async (tx: Tx, plantId: string): Promise<InstalledLamp[]> => {
  const { rows } = await tx.execute<LampRow>(sql`
    with found as (
      select distinct on (run.central_unit_id, result.serial)
        run.central_unit_id, result.serial, result.result, result.at, result.measured_s
      from ${testRunTable} as run join ${testResultTable} as result on result.test_id = run.id
      where run.plant_id = ${plantId} and run.kind = 'autonomy' and result.result <> 'notExecuted'
        and not result.clock_wrong and result.serial <> ''
      order by run.central_unit_id, result.serial, result.at desc
    )
    select unit.unit as cu, lamp.addr, lamp.serial, coalesce(note.description, '') as name,
      coalesce(note.location, '') as place, lamp.rated_min as "ratedMin", found.result, found.at, found.measured_s
    from ${centralUnitTable} as unit
      join ${lampTable} as lamp on lamp.central_unit_id = unit.id
      left join ${lampNoteTable} as note on note.central_unit_id = unit.id and note.serial = lamp.serial
      left join found on found.central_unit_id = unit.id and found.serial = lamp.serial
    where unit.plant_id = ${plantId} and unit.removed_at is null and unit.acquired and lamp.type = 'emergency'
    order by unit.unit, lamp.addr`)
  return rows.map(({ result, at, measured_s: measuredS, ...lamp }) => ({
    ...lamp,
    test: result && at ? { result, at: new Date(at).toISOString(), measuredS } : null,
  }))
}

const listUnits = async (tx: Tx, plantId: string): Promise<Installed['units']> => {
  const { rows } = await tx.execute<Installed['units'][number]>(sql`
    select unit.unit as cu, unit.description as name, unit.location as place, (
        select count(*)::int from ${lampTable} as lamp where lamp.central_unit_id = unit.id
      ) as devices
    from ${centralUnitTable} as unit
    where unit.plant_id = ${plantId} and unit.removed_at is null and unit.acquired
    order by unit.unit`)
  return rows
}

/** The present installation of a plant. */
export const readInstalled = async (tx: Tx, plantId: string): Promise<Installed> => ({
  units: await listUnits(tx, plantId),
  lamps: await listLamps(tx, plantId),
})
