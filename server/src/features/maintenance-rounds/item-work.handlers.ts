import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { roundActions } from '@vigilux/contract/features/maintenance-rounds/maintenance-rounds.actions.ts'
import { undoSeconds } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { WorkKind } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { arePhotosOf } from '../attachments/index.ts'
import { auditRound } from './audit-round.ts'
import { broadcastRounds } from './broadcast-rounds.ts'
import { findRound } from './maintenance-rounds.store.ts'
import {
  clearedWork,
  type ItemChange,
  lockItem,
  openRoundIds,
  type RoundItemRow,
  updateItems,
} from './round-items.store.ts'
import { viewItems } from './round-view.ts'
import { isWorkUndoable } from './settle-item.ts'

type Handlers = Pick<
  HandlersOf<typeof roundActions>,
  'completeRoundItem' | 'undoRoundItem' | 'postponeRoundItem' | 'removeFromRound'
>
type ItemRef = { plantId: string; itemId: string }

/** Locks an item and names its round as the audit target; refuses when there is no such item. */
const itemOf = async (
  { work }: WriteContext<'ROUND_NOT_FOUND'>,
  { plantId, itemId }: ItemRef,
): Promise<RoundItemRow> => {
  const item = (await lockItem(work.tx, plantId, itemId)) ?? work.fail('ROUND_NOT_FOUND')
  if (item.state === 'carried' || item.state === 'gone' || item.roundId === null) return work.fail('ROUND_NOT_FOUND')
  const round = (await findRound(work.tx, plantId, item.roundId)) ?? work.fail('ROUND_NOT_FOUND')
  auditRound(work, round.row)
  return item
}

/** The person and work that settled an item, as details of a refusal. */
export const workerOf = ({ workByName, workAt, work, closedAt, closedBy }: RoundItemRow) => ({
  by: workByName,
  at: (workAt ?? closedAt)?.toISOString() ?? null,
  kind: work ?? closedBy,
})

/** Refuses when the item needs no more work on this round. */
const refuseDone = (work: Work<'ROUND_ENDED' | 'ROUND_ITEM_DONE'>, item: RoundItemRow): void => {
  if (item.state === 'left') work.fail('ROUND_ENDED')
  if (item.state !== 'open') work.fail('ROUND_ITEM_DONE', workerOf(item))
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

type FinishedWork = { kind: WorkKind; at: Date; note: string; photos: string[]; workId: string }

/** The change of an item by finished work; for some seconds it can be undone. */
export const workChange = (
  { work, caller }: WriteContext,
  { kind, at, note, photos, workId }: FinishedWork,
): ItemChange => ({
  work: kind,
  workAt: at,
  saidAt: work.now,
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
  dueAt: new Date(work.now.getTime() + undoSeconds * 1_000),
})

/** Tolerance for a phone's clock. */
const maxClockSkewMs = 60_000

const workTimeOf = (
  work: Work<'WORK_TIME_WRONG'>,
  { at }: ActionInput<'completeRoundItem'>,
  { addedAt }: RoundItemRow,
): Date => {
  const { now } = work
  if (at === undefined) return now
  const workedAt = Date.parse(at)
  if (workedAt > now.getTime() + maxClockSkewMs || workedAt < addedAt.getTime() - maxClockSkewMs)
    work.fail('WORK_TIME_WRONG')
  return new Date(Math.max(addedAt.getTime(), Math.min(workedAt, now.getTime())))
}

/** A fault without work is open in its round; if that has ended, it can be added to another one. */
const stateAfterUndo = async ({ work }: WriteContext, { state, roundId }: RoundItemRow): Promise<ItemChange> => {
  if (state !== 'done') return {}
  const openRounds = await openRoundIds(work.tx, roundId === null ? [] : [roundId])
  return { state: openRounds.size > 0 ? 'open' : 'left' }
}

export const itemWorkHandlers: Handlers = {
  completeRoundItem: async ({ input, ...context }) => {
    const { work } = context
    const { plantId, kind, note, photos, workId } = input
    const item = await itemOf(context, input)
    if (item.workKey === workId) return viewItem(context, item)
    // A fault cleared by the unit on its own is closed, yet its remedy has to be entered.
    const isAskedFor = item.state === 'closed' && item.work === null
    if (!isAskedFor) refuseDone(work, item)
    const lamp = { centralUnitId: item.centralUnitId, serial: item.serial }
    if (!(await arePhotosOf(work.tx, plantId, lamp, photos))) return work.fail('FILE_NOT_FOUND')
    work.audit.diff(null, { work: kind })
    const change = workChange(context, { kind, at: workTimeOf(work, input, item), note, photos, workId })
    return updateItem(context, item, isAskedFor ? change : { ...change, state: 'done' })
  },
  undoRoundItem: async ({ input, ...context }) => {
    const item = await itemOf(context, input)
    // Already undone: a repeated call changes nothing.
    if (item.work === null && (item.state === 'open' || item.state === 'left')) return viewItem(context, item)
    if (!isWorkUndoable(item, context.work.ports.clock.now())) return context.work.fail('UNDO_TOO_LATE')
    context.work.audit.diff({ work: item.work }, { work: null })
    return updateItem(context, item, { ...clearedWork, ...(await stateAfterUndo(context, item)) })
  },
  postponeRoundItem: async ({ input: { reason, ...input }, ...context }) => {
    const { work, caller } = context
    const item = await itemOf(context, input)
    refuseDone(work, item)
    context.work.audit.diff({ notNow: item.notNow }, { notNow: reason })
    return updateItem(context, item, { notNow: reason, notNowBy: caller.name, notNowAt: work.now })
  },
  removeFromRound: async ({ input, ...context }) => {
    const item = await itemOf(context, input)
    refuseDone(context.work, item)
    await updateItems(context.work.tx, [item.id], { state: 'left', roundId: null })
    await broadcastRounds(context.work, [item])
    return {}
  },
}
