import { defaultThresholds, type NoticeThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { noticeThresholdTable as table } from '../../tables/notices.thresholds.schema.ts'

export const readThresholds = async (tx: Tx, plantId: string): Promise<NoticeThresholds> => {
  const [row] = await tx.select().from(table).where(eq(table.plantId, plantId))
  if (!row) return defaultThresholds
  const { plantId: _, proDays, ...thresholds } = row
  return { ...thresholds, proDays: proDays as NoticeThresholds['proDays'] }
}

/** Saves if the version matches, 0 for none; returns false after a concurrent change. */
export const saveThresholdsIfVersion = async (
  tx: Tx,
  plantId: string,
  { version, ...thresholds }: NoticeThresholds,
): Promise<boolean> => {
  const rows =
    version === 0
      ? await tx
          .insert(table)
          .values({ plantId, ...thresholds })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ ...thresholds, version: sql`${table.version} + 1` })
          .where(and(eq(table.plantId, plantId), eq(table.version, version)))
          .returning({ version: table.version })
  return rows.length > 0
}
