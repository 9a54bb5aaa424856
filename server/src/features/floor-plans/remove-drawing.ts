import type { Tx } from '../../kernel/transaction.ts'
import { updateFile } from '../files/index.ts'
import { deleteDrawing } from './floor-plans.store.ts'

/** Removes a drawing with its files, if there is one. */
export const removeDrawing = async (tx: Tx, id: string | null): Promise<void> => {
  if (id === null) return
  for (const file of await deleteDrawing(tx, id)) await updateFile(tx, file, { state: 'removed' })
}
