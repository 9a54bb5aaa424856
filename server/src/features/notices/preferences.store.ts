import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { membershipsAt } from '../members/index.ts'
import type { NoticePreference } from './due-time.ts'
import { noticeTimingTable as table } from './notices.schema.ts'

type Columns = { [Name in keyof typeof preferenceColumns]: (typeof table.$inferSelect)[Name] | null }

export const preferenceColumns = { rhythm: table.rhythm, quietFrom: table.quietFrom, quietUntil: table.quietUntil }

/** Joins a member's preference. */
export const isPreferenceOf = ({ plantId, userId }: Pick<ReturnType<typeof membershipsAt>, 'plantId' | 'userId'>) =>
  and(eq(table.plantId, plantId), eq(table.userId, userId))

/** A member's preference; immediate delivery when none is saved. */
export const toPreference = ({ rhythm, quietFrom: begins, quietUntil: ends }: Columns): NoticePreference => ({
  rhythm: rhythm ?? 'each',
  quiet: begins && ends ? { begins, ends } : null,
})

/** Saves the given fields; the others keep their current values. */
export const savePreference = async (
  tx: Tx,
  receiver: { plantId: string; userId: string },
  { rhythm, quiet }: { [Name in keyof NoticePreference]?: NoticePreference[Name] | undefined },
): Promise<void> => {
  const preference = {
    ...(rhythm && { rhythm }),
    ...(quiet !== undefined && { quietFrom: quiet?.begins ?? null, quietUntil: quiet?.ends ?? null }),
  }
  if (Object.keys(preference).length === 0) return
  await tx
    .insert(table)
    .values({ ...receiver, ...preference })
    .onConflictDoUpdate({ target: [table.plantId, table.userId], set: preference })
}
