import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PersonEraser } from '../../kernel/pseudonymize-person.store.ts'
import { countRows, type StoredGauge, secondsSince } from '../../kernel/stored-gauges.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { MailRequest } from '../../ports/mail.ts'
import { mailTable } from './mails.schema.ts'

export type MailRow = typeof mailTable.$inferSelect

export const insertMail = async (
  tx: Tx,
  { to, language, template, values, attachment }: MailRequest,
  at: Date,
): Promise<string> => {
  const [row] = await tx
    .insert(mailTable)
    .values({ to, language, template, values, attachment: attachment ?? null, createdAt: at })
    .returning({ id: mailTable.id })
  if (!row) throw new Error('a mail could not be saved')
  return row.id
}

export const findMail = async (tx: Tx, id: string): Promise<MailRow | undefined> => {
  const [row] = await tx.select().from(mailTable).where(eq(mailTable.id, id))
  return row
}

type SentMail = { at: Date; answer: string; retainValues: boolean }

export const markSent = async (tx: Tx, id: string, { at, answer, retainValues }: SentMail): Promise<void> => {
  await tx
    .update(mailTable)
    .set({ sentAt: at, answer, ...(retainValues ? {} : { values: {} }) })
    .where(eq(mailTable.id, id))
}

/** Records a failed mail and the answer; an abandoned mail is wiped like a sent one. */
export const recordMailFailure = async (tx: Tx, id: string, answer: string, givenUpAt: Date | null): Promise<void> => {
  await tx
    .update(mailTable)
    .set({ tries: sql`${mailTable.tries} + 1`, answer, ...(givenUpAt && { givenUpAt, values: {} }) })
    .where(eq(mailTable.id, id))
}

/** Gives up unsent mails and wipes them; returns them. */
export const giveUpMails = async (tx: Tx, ids: string[], at: Date): Promise<string[]> => {
  const rows = await tx
    .update(mailTable)
    .set({ givenUpAt: at, values: {} })
    .where(and(inArray(mailTable.id, ids), isNull(mailTable.sentAt), isNull(mailTable.givenUpAt)))
    .returning({ id: mailTable.id })
  return rows.map(({ id }) => id)
}

/** A mail is sent or given up within a week; older partitions are not read. */
const isUnsent = (now: Date) =>
  sql`sent_at is null and given_up_at is null and created_at > ${now.toISOString()}::timestamptz - interval '8 days'`

export const mailGauges: readonly StoredGauge[] = [
  {
    name: 'vigilux_mails_waiting',
    help: 'Mails neither sent nor given up, at most 10000',
    value: (now) => countRows(sql`${mailTable}`, isUnsent(now)),
  },
  {
    name: 'vigilux_mail_lag_seconds',
    help: 'Seconds since the oldest of these mails was written',
    value: (now) => secondsSince(sql`(select min(created_at) from ${mailTable} where ${isUnsent(now)})`, now),
  },
]

/** The newest mails; only the demo's outbox page shows them. */
export const listMails = (tx: Tx, limit: number): Promise<MailRow[]> =>
  tx.select().from(mailTable).orderBy(desc(mailTable.createdAt), asc(mailTable.id)).limit(limit)

export const eraseMails: PersonEraser = async (tx, { email }) => {
  await tx.delete(mailTable).where(eq(mailTable.to, email))
}
