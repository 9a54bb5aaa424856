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
/** Rows per batch, so no other query waits. */
const batchSize = 1_000

type Parts = Pick<HistoryParts, 'inTransaction' | 'now' | 'signal'>

/** Erases one plant's rows batch by batch; returns how many. Interrupted work continues the next night. */
const eraseOne = async ({ inTransaction, now, signal }: Parts, plantId: string, before: Date): Promise<number> => {
  let erasedCount = 0
  for (const table of erasedTables) {
    for (let erased = batchSize; erased === batchSize; erasedCount += erased) {
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
  return erasedCount
}

/**
 * Erases deleted plants after the time for restoring them, except their sealed logbooks. Idempotent on any node: erased
 * rows stay erased, and the last step marks the plant in its own transaction.
 */
export const eraseDeletedPlants =
  (restoreDays: number): History['prune'] =>
  async (parts) => {
    const before = new Date(parts.now.getTime() - restoreDays * dayMs)
    let erasedCount = 0
    for (;;) {
      const plantId = await parts.inTransaction(({ tx }) => findNextToErase(tx, before))
      if (plantId === undefined) return erasedCount
      erasedCount += await eraseOne(parts, plantId, before)
    }
  }

/** Deletes sealed logbooks of deleted plants once their retention is over. */
export const deletePlantRemainders: History['prune'] = async ({ inTransaction, before, signal }) => {
  for (let erasedCount = 0; ; erasedCount += 1) {
    signal.throwIfAborted()
    const isForgotten = await inTransaction(async ({ tx }) => {
      const plantId = await findNextToForget(tx, before)
      if (plantId === undefined || !(await lockErasable(tx, plantId, before))) return false
      await deletePlantRemains(tx, plantId)
      return true
    })
    if (!isForgotten) return erasedCount
  }
}
