import type { OfficeFields } from '@vigilux/contract/features/office/office-plant.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { officeNoteTable } from './office.schema.ts'
import { toOfficeNote } from './office-plants.store.ts'

export const findOfficeNote = async (tx: Tx, plantId: string): Promise<OfficeFields> => {
  const [row] = await tx.select().from(officeNoteTable).where(eq(officeNoteTable.plantId, plantId))
  return toOfficeNote(row)
}

/** Saves if the version matches, 0 for none; undefined after a concurrent change. */
export const saveOfficeNoteIfVersion = async (
  tx: Tx,
  plantId: string,
  { version, ...texts }: OfficeFields,
  saving: { savedBy: string; savedAt: Date },
): Promise<OfficeFields | undefined> => {
  const [row] =
    version === 0
      ? await tx
          .insert(officeNoteTable)
          .values({ plantId, ...texts, ...saving, version: 1 })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(officeNoteTable)
          .set({ ...texts, ...saving, version: sql`${officeNoteTable.version} + 1` })
          .where(and(eq(officeNoteTable.plantId, plantId), eq(officeNoteTable.version, version)))
          .returning()
  return row && toOfficeNote(row)
}
