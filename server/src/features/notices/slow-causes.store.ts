import { ownerGraceH } from '@vigilux/contract/features/notices/notice.ts'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type NoticeCause, recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { noticeThresholdTable as threshold } from '../../tables/notices.thresholds.schema.ts'
import { heldTestTable, testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { listExpired, recordInvitationCauses } from '../members/index.ts'
import { dayMs, hourMs, minusMs, type Span } from './poll-spans.store.ts'
import { pollSlackMs } from './silences.store.ts'

const isWithin = (moment: SQL, { from, until }: Span, ms: number): SQL =>
  sql`${moment} > ${minusMs(from, ms).toISOString()}::timestamptz and ${moment} <= ${minusMs(until, ms).toISOString()}::timestamptz`

/** A unit's next scheduled test, by kind. */
const nextOf = (kind: SQL) => sql`(unit.detail -> ${kind} ->> 'next')::timestamptz`

type OverdueTest = {
  plantId: string
  centralUnitId: string
  kind: 'functional' | 'autonomy'
  aboutAt: string
  id: string
}

/** Tests whose date passed without a start: those in units' own schedules, and those held by the platform. */
const listOverdueTests = async (
  tx: Tx,
  at: Date,
  isOverdue: (moment: SQL, plantId: SQL) => SQL,
): Promise<NoticeCause[]> => {
  const { rows } = await tx.execute<OverdueTest>(sql`
    select unit.plant_id as "plantId", unit.id as "centralUnitId", kind, ${nextOf(sql`kind`)} as "aboutAt", unit.id
    from central_unit as unit, unnest(array['functional', 'autonomy']) as kind
    where unit.acquired and unit.removed_at is null and ${isOverdue(nextOf(sql`kind`), sql`unit.plant_id`)}
    union all
    select plant_id, central_unit_id, kind, starts_at, id from ${heldTestTable} as held
    where state = 'waiting' and ${isOverdue(sql`starts_at`, sql`held.plant_id`)}`)
  return rows.map(({ plantId, centralUnitId, kind, aboutAt, id }) => ({
    ...({ plantId, centralUnitId, kind: 'testOverdue', what: `${kind}Overdue`, at } as const),
    aboutAt: new Date(aboutAt),
    aboutId: id === centralUnitId ? null : id,
    once: `overdue ${id} ${kind} ${new Date(aboutAt).toISOString()}`,
  }))
}

/** Tests overdue since a moment within a span, by their plant's threshold. */
const findOverdueTests = (tx: Tx, span: Span): Promise<NoticeCause[]> =>
  listOverdueTests(tx, span.until, (moment, plantId) => {
    const ownDays = sql`(select overdue_after_days from ${threshold} where ${threshold.plantId} = ${plantId})`
    const days = sql`coalesce(${ownDays}, ${defaultThresholds.overdueAfterDays}::int)`
    return isWithin(sql`(${moment} + ${days} * interval '24 hours')`, span, 0)
  })

type LoweredThreshold = { before: Threshold; thresholds: Threshold; now: Date }
type Threshold = { overdueAfterDays: number }

/** Tests of a plant overdue by a lowered threshold but not by the previous one. */
export const findOverdueInPlant = (
  tx: Tx,
  plantId: string,
  { before, thresholds, now }: LoweredThreshold,
): Promise<NoticeCause[]> =>
  listOverdueTests(tx, now, (moment, plantColumn) => {
    const from = minusMs(now, before.overdueAfterDays * dayMs + pollSlackMs)
    const until = minusMs(now, thresholds.overdueAfterDays * dayMs)
    return sql`(${plantColumn} = ${plantId} and ${isWithin(moment, { from, until }, 0)})`
  })

/** New plants for which nobody entered an owner in time. */
const findWithoutOwner = async (tx: Tx, span: Span): Promise<NoticeCause[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from plant where coalesce(owner ->> 'name', '') = '' and removed_at is null
      and ${isWithin(sql`created_at`, span, ownerGraceH * hourMs)}`)
  return rows.map(({ id: plantId }) => ({
    ...({ plantId, kind: 'noOwner', what: 'noOwner', at: span.until, once: 'no owner' } as const),
  }))
}

const overdueCauseTypes = sql`('functionalOverdue', 'autonomyOverdue')`

/** SQL condition: a lamp with a failed test still exists and has passed no later test of the same kind of fault. */
const isStillFailing = sql`
  select from ${testResultTable} as failed join ${testRunTable} as test on test.id = failed.test_id
  where test.id = cause.about_id and failed.result = 'failed'
    and exists (select from ${lampTable} as lamp where lamp.central_unit_id = cause.central_unit_id and lamp.addr = failed.lamp)
    and not exists (
      select from ${testRunTable} as later join ${testResultTable} as passed on passed.test_id = later.id
      where later.central_unit_id = cause.central_unit_id and later.state in ('finished', 'stopped')
        and later.ended_at > test.ended_at and later.kind in (test.kind, 'autonomy')
        and passed.lamp = failed.lamp and passed.result = 'passed')`

/** Ends causes whose end no message reports. */
const endFinishedCauses = async (tx: Tx, now: Date): Promise<void> => {
  const end = (isOver: SQL) =>
    tx.execute(sql`
      update notice_cause as cause set ended_at = ${now.toISOString()}::timestamptz
      where cause.ended_at is null and ${isOver}`)
  await end(sql`cause.what in ${overdueCauseTypes} and cause.about_id is null and not exists (
    select from central_unit as unit where unit.id = cause.central_unit_id
      and (unit.detail -> replace(cause.what, 'Overdue', '') ->> 'next')::timestamptz = cause.about_at)`)
  await end(sql`cause.what in ${overdueCauseTypes} and cause.about_id is not null and not exists (
    select from ${heldTestTable} where held_test.id = cause.about_id and held_test.state = 'waiting')`)
  await end(sql`cause.what = 'testFailed' and not exists (${isStillFailing})`)
  await end(sql`cause.what = 'noOwner' and not exists (
    select from plant where plant.id = cause.plant_id and coalesce(plant.owner ->> 'name', '') = '')`)
  await end(sql`cause.what = 'proEnds' and not exists (
    select from plant where plant.id = cause.plant_id and plant.pro_expiry = cause.about_at)`)
}

/** Records causes no message reports, for notices some minutes late, and ends past ones. */
export const recordAndEndSlowCauses = async (tx: Tx, span: Span): Promise<void> => {
  await recordCauses(tx, await findOverdueTests(tx, span))
  await recordCauses(tx, await findWithoutOwner(tx, span))
  await recordInvitationCauses(tx, await listExpired(tx, span), 'invitationExpired', span.until)
  await endFinishedCauses(tx, span.until)
}
