import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'

type Time = Date | string

/** Maximum tests and records of units read, newest first. */
const maxRows = { discharges: 200, events: 50, records: 2000 } as const

export type DischargeRow = {
  cu: string
  started_at: Time
  ended_at: Time | null
  lamps: number[]
  test_until: Time | null
  mains_until: Time | null
}

/** These autonomy tests, each with the end of the last discharge of its lamps in the two days before. */
export const listDischarges = async (tx: Tx, plantId: string, testIds: string[]): Promise<DischargeRow[]> => {
  if (testIds.length === 0) return []
  const { rows } = await tx.execute<DischargeRow>(sql`
    select run.unit as cu, run.started_at, run.ended_at, run.lamps, (
        select max(earlier.ended_at) from ${testRunTable} as earlier
        where earlier.central_unit_id = run.central_unit_id and earlier.state in ('finished', 'stopped') and earlier.id <> run.id
          and earlier.kind = 'autonomy' and earlier.lamps && run.lamps
          and earlier.ended_at between run.started_at - interval '2 days' and run.started_at
      ) as test_until, (
        select max(record.at) from ${unitRecordTable} as record
        where record.plant_id = run.plant_id and record.event is not null and record.event ->> 'kind' = 'mainsRestored'
          and record.central_unit_id = run.central_unit_id
          and record.at between run.started_at - interval '2 days' and run.started_at
      ) as mains_until
    from ${testRunTable} as run
    where run.plant_id = ${plantId} and run.id = any(${sql.param(testIds)}::uuid[]) and run.started_at is not null
    order by run.started_at desc limit ${maxRows.discharges}`)
  return rows
}

type EventRow = { cu: string; at: Time }
type Span = { from: Date; until: Date }

/** Tests started by a unit without a plan; newest first. */
export const listLocalTests = async (tx: Tx, plantId: string, { from, until }: Span): Promise<EventRow[]> => {
  const { rows } = await tx.execute<EventRow>(sql`
    select unit as cu, requested_at as at from ${testRunTable}
    where plant_id = ${plantId} and trigger = 'local'
      and requested_at between ${from.toISOString()} and ${until.toISOString()}
    order by requested_at desc limit ${maxRows.events}`)
  return rows
}

/** Mains failures reported by units; newest first. */
export const listMainsFailures = async (tx: Tx, plantId: string, { from, until }: Span): Promise<EventRow[]> => {
  const { rows } = await tx.execute<EventRow>(sql`
    select unit as cu, at from (
      select unit, at, event from ${unitRecordTable}
      where plant_id = ${plantId} and event is not null and received_at <= ${until.toISOString()}
        and at between ${from.toISOString()} and ${until.toISOString()}
      order by at desc limit ${maxRows.records}
    ) as record
    where event ->> 'kind' = 'mainsFailed' order by at desc limit ${maxRows.events}`)
  return rows
}

/** When the plant's first test was requested. */
export const findOldestTest = async (tx: Tx, plantId: string): Promise<Date | null> => {
  const { rows } = await tx.execute<{ at: Time | null }>(sql`
    select requested_at as at from ${testRunTable} where plant_id = ${plantId} order by requested_at limit 1`)
  const [first] = rows
  return first?.at ? new Date(first.at) : null
}
