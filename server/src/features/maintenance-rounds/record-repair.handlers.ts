import type { roundActions } from '@vigilux/contract/features/maintenance-rounds/maintenance-rounds.actions.ts'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { addFaultsOutsideRounds, findNamedFaults, isOutsideRounds, refuseNotOpen } from './add-faults.ts'
import { auditRound } from './audit-round.ts'
import { broadcastRounds } from './broadcast-rounds.ts'
import { workChange, workerOf } from './item-work.handlers.ts'
import { findRound, insertRound } from './maintenance-rounds.store.ts'
import { lockItem, type RoundItemRow, updateItems } from './round-items.store.ts'
import { viewItems } from './round-view.ts'

type Handlers = Pick<HandlersOf<typeof roundActions>, 'recordRepair' | 'getLampRepairs'>

const viewAll = async (
  { work }: WriteContext,
  items: readonly Pick<RoundItemRow, 'id' | 'plantId'>[],
): Promise<{ items: RoundItem[] }> => {
  const views: RoundItem[] = []
  for (const { id, plantId } of items) views.push(...(await viewItems(work.tx, plantId, { itemId: id })))
  return { items: views }
}

/** Names the rounds of these items as the audit targets. */
const auditRounds = async (work: Work, items: readonly RoundItemRow[]): Promise<void> => {
  for (const [roundId, [item]] of Map.groupBy(items, (one) => one.roundId)) {
    const round = roundId !== null && item && (await findRound(work.tx, item.plantId, roundId))
    if (round) auditRound(work, round.row)
  }
}

const recordRepair: Handlers['recordRepair'] = async ({ input, ...context }) => {
  const { work, caller } = context
  const { plantId, title, faults, kind, workId } = input
  const named = await findNamedFaults(context, plantId, faults)
  const known = named.flatMap(({ existingItem }) => existingItem?.item ?? [])
  if (known.length === named.length && known.every(({ workKey }) => workKey === workId)) {
    await auditRounds(work, known)
    return viewAll(context, known)
  }
  for (const one of named) refuseNotOpen(work, one)
  const outsideRounds = named.filter(isOutsideRounds)
  if (outsideRounds.length > 0) {
    const { name } = caller
    const creation = { createdBy: name, createdAt: work.now, endedBy: name, endedAt: work.now }
    const unplanned = { plannedFor: null, assignee: null, assigneeName: null }
    const roundId = await insertRound(work.tx, { plantId, title, ...unplanned, ...creation })
    await addFaultsOutsideRounds(work, { plantId, roundId }, outsideRounds)
  }
  const items: RoundItemRow[] = []
  for (const { existingItem } of await findNamedFaults(context, plantId, faults)) {
    const item = existingItem && (await lockItem(work.tx, plantId, existingItem.item.id))
    if (!item) throw new Error('a fault added to a round has no item')
    if (item.state !== 'open') work.fail('ROUND_ITEM_DONE', workerOf(item))
    items.push(item)
  }
  const change = workChange(context, { kind, at: work.now, note: '', photos: [], workId })
  await updateItems(
    work.tx,
    items.map(({ id }) => id),
    { ...change, state: 'done' },
  )
  await auditRounds(work, items)
  work.audit.diff(null, { work: kind, faults: items.length })
  await broadcastRounds(work, items)
  return viewAll(context, items)
}

export const repairHandlers: Handlers = {
  recordRepair,
  getLampRepairs: async ({ work, input: { plantId, ...lamp } }) => ({
    items: await viewItems(work.tx, plantId, { plantId, ...lamp }),
  }),
}
