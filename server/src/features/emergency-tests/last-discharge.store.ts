import { interruptions } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'

/** When lamps of a unit were last discharged, by what, and how many of them. */
export type Discharge = { until: string; by: 'test' | 'mains'; lamps: number }

type OfUnit = { centralUnitId: string; plantId: string; since: Date }
type Lamp = { addr: number; serial: string }
type Found = { until: Date | string | null; lamps?: number }

/** Lamps of a test that ended for one of these reasons had begun to discharge. */
const interruptedReasons: string[] = ['stopped_by_user', 'mains_failure', ...interruptions]

/** Newest tests and records that are looked at: a unit that reports without end makes no test slow. */
const limits = { tests: 100, records: 5000 }

/** What autonomy tests that ended since then discharged of these lamps; one that hung there before is none of them. */
export const listDischargedByTests = async (
  tx: Tx,
  { centralUnitId, since }: OfUnit,
  lamps: readonly Lamp[],
): Promise<Discharge | null> => {
  const from = since.toISOString()
  const addrs = sql.param(lamps.map(({ addr }) => addr))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  const { rows } = await tx.execute<Found>(sql`
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

/** The last that a unit told of its mains since then: until it came back its lamps burned from their batteries. */
export const listDischargedByMains = async (
  tx: Tx,
  { centralUnitId, plantId, since }: OfUnit,
  lamps: readonly Lamp[],
): Promise<Discharge | null> => {
  const { rows } = await tx.execute<Found>(sql`
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
