import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { roundActions } from '@vigilux/contract/features/maintenance-rounds/maintenance-rounds.actions.ts'
import { undoSeconds } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { arePhotosOf } from '../attachments/index.ts'
import { auditRound } from './audit-round.ts'
import { broadcastRounds } from './broadcast-rounds.ts'
import { findRound } from './maintenance-rounds.store.ts'
import { clearedWork, type ItemChange, lockItem, type RoundItemRow, updateItems } from './round-items.store.ts'
import { viewItems } from './round-view.ts'
import { isWorkUndoable } from './settle-item.ts'

type Handlers = Pick<
  HandlersOf<typeof roundActions>,
  'completeRoundItem' | 'undoRoundItem' | 'postponeRoundItem' | 'removeFromRound'
>
type ItemRef = { plantId: string; itemId: string }

/** Locks an item and names its round as the audit target; refuses when there is no such item. */
const itemOf = async ({ work }: WriteContext, { plantId, itemId }: ItemRef): Promise<RoundItemRow> => {
  const item = (await lockItem(work.tx, plantId, itemId)) ?? fail('ROUND_NOT_FOUND')
  if (item.state === 'carried' || item.state === 'gone' || item.roundId === null) return fail('ROUND_NOT_FOUND')
  const round = (await findRound(work.tx, plantId, item.roundId)) ?? fail('ROUND_NOT_FOUND')
  auditRound(work, round.row)
  return item
}

const workerOf = ({ workByName, workAt, work, closedAt, closedBy }: RoundItemRow) => ({
  by: workByName,
  at: (workAt ?? closedAt)?.toISOString() ?? null,
  kind: work ?? closedBy,
})

/** Refuses when the item needs no more work on this round. */
const refuseDone = (item: RoundItemRow): void => {
  if (item.state === 'left') fail('ROUND_ENDED')
  if (item.state !== 'open') fail('ROUND_ITEM_DONE', workerOf(item))
}

/** Updates an item, notifies its round's watchers, and returns it. */
const updateItem = async (context: WriteContext, item: RoundItemRow, change: ItemChange) => {
  const { work } = context
  await updateItems(work.tx, [item.id], change)
  await broadcastRounds(context.work, [item])
  return viewItem(context, item)
}

const viewItem = async ({ work }: WriteContext, { plantId, id }: Pick<RoundItemRow, 'plantId' | 'id'>) => {
  const [item] = await viewItems(work.tx, plantId, { itemId: id })
  if (!item) throw new Error('an item of a round that is locked cannot be read')
  return { item }
}

/** Tolerance for a phone's clock. */
const maxClockSkewMs = 60_000

const workTimeOf = ({ at }: ActionInput<'completeRoundItem'>, { addedAt }: RoundItemRow, now: Date): Date => {
  if (at === undefined) return now
  const workedAt = Date.parse(at)
  if (workedAt > now.getTime() + maxClockSkewMs || workedAt < addedAt.getTime() - maxClockSkewMs)
    fail('WORK_TIME_WRONG')
  return new Date(Math.max(addedAt.getTime(), Math.min(workedAt, now.getTime())))
}

export const itemWorkHandlers: Handlers = {
  completeRoundItem: async ({ input, fail: _, ...context }) => {
    const { work, caller } = context
    const now = work.now
    const { plantId, kind, note, photos, workId } = input
    const item = await itemOf(context, input)
    if (item.workKey === workId) return viewItem(context, item)
    // A fault that the unit cleared on its own is closed, yet its remedy has to be entered.
    const isAskedFor = item.state === 'closed' && item.work === null
    if (!isAskedFor) refuseDone(item)
    const lamp = { centralUnitId: item.centralUnitId, serial: item.serial }
    if (!(await arePhotosOf(work.tx, plantId, lamp, photos))) return fail('FILE_NOT_FOUND')
    work.audit.diff(null, { work: kind })
    return updateItem(context, item, {
      work: kind,
      workAt: workTimeOf(input, item, now),
      saidAt: now,
      workNote: note,
      photos,
      isKept: false,
      workBy: caller.userId,
      workByName: caller.name,
      workKey: workId,
      heldTestId: null,
      notNow: null,
      notNowBy: null,
      notNowAt: null,
      dueAt: new Date(now.getTime() + undoSeconds * 1_000),
      ...(isAskedFor ? {} : { state: 'done' as const }),
    })
  },
  undoRoundItem: async ({ input, fail: _, ...context }) => {
    const item = await itemOf(context, input)
    // Already undone: a repeated call changes nothing.
    if (item.state === 'open') return viewItem(context, item)
    if (!isWorkUndoable(item, context.work.ports.clock.now())) return fail('UNDO_TOO_LATE')
    context.work.audit.diff({ work: item.work }, { work: null })
    const state = item.state === 'done' ? { state: 'open' as const } : {}
    return updateItem(context, item, { ...clearedWork, ...state })
  },
  postponeRoundItem: async ({ input: { reason, ...input }, fail: _, ...context }) => {
    const { work, caller } = context
    const item = await itemOf(context, input)
    refuseDone(item)
    context.work.audit.diff({ notNow: item.notNow }, { notNow: reason })
    return updateItem(context, item, { notNow: reason, notNowBy: caller.name, notNowAt: work.now })
  },
  removeFromRound: async ({ input, fail: _, ...context }) => {
    const item = await itemOf(context, input)
    refuseDone(item)
    await updateItems(context.work.tx, [item.id], { state: 'left', roundId: null })
    await broadcastRounds(context.work, [item])
    return {}
  },
}
