import type { BackgroundParts } from '../../kernel/background.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { eachLocked } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { announceRounds } from './announce-rounds.ts'
import { readEvidence } from './proofs.store.ts'
import { lockDueItem, lockItemsOfUnits, openRoundIds, type RoundItemRow } from './round-items.store.ts'
import { settleItem } from './settle-item.ts'

const lookEveryMs = 2_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

const settle = async (work: Work, items: readonly RoundItemRow[]): Promise<void> => {
  const evidence = await readEvidence(
    work.tx,
    items.map(({ id }) => id),
  )
  const open = await openRoundIds(work.tx, [...new Set(items.flatMap(({ roundId }) => roundId ?? []))])
  const changed: RoundItemRow[] = []
  for (const item of items) {
    const known = evidence.get(item.id)
    const isRoundOpen = item.roundId !== null && open.has(item.roundId)
    if (known && (await settleItem(work, item, known, isRoundOpen))) changed.push(item)
  }
  await announceRounds(work, changed)
}

/** Does what is due on rounds: writes down work that nobody has taken back, and closes or opens again what was tested. */
export const keepRounds = (parts: Parts): Promise<void> =>
  eachLocked({ ...parts, failure: 'what was done on a round cannot be looked at' }, async (work, failed, found) => {
    const item = await lockDueItem(work.tx, work.now, failed)
    if (!item) return false
    found(item.id)
    await settle(work, [item])
    return true
  })

export const roundKeeper: TaskOf = (parts) => ({
  name: 'keep rounds',
  everyMs: lookEveryMs,
  turn: () => keepRounds(parts),
})

const settleUnits = async (units: Iterable<string>, context: ListenerContext): Promise<void> => {
  const ids = [...new Set(units)].flatMap((unit) => context.units.get(unit)?.id ?? [])
  if (ids.length === 0) return
  const items = await lockItemsOfUnits(context.work.tx, ids)
  if (items.length > 0) await settle(context.work, items)
}

/** What a unit says of its faults, or of a test, may prove that something is mended: in the transaction in which it is stored. */
export const roundListeners: DeviceListeners = {
  state: (news, context) =>
    settleUnits(
      news.map(({ unit }) => unit),
      context,
    ),
  record: (news, context) =>
    settleUnits(
      news.filter(({ record }) => 'testId' in record).map(({ unit }) => unit),
      context,
    ),
}
