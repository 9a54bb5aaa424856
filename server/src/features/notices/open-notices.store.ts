import { maxOpenNotices, type OpenNotice } from '@vigilux/contract/features/notices/notice.ts'
import { and, type Column, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { noticeCauseTable as cause, lastingCauseTypes } from '../../kernel/notice-causes.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { plantTable as plant } from '../../tables/plants.schema.ts'
import { membershipsAt } from '../members/index.ts'
import { isNotifiedInTurn, listOwnEscalations } from './escalation/own-escalations.store.ts'
import { causeColumns } from './notice-history.store.ts'
import { noticePageUrl } from './notice-links.ts'
import { noticeTable as notice } from './notices.schema.ts'
import { listCauses } from './notices.store.ts'

/** SQL condition: one of these causes is lasting and still open. */
export const hasOpenCause = (
  causeIds: Column,
) => sql`exists (select from ${cause} as open where open.id = any (${causeIds}) and open.ended_at is null
  and open.what in (${sql.join(
    lastingCauseTypes.map((causeType) => sql`${causeType}`),
    sql`, `,
  )}))`

/** A person's open notices, of plants in use with a membership: escalations first, then newest; and their number. */
export const listOpenNotices = async (
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ notices: OpenNotice[]; total: number }> => {
  const member = membershipsAt(now)
  const rows = await tx
    .select({
      id: notice.id,
      plant_id: notice.plantId,
      plantname: plant.plantname,
      timezone: plant.timezone,
      at: notice.at,
      ...causeColumns,
      causeIds: notice.causeIds,
      causeId: notice.causeId,
      snoozedUntil: notice.snoozedUntil,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(notice)
    .innerJoin(member, and(eq(member.plantId, notice.plantId), eq(member.userId, notice.userId)))
    .innerJoin(plant, eq(plant.id, notice.plantId))
    .leftJoin(cause, eq(cause.id, notice.causeId))
    .leftJoin(unit, eq(unit.id, cause.centralUnitId))
    .where(
      and(
        eq(notice.userId, userId),
        isNull(notice.acknowledgedAt),
        hasOpenCause(notice.causeIds),
        isNull(plant.removedAt),
        isNull(plant.archivedAt),
      ),
    )
    .orderBy(desc(isNotifiedInTurn(notice)), desc(notice.at), desc(notice.id))
    .limit(maxOpenNotices)
  const causes = new Map(
    (
      await listCauses(
        tx,
        rows.flatMap(({ causeIds }) => causeIds),
      )
    ).map((one) => [one.id, one]),
  )
  const unitIds = [...causes.values()].flatMap(({ centralUnitId }) => centralUnitId ?? [])
  const units = await tx.select({ id: unit.id, unit: unit.unit }).from(unit).where(inArray(unit.id, unitIds))
  const unitOf = new Map(units.map((one) => [one.id, one.unit]))
  const escalations = await listOwnEscalations(tx, { userId, causeIds: rows.map(({ causeId }) => causeId) }, now)
  return {
    notices: rows.map(({ at, snoozedUntil, causeIds, causeId, total: _, causes: count, ...row }) => ({
      ...row,
      causes: count,
      at: at.toISOString(),
      path: noticePageUrl(
        row.plant_id,
        causeIds.flatMap((id) => causes.get(id) ?? []),
        (id) => unitOf.get(id),
      ),
      snoozedUntil: snoozedUntil && snoozedUntil > now ? snoozedUntil.toISOString() : null,
      escalation: escalations.get(causeId) ?? null,
    })),
    total: rows[0]?.total ?? 0,
  }
}

type NoticeRef = { plantId: string; userId: string; noticeId: string }

const isNoticeOf = ({ plantId, userId, noticeId }: NoticeRef) =>
  and(eq(notice.id, noticeId), eq(notice.plantId, plantId), eq(notice.userId, userId))

/** Returns whether the notice exists; an earlier acknowledgement keeps its time. */
export const acknowledge = async (tx: Tx, noticeRef: NoticeRef, now: Date): Promise<boolean> => {
  const acknowledgedAt = sql`coalesce(${notice.acknowledgedAt}, ${now.toISOString()}::timestamptz)`
  const rows = await tx.update(notice).set({ acknowledgedAt }).where(isNoticeOf(noticeRef)).returning({ id: notice.id })
  return rows.length > 0
}

export const snooze = async (tx: Tx, noticeRef: NoticeRef, snoozedUntil: Date | null): Promise<boolean> => {
  const rows = await tx.update(notice).set({ snoozedUntil }).where(isNoticeOf(noticeRef)).returning({ id: notice.id })
  return rows.length > 0
}
