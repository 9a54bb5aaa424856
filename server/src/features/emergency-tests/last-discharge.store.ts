import { interruptions } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'

/** Last discharge of a unit's lamps: its end, its cause, and the number of lamps. */
export type Discharge = { until: string; by: 'test' | 'mains'; lamps: number }

type UnitRef = { centralUnitId: string; plantId: string; since: Date }
type Lamp = { addr: number; serial: string }
type DischargeRow = { until: Date | string | null; lamps?: number }

/** Tests with one of these end reasons had begun to discharge their lamps. */
const interruptedReasons: string[] = ['stopped_by_user', 'mains_failure', ...interruptions]

/** Maximum of the newest tests and records read, so an endlessly reporting unit slows no test. */
const limits = { tests: 100, records: 5000 }

/** Discharges of these lamps by autonomy tests ended since then; previous lamps at the same address do not count. */
export const listDischargedByTests = async (
  tx: Tx,
  { centralUnitId, since }: UnitRef,
  lamps: readonly Lamp[],
): Promise<Discharge | null> => {
  const from = since.toISOString()
  const addrs = sql.param(lamps.map(({ addr }) => addr))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  const { rows } = await tx.execute<DischargeRow>(sql`
    select max(result.at) as until, count(distinct result.lamp)::int as lamps
    from (
      select id from ${testRunTable}
      where central_unit_id = ${centralUnitId} and state in ('finished', 'stopped') and kind = 'autonomy' and ended_at >= ${from}
      order by ended_at desc limit ${limits.tests}
    ) as run
      join ${testResultTable} as result on result.test_id = run.id
      join unnest(${addrs}::int[], ${serials}::text[]) as asked (lamp, serial)
        on asked.lamp = result.lamp and asked.serial = result.serial
    where result.at >= ${from} and (
      result.result <> 'notExecuted' or result.measured_s > 0 or result.reason = any (${sql.param(interruptedReasons)}::text[]))`)
  const [found] = rows
  return found?.until ? { until: new Date(found.until).toISOString(), by: 'test', lamps: found.lamps ?? 0 } : null
}

/** The unit's last mains report since then: lamps ran on battery until mains returned. */
export const listDischargedByMains = async (
  tx: Tx,
  { centralUnitId, plantId, since }: UnitRef,
  lamps: readonly Lamp[],
): Promise<Discharge | null> => {
  const { rows } = await tx.execute<DischargeRow>(sql`
    select at as until
    from (
      select central_unit_id, at, event from ${unitRecordTable}
      where plant_id = ${plantId} and event is not null and at >= ${since.toISOString()}
      order by at desc limit ${limits.records}
    ) as record
    where central_unit_id = ${centralUnitId} and event ->> 'kind' in ('mainsFailed', 'mainsRestored')
    order by at desc limit 1`)
  const [found] = rows
  return found?.until ? { until: new Date(found.until).toISOString(), by: 'mains', lamps: lamps.length } : null
}
