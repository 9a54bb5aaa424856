import {
  maxListedNotified,
  maxOpenEscalations,
  type OpenEscalation,
} from '@vigilux/contract/features/notices/escalation.ts'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../../kernel/notice-causes.schema.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { userTable as user } from '../../../tables/accounts.schema.ts'
import { centralUnitTable as unit } from '../../../tables/central-units.schema.ts'
import { escalationRunTable as run, escalationStepTable as step } from '../escalations.schema.ts'
import { noticeTable as notice } from '../notices.schema.ts'
import { type CauseGroup, listReceivers } from '../notices.store.ts'
import { hasOpenCause } from '../open-notices.store.ts'
import { findEscalation } from './escalations.store.ts'

type Run = Pick<typeof run.$inferSelect, 'id' | 'causeId' | 'nextAt' | 'endedAt'> & CauseGroup

/** A plant's open escalations, newest first, and their number. */
const listRuns = (tx: Tx, plantId: string) =>
  tx
    .select({
      id: run.id,
      plantId: run.plantId,
      kind: run.kind,
      causeId: run.causeId,
      since: run.since,
      nextAt: run.nextAt,
      endedAt: run.endedAt,
      addr: cause.addr,
      causes: sql<number>`cardinality(${run.causeIds})`,
      unit: sql<string | null>`coalesce(nullif(${unit.description}, ''), ${unit.cuId})`,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(run)
    .leftJoin(cause, eq(cause.id, run.causeId))
    .leftJoin(unit, eq(unit.id, cause.centralUnitId))
    .where(and(eq(run.plantId, plantId), hasOpenCause(run.causeIds)))
    .orderBy(desc(run.since), desc(run.id))
    .limit(maxOpenEscalations)

type Person = { userid: string; name: string; at: string }

const personAt = ({ userId, name, at }: { userId: string; name: string | null; at: Date | null }): Person[] =>
  at ? [{ userid: userId, name: name ?? '', at: at.toISOString() }] : []

/** A plant's open escalations, as one of its members sees them. */
export const listOpenEscalations = async (
  tx: Tx,
  { plantId, userId }: { plantId: string; userId: string },
  now: Date,
): Promise<{ escalations: OpenEscalation[]; total: number }> => {
  const runs = await listRuns(tx, plantId)
  if (runs.length === 0) return { escalations: [], total: 0 }
  const runIds = runs.map(({ id }) => id)
  const causeIds = runs.map(({ causeId }) => causeId)
  const settings = await findEscalation(tx, plantId)
  const steps = await tx
    .select({ runId: step.runId, userId: step.userId, name: user.name, at: step.at })
    .from(step)
    .leftJoin(user, eq(user.id, step.userId))
    .where(inArray(step.runId, runIds))
    .orderBy(asc(step.step))
  const stepsOf = Map.groupBy(steps, ({ runId }) => runId)
  const acknowledged = await tx
    .select({ causeId: notice.causeId, userId: notice.userId, name: user.name, at: notice.acknowledgedAt })
    .from(notice)
    .leftJoin(user, eq(user.id, notice.userId))
    .where(and(inArray(notice.causeId, causeIds), isNotNull(notice.acknowledgedAt)))
    .orderBy(asc(notice.acknowledgedAt))
  const acknowledgedOf = Map.groupBy(acknowledged, ({ causeId }) => causeId)
  const ownNotices = await tx
    .select({ causeId: notice.causeId, id: notice.id, at: notice.acknowledgedAt })
    .from(notice)
    .where(and(inArray(notice.causeId, causeIds), eq(notice.userId, userId)))
  const ownNoticeByCause = new Map(ownNotices.map((one) => [one.causeId, one]))
  const reachableByKind = await findReachable(tx, plantId, settings.userIds, runs, now)

  const openOf = ({ id, causeId, kind, nextAt, endedAt }: Run) => {
    const notifiedSteps = stepsOf.get(id) ?? []
    const notifiedUserIds = notifiedSteps.map((one) => one.userId)
    // Everybody who is named or was notified can stop the escalation.
    const mayStop = new Set([...settings.userIds, ...notifiedUserIds])
    const acknowledgement = acknowledgedOf.get(causeId)?.find((one) => mayStop.has(one.userId))
    const goesOn = !endedAt && !acknowledgement && settings.on && (settings.kinds as readonly string[]).includes(kind)
    const next = settings.userIds.find((one) => !notifiedUserIds.includes(one) && reachableByKind.get(kind)?.has(one))
    const ownNotice = ownNoticeByCause.get(causeId)
    return {
      notified: notifiedSteps.flatMap(personAt).slice(0, maxListedNotified),
      acknowledged: acknowledgement ? (personAt(acknowledgement)[0] ?? null) : null,
      next:
        goesOn && next
          ? (personAt({ userId: next, name: reachableByKind.get(kind)?.get(next) ?? '', at: nextAt })[0] ?? null)
          : null,
      ownNotice: ownNotice && !ownNotice.at ? ownNotice.id : null,
    }
  }
  return {
    escalations: runs.map((run) => ({
      id: run.id,
      kind: run.kind,
      causes: run.causes,
      unit: run.unit,
      addr: run.addr,
      since: run.since.toISOString(),
      ...openOf(run),
    })),
    total: runs[0]?.total ?? 0,
  }
}

/** The named people who can be notified of each kind, with their names; all others are skipped. */
const findReachable = async (tx: Tx, plantId: string, namedUserIds: string[], runs: readonly Run[], now: Date) => {
  const found = new Map<Run['kind'], Map<string, string>>()
  if (namedUserIds.length === 0) return found
  const people = await tx.select({ id: user.id, name: user.name }).from(user).where(inArray(user.id, namedUserIds))
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  for (const kind of new Set(runs.map((one) => one.kind))) {
    const receivers = await listReceivers(tx, { plantId, kind }, now, { named: namedUserIds })
    found.set(kind, new Map(receivers.map(({ userId }) => [userId, nameOf.get(userId) ?? ''])))
  }
  return found
}
