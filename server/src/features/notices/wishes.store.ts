import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { membershipsAt } from '../members/index.ts'
import type { Wish } from './due-time.ts'
import { noticeWishTable as table } from './notices.schema.ts'

type Columns = { [Name in keyof typeof wishColumns]: (typeof table.$inferSelect)[Name] | null }

export const wishColumns = { rhythm: table.rhythm, quietFrom: table.quietFrom, quietUntil: table.quietUntil }

/** Joins what a member wants. */
export const isWishOf = ({ plantId, userId }: Pick<ReturnType<typeof membershipsAt>, 'plantId' | 'userId'>) =>
  and(eq(table.plantId, plantId), eq(table.userId, userId))

/** When a member wants to be told; at once where they never said. */
export const wishOf = ({ rhythm, quietFrom: begins, quietUntil: ends }: Columns): Wish => ({
  rhythm: rhythm ?? 'each',
  quiet: begins && ends ? { begins, ends } : null,
})

/** Keeps what is given of it; the rest stays as it is by then. */
export const saveWish = async (
  tx: Tx,
  of: { plantId: string; userId: string },
  { rhythm, quiet }: { [Name in keyof Wish]?: Wish[Name] | undefined },
): Promise<void> => {
  const wish = {
    ...(rhythm && { rhythm }),
    ...(quiet !== undefined && { quietFrom: quiet?.begins ?? null, quietUntil: quiet?.ends ?? null }),
  }
  if (Object.keys(wish).length === 0) return
  await tx
    .insert(table)
    .values({ ...of, ...wish })
    .onConflictDoUpdate({ target: [table.plantId, table.userId], set: wish })
}
