import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { attentionAssignmentTable, attentionSnoozeTable } from './attention.schema.ts'

type Cause = { plantId: string; cu: string; code: string }

/** The person assigned to a cause; undefined for nobody. */
export const findAssignee = async (tx: Tx, { plantId, cu, code }: Cause): Promise<string | undefined> => {
  const of = attentionAssignmentTable
  const [row] = await tx
    .select({ userId: of.userId })
    .from(of)
    .where(and(eq(of.plantId, plantId), eq(of.cu, cu), eq(of.code, code)))
  return row?.userId
}

/** Assigns a cause to a person; null for nobody. */
export const saveAssignee = async (tx: Tx, cause: Cause, userId: string | null, at: Date): Promise<void> => {
  const of = attentionAssignmentTable
  const { plantId, cu, code } = cause
  if (userId === null) await tx.delete(of).where(and(eq(of.plantId, plantId), eq(of.cu, cu), eq(of.code, code)))
  else
    await tx
      .insert(of)
      .values({ ...cause, userId, at })
      .onConflictDoUpdate({ target: [of.plantId, of.cu, of.code], set: { userId, at } })
}

type Snooze = Omit<typeof attentionSnoozeTable.$inferInsert, keyof Cause | 'userId'>

/** Snoozes a cause for one person; null ends the snooze. */
export const saveSnooze = async (tx: Tx, cause: Cause, userId: string, snooze: Snooze | null): Promise<void> => {
  const of = attentionSnoozeTable
  const { plantId, cu, code } = cause
  if (snooze === null)
    await tx.delete(of).where(and(eq(of.plantId, plantId), eq(of.cu, cu), eq(of.code, code), eq(of.userId, userId)))
  else
    await tx
      .insert(of)
      .values({ ...cause, userId, ...snooze })
      .onConflictDoUpdate({ target: [of.plantId, of.cu, of.code, of.userId], set: snooze })
}
