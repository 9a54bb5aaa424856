import type { BackgroundParts } from '../../kernel/background.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { finisher, type Work } from '../../kernel/work.ts'
import { removedUnits } from '../central-units/index.ts'
import { broadcastRounds } from './broadcast-rounds.ts'
import { readEvidence } from './evidence.store.ts'
import { isAnyItemDue, lockDueItem, lockItemsOfUnits, openRoundIds, type RoundItemRow } from './round-items.store.ts'
import { settleItem } from './settle-item.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

const settleItems = async (work: Work, items: readonly RoundItemRow[]): Promise<void> => {
  const evidence = await readEvidence(
    work.tx,
    items.map(({ id }) => id),
  )
  const open = await openRoundIds(work.tx, [...new Set(items.flatMap(({ roundId }) => roundId ?? []))])
  const changedItems: RoundItemRow[] = []
  for (const item of items) {
    const itemEvidence = evidence.get(item.id)
    const isRoundOpen = item.roundId !== null && open.has(item.roundId)
    if (itemEvidence && (await settleItem(work, item, itemEvidence, isRoundOpen))) changedItems.push(item)
  }
  await broadcastRounds(work, changedItems)
}

/** Runs the due work of rounds: logs work not undone by anybody, and closes or reopens tested items. */
export const processRounds = (parts: Parts): Promise<void> =>
  processEachLocked(
    { ...parts, failure: 'what was done on a round cannot be looked at' },
    async (work, failed, found) => {
      const item = await lockDueItem(work.tx, work.now, failed)
      if (!item) return false
      found(item.id)
      await settleItems(work, [item])
      return true
    },
  )

export const roundTask: TaskFactory = (parts) => ({
  name: 'process rounds',
  due: isAnyItemDue,
  turn: () => processRounds(parts),
})

const settleItemsOfUnits = async (work: Work, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const items = await lockItemsOfUnits(work.tx, ids)
  if (items.length > 0) await settleItems(work, items)
}

export const settleItemsOfRemovedUnits = finisher(removedUnits, settleItemsOfUnits)

const settleItemsOfTopics = (topics: Iterable<string>, { work, units }: ListenerContext): Promise<void> =>
  settleItemsOfUnits(
    work,
    [...new Set(topics)].flatMap((topic) => units.get(topic)?.id ?? []),
  )

/** Reports of faults and tests may prove a remedy; they are processed in their own transaction. */
export const roundListeners: DeviceListeners = {
  state: (updates, context) =>
    settleItemsOfTopics(
      updates.map(({ unit }) => unit),
      context,
    ),
  record: (updates, context) =>
    settleItemsOfTopics(
      updates.filter(({ record }) => 'testId' in record).map(({ unit }) => unit),
      context,
    ),
}
