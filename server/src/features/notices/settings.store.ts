import { type NoticeChoice, type NoticeSettings, noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { membershipsAt } from '../members/index.ts'
import { noticeChoiceTable as choice } from './notices.schema.ts'

export type Receiver = { plantId: string; userId: string }

/** What a member chose; undefined where the person is none. */
export const findSettings = async (tx: Tx, { plantId, userId }: Receiver, now: Date) => {
  const member = membershipsAt(now)
  const [row] = await tx
    .select({ on: member.notifications })
    .from(member)
    .where(and(eq(member.plantId, plantId), eq(member.userId, userId)))
  if (!row) return undefined
  const chosen = await tx
    .select({ kind: choice.kind, mail: choice.mail })
    .from(choice)
    .where(and(eq(choice.plantId, plantId), eq(choice.userId, userId)))
  const mailOf = new Map(chosen.map(({ kind, mail }) => [kind, mail]))
  const settings: NoticeSettings = {
    on: row.on,
    kinds: noticeKinds.map((kind) => ({ kind, mail: mailOf.get(kind) ?? true })),
  }
  return settings
}

/** Keeps what a member chose; the last that is asked for counts. */
export const saveChoices = async (tx: Tx, { plantId, userId }: Receiver, kinds: readonly NoticeChoice[]) => {
  for (const { kind, mail } of kinds)
    await tx
      .insert(choice)
      .values({ plantId, userId, kind, mail })
      .onConflictDoUpdate({ target: [choice.plantId, choice.userId, choice.kind], set: { mail } })
}
