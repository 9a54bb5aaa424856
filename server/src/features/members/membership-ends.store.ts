import { type EndedMember, maxListedEndedMembers } from '@vigilux/contract/features/members/member.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { localValues } from '../../tables/zones.store.ts'
import { endedMembershipTable, plantMemberTable as table } from './members.schema.ts'
import { isInForceAt, membershipsAt } from './memberships.store.ts'

/** Upper bound for a day in any zone, clock changes included: an end further away than this is near in no zone. */
const maxDayMs = 26 * 3_600_000

export type EndedMembership = { plantId: string; userId: string; role: PlantRole }

const recordEnded = async (tx: Tx, row: EndedMembership & { endedOn: string }): Promise<void> => {
  const { role, endedOn } = row
  const target = [endedMembershipTable.plantId, endedMembershipTable.userId]
  await tx.insert(endedMembershipTable).values(row).onConflictDoUpdate({ target, set: { role, endedOn } })
}

/** Memberships of a plant ended with their last day, newest first. */
export const listEnded = (tx: Tx, plantId: string): Promise<EndedMember[]> =>
  tx
    .select({
      userid: endedMembershipTable.userId,
      name: userTable.name,
      email: userTable.email,
      role: endedMembershipTable.role,
      endedOn: endedMembershipTable.endedOn,
    })
    .from(endedMembershipTable)
    .innerJoin(userTable, eq(userTable.id, endedMembershipTable.userId))
    .where(eq(endedMembershipTable.plantId, plantId))
    .orderBy(desc(endedMembershipTable.endedOn), asc(userTable.name))
    .limit(maxListedEndedMembers)

const hasEnded = (now: Date) => lte(table.endsAt, now)

export const hasAnyEnded = (now: Date): SQL => sql`exists (select from ${table} where ${hasEnded(now)})`

/** Moves a batch of expired memberships to the ended ones, each on one node only; returns them. */
export const claimEnded = async (tx: Tx, now: Date, limit: number): Promise<EndedMembership[]> => {
  const endedRows = await tx
    .select({ plantId: table.plantId, userId: table.userId, role: table.role, endsOn: table.endsOn })
    .from(table)
    .where(hasEnded(now))
    .orderBy(asc(table.plantId), asc(table.userId))
    .limit(limit)
    .for('update', { of: table, skipLocked: true })
  for (const { endsOn, ...membership } of endedRows) {
    await tx.delete(table).where(and(eq(table.plantId, membership.plantId), eq(table.userId, membership.userId)))
    if (endsOn !== null) await recordEnded(tx, { ...membership, endedOn: endsOn })
  }
  return endedRows
}

export type NearEnd = { plantId: string; userId: string; endsOn: string; plant: string; zone: string }

/**
 * Claims memberships with a due reminder of their end and marks them as reminded: once at `days[0]` days left, once
 * more at `days[1]`. A late end date gets its reminder at once.
 */
export const claimNearEnds = async (
  tx: Tx,
  now: Date,
  { days: [first, second], limit }: { days: readonly [number, number]; limit: number },
): Promise<NearEnd[]> => {
  const days = await localValues(tx, 'date', (zone) => dayIn(now, zone))
  const nextReminderDays =
    sql<number>`case when ${table.endsOn} <= local.value + ${second}::int then ${second}::int else ${first}::int end`.mapWith(
      Number,
    )
  const rows = await tx
    .select({
      plantId: table.plantId,
      userId: table.userId,
      endsOn: table.endsOn,
      near: nextReminderDays,
      plant: plantTable.plantname,
      zone: plantTable.timezone,
    })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .innerJoin(days, sql`local.zone = ${plantTable.timezone}`)
    .where(
      and(
        isNull(plantTable.removedAt),
        lte(table.endsAt, new Date(now.getTime() + (first + 1) * maxDayMs)),
        sql`${table.endsOn} <= local.value + ${first}::int`,
        or(isNull(table.endTold), sql`${table.endTold} > ${nextReminderDays}`),
        isInForceAt(now),
      ),
    )
    .orderBy(asc(table.plantId), asc(table.userId))
    .limit(limit)
    .for('update', { of: table, skipLocked: true })
  for (const { plantId, userId, near: remindedDays } of rows)
    await tx
      .update(table)
      .set({ endTold: remindedDays })
      .where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
  return rows.flatMap(({ endsOn, near: _, ...row }) => (endsOn === null ? [] : [{ ...row, endsOn }]))
}

export type Addressee = { userId: string; name: string; email: string; language: Language }

/** Receivers of mails about a membership: the member and the plant's installer administrators. */
export const listAddressees = async (
  tx: Tx,
  { plantId, userId }: { plantId: string; userId: string },
  now: Date,
): Promise<Addressee[]> => {
  const member = membershipsAt(now)
  return tx
    .select({ userId: member.userId, name: userTable.name, email: userTable.email, language: profileTable.language })
    .from(member)
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .where(and(eq(member.plantId, plantId), or(eq(member.userId, userId), eq(member.role, 'installerAdministrator'))))
}
