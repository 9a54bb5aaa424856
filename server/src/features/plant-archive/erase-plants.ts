import type { History, HistoryParts } from '../../kernel/history.ts'
import {
  deletePlantRemains,
  eraseBatch,
  eraseFiles,
  eraseUnits,
  findNextToErase,
  findNextToForget,
  lockErasable,
  markErased,
} from './erase-plants.store.ts'
import { erasedTables } from './plant-tables.ts'

const dayMs = 86_400_000
/** Rows at a time, so that nobody waits for it. */
const batchSize = 1_000

type Parts = Pick<HistoryParts, 'inTransaction' | 'now' | 'signal'>

/** Erases what of one plant may go, some rows at a time; answers how many rows went. What is interrupted goes on the next night. */
const eraseOne = async ({ inTransaction, now, signal }: Parts, plantId: string, before: Date): Promise<number> => {
  let sum = 0
  for (const table of erasedTables) {
    for (let erased = batchSize; erased === batchSize; sum += erased) {
      signal.throwIfAborted()
      erased = await inTransaction(async ({ tx }) =>
        (await lockErasable(tx, plantId, before)) ? eraseBatch(tx, table, plantId, batchSize) : 0,
      )
    }
  }
  await inTransaction(async ({ tx }) => {
    if (!(await lockErasable(tx, plantId, before))) return
    await eraseFiles(tx, plantId, now)
    await eraseUnits(tx, plantId)
    await markErased(tx, plantId, now)
  })
  return sum
}

/**
 * Erases deleted plants that can be restored no more, but for their sealed logbooks. Any node may do it, and any number of times: rows
 * that are gone are gone, and the plant is marked in the transaction of its last step.
 */
export const eraseDeletedPlants =
  (restoreDays: number): History['prune'] =>
  async (parts) => {
    const before = new Date(parts.now.getTime() - restoreDays * dayMs)
    let sum = 0
    for (;;) {
      const plantId = await parts.inTransaction(({ tx }) => findNextToErase(tx, before))
      if (plantId === undefined) return sum
      sum += await eraseOne(parts, plantId, before)
    }
  }

/** Lets sealed logbooks of deleted plants go whose time is over too. */
export const deletePlantRemainders: History['prune'] = async ({ inTransaction, before, signal }) => {
  for (let sum = 0; ; sum += 1) {
    signal.throwIfAborted()
    const isForgotten = await inTransaction(async ({ tx }) => {
      const plantId = await findNextToForget(tx, before)
      if (plantId === undefined || !(await lockErasable(tx, plantId, before))) return false
      await deletePlantRemains(tx, plantId)
      return true
    })
    if (!isForgotten) return sum
  }
}
