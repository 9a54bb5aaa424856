import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { attentionAssignmentTable, attentionSnoozeTable } from './attention.schema.ts'

type Cause = { plantId: string; cu: string; code: string }

/** The person assigned to a cause; undefined for nobody. */
export const findAssignee = async (tx: Tx, { plantId, cu, code }: Cause): Promise<string | undefined> => {
  const table = attentionAssignmentTable
  const [row] = await tx
    .select({ userId: table.userId })
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.cu, cu), eq(table.code, code)))
  return row?.userId
}

/** Assigns a cause to a person; null for nobody. */
export const saveAssignee = async (tx: Tx, cause: Cause, userId: string | null, at: Date): Promise<void> => {
  const table = attentionAssignmentTable
  const { plantId, cu, code } = cause
  if (userId === null)
    await tx.delete(table).where(and(eq(table.plantId, plantId), eq(table.cu, cu), eq(table.code, code)))
  else
    await tx
      .insert(table)
      .values({ ...cause, userId, at })
      .onConflictDoUpdate({ target: [table.plantId, table.cu, table.code], set: { userId, at } })
}

type Snooze = Omit<typeof attentionSnoozeTable.$inferInsert, keyof Cause | 'userId'>

/** Snoozes a cause for one person; null ends the snooze. */
export const saveSnooze = async (tx: Tx, cause: Cause, userId: string, snooze: Snooze | null): Promise<void> => {
  const table = attentionSnoozeTable
  const { plantId, cu, code } = cause
  if (snooze === null)
    await tx
      .delete(table)
      .where(and(eq(table.plantId, plantId), eq(table.cu, cu), eq(table.code, code), eq(table.userId, userId)))
  else
    await tx
      .insert(table)
      .values({ ...cause, userId, ...snooze })
      .onConflictDoUpdate({ target: [table.plantId, table.cu, table.code, table.userId], set: snooze })
}
