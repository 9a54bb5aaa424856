import type { Invitation } from '@vigilux/contract/features/members/member.ts'
import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { PersonEraser } from '../../kernel/pseudonymize-person.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { invitationTable } from './members.schema.ts'
import { senderMayInvite } from './sender-permission.store.ts'

export type InvitationRow = typeof invitationTable.$inferSelect

const stateOf = (row: InvitationRow, isGood: boolean, now: Date): Invitation['state'] => {
  if (row.acceptedAt) return 'accepted'
  if (row.declinedAt) return 'declined'
  if (row.deletedAt) return 'deleted'
  if (row.expiresAt <= now) return 'expired'
  return isGood ? 'pending' : 'deleted'
}

export const listInvitations = async (
  tx: Tx,
  plantId: string,
  now: Date,
  onlyOf: string | null,
): Promise<Invitation[]> => {
  const rows = await tx
    .select({ row: invitationTable, sender: userTable.name, isGood: senderMayInvite(now) })
    .from(invitationTable)
    .leftJoin(userTable, eq(userTable.id, invitationTable.sentBy))
    .where(and(eq(invitationTable.plantId, plantId), onlyOf ? eq(invitationTable.sentBy, onlyOf) : undefined))
    .orderBy(desc(invitationTable.sentAt), invitationTable.id)
    .limit(500)
  return rows.map(({ row, sender, isGood }) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: stateOf(row, isGood, now),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    sentBy: sender ?? '',
    endsOn: row.endsOn,
  }))
}

const isOpen = (now: Date) =>
  and(
    isNull(invitationTable.acceptedAt),
    isNull(invitationTable.declinedAt),
    isNull(invitationTable.deletedAt),
    gt(invitationTable.expiresAt, now),
    senderMayInvite(now),
  )

/** Number of open invitations to these plants, by plant: all of them, and those sent by a person. */
export const countOpenInvitations = async (
  tx: Tx,
  plantIds: readonly string[],
  userId: string,
  now: Date,
): Promise<Map<string, { all: number; own: number }>> => {
  if (plantIds.length === 0) return new Map()
  const { plantId, sentBy } = invitationTable
  const rows = await tx
    .select({
      plantId,
      all: sql<number>`count(*)::int`,
      own: sql<number>`(count(*) filter (where ${sentBy} = ${userId}))::int`,
    })
    .from(invitationTable)
    .where(and(isOneOf(plantId, 'uuid', plantIds), isOpen(now)))
    .groupBy(plantId)
  return new Map(rows.map(({ plantId: id, ...counts }) => [id, counts]))
}

export const findPending = async (
  tx: Tx,
  plantId: string,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> => {
  const [row] = await tx
    .select()
    .from(invitationTable)
    .where(and(eq(invitationTable.plantId, plantId), eq(invitationTable.email, email), isOpen(now)))
  return row
}

export const insertInvitation = async (
  tx: Tx,
  row: Pick<InvitationRow, 'plantId' | 'email' | 'role' | 'tokenHash' | 'sentBy' | 'sentAt' | 'expiresAt'> &
    Partial<Pick<InvitationRow, 'endsOn' | 'language'>>,
): Promise<string> => {
  const [inserted] = await tx.insert(invitationTable).values(row).returning({ id: invitationTable.id })
  if (!inserted) throw new Error('an invitation could not be saved')
  return inserted.id
}

/** Deletes a pending invitation and returns its receiver; undefined when no such invitation exists. */
export const deleteInvitation = async (
  tx: Tx,
  plantId: string,
  id: string,
  at: Date,
  onlyOf: string | null,
): Promise<string | undefined> => {
  const rows = await tx
    .update(invitationTable)
    .set({ deletedAt: at })
    .where(
      and(
        eq(invitationTable.plantId, plantId),
        eq(invitationTable.id, id),
        isOpen(at),
        onlyOf ? eq(invitationTable.sentBy, onlyOf) : undefined,
      ),
    )
    .returning({ email: invitationTable.email })
  return rows[0]?.email
}

/** Locks an unaccepted plant invitation; `onlyOf` limits the search to one sender. */
export const lockUnaccepted = async (
  tx: Tx,
  plantId: string,
  id: string,
  onlyOf: string | null,
): Promise<InvitationRow | undefined> => {
  const [row] = await tx
    .select()
    .from(invitationTable)
    .where(
      and(
        eq(invitationTable.plantId, plantId),
        eq(invitationTable.id, id),
        isNull(invitationTable.acceptedAt),
        onlyOf ? eq(invitationTable.sentBy, onlyOf) : undefined,
      ),
    )
    .for('update')
  return row
}

/** Pending invitations for an address, or for the token of a link. */
export const listWaitingInvitations = async (tx: Tx, email: string, tokenHash: string | null, now: Date) => {
  const rows = await tx
    .select({
      row: invitationTable,
      plantname: plantTable.plantname,
      city: plantTable.city,
      timezone: plantTable.timezone,
      sender: userTable.name,
    })
    .from(invitationTable)
    .innerJoin(plantTable, eq(plantTable.id, invitationTable.plantId))
    .leftJoin(userTable, eq(userTable.id, invitationTable.sentBy))
    .where(
      and(
        isOpen(now),
        isNull(plantTable.removedAt),
        or(eq(invitationTable.email, email), tokenHash ? eq(invitationTable.tokenHash, tokenHash) : undefined),
      ),
    )
  return rows.map(({ row, plantname, city, timezone, sender }) => ({
    id: row.id,
    plantname,
    city,
    timezone,
    role: row.role,
    sentBy: sender ?? '',
    expiresAt: row.expiresAt.toISOString(),
    endsOn: row.endsOn,
    yours: row.email === email,
  }))
}

type LockedInvitation = InvitationRow & {
  /** Whether the sender may still invite. */
  isGood: boolean
}

/** The pending invitation of an address to an existing plant. An invitation for somebody else counts as unknown. */
export const lockInvitation = async (
  tx: Tx,
  id: string,
  email: string,
  now: Date,
): Promise<LockedInvitation | undefined> => {
  const [found] = await tx
    .select({ row: invitationTable, isGood: senderMayInvite(now) })
    .from(invitationTable)
    .innerJoin(plantTable, eq(plantTable.id, invitationTable.plantId))
    .where(and(eq(invitationTable.id, id), eq(invitationTable.email, email), isNull(plantTable.removedAt)))
    .for('update', { of: invitationTable })
  return found && { ...found.row, isGood: found.isGood }
}

export const markAccepted = async (tx: Tx, id: string, acceptedBy: string, at: Date): Promise<void> => {
  await tx.update(invitationTable).set({ acceptedAt: at, acceptedBy }).where(eq(invitationTable.id, id))
}

export const markDeclined = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.update(invitationTable).set({ declinedAt: at }).where(eq(invitationTable.id, id))
}

/** Unanswered invitations to plants in use, expired within a span. */
export const listExpired = (tx: Tx, { from, until }: { from: Date; until: Date }) =>
  tx
    .select({ id: invitationTable.id, plantId: invitationTable.plantId })
    .from(invitationTable)
    .where(
      and(
        isNull(invitationTable.acceptedAt),
        isNull(invitationTable.declinedAt),
        isNull(invitationTable.deletedAt),
        gt(invitationTable.expiresAt, from),
        lte(invitationTable.expiresAt, until),
      ),
    )

/** The addresses of these invitations. */
export const listAddresses = async (tx: Tx, ids: string[]): Promise<Map<string, string>> => {
  const { id, email } = invitationTable
  const rows = ids.length === 0 ? [] : await tx.select({ id, email }).from(invitationTable).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.email]))
}

/** Moves a person's pending invitations to the person's new address. */
export const moveInvitations = async (tx: Tx, from: string, to: string, now: Date): Promise<void> => {
  await tx
    .update(invitationTable)
    .set({ email: to })
    .where(and(eq(invitationTable.email, from), isOpen(now)))
}

export const deleteInvitationsToRemoved = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const removedPlants = tx.select({ id: plantTable.id }).from(plantTable).where(lt(plantTable.removedAt, before))
  const isOfRemovedPlant = inArray(invitationTable.plantId, removedPlants)
  return deleteBatch(tx, { table: invitationTable, key: invitationTable.id, which: isOfRemovedPlant, limit })
}

/** Removes an erased person's address from all invitations. */
export const eraseFromInvitations: PersonEraser = async (tx, { email, pseudonym }) => {
  await tx.update(invitationTable).set({ email: pseudonym }).where(eq(invitationTable.email, email))
}
