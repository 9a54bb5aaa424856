import { type EndedMember, maxListedEndedMembers } from '@vigilux/contract/features/members/member.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { localValues } from '../../tables/zones.store.ts'
import { endedMembershipTable, plantMemberTable as of } from './members.schema.ts'
import { isInForceAt, membershipsAt } from './memberships.store.ts'

/** Upper bound for a day in any zone, clock changes included: an end further away than this is near in no zone. */
const maxDayMs = 26 * 3_600_000

export type EndedMembership = { plantId: string; userId: string; role: PlantRole }

const recordEnded = async (tx: Tx, row: EndedMembership & { endedOn: string }): Promise<void> => {
  const { role, endedOn } = row
  const target = [endedMembershipTable.plantId, endedMembershipTable.userId]
  await tx.insert(endedMembershipTable).values(row).onConflictDoUpdate({ target, set: { role, endedOn } })
}

/** Memberships of a plant that ended with their last day, newest first. */
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

/** Moves a batch of expired memberships to the ended ones, each on one node only; returns them. */
export const claimEnded = async (tx: Tx, now: Date, limit: number): Promise<EndedMembership[]> => {
  const ended = await tx
    .select({ plantId: of.plantId, userId: of.userId, role: of.role, endsOn: of.endsOn })
    .from(of)
    .where(lte(of.endsAt, now))
    .orderBy(asc(of.plantId), asc(of.userId))
    .limit(limit)
    .for('update', { of, skipLocked: true })
  for (const { endsOn, ...membership } of ended) {
    await tx.delete(of).where(and(eq(of.plantId, membership.plantId), eq(of.userId, membership.userId)))
    if (endsOn !== null) await recordEnded(tx, { ...membership, endedOn: endsOn })
  }
  return ended
}

export type NearEnd = { plantId: string; userId: string; endsOn: string; plant: string; zone: string }

/**
 * Claims memberships whose end needs a reminder and marks them as reminded: once at `days[0]` days left, once more at `days[1]`.
 * An end that is set late gets its reminder at once.
 */
export const claimNearEnds = async (
  tx: Tx,
  now: Date,
  { days: [first, second], limit }: { days: readonly [number, number]; limit: number },
): Promise<NearEnd[]> => {
  const days = await localValues(tx, 'date', (zone) => dayIn(now, zone))
  const near =
    sql<number>`case when ${of.endsOn} <= local.value + ${second}::int then ${second}::int else ${first}::int end`.mapWith(
      Number,
    )
  const rows = await tx
    .select({
      plantId: of.plantId,
      userId: of.userId,
      endsOn: of.endsOn,
      near,
      plant: plantTable.plantname,
      zone: plantTable.timezone,
    })
    .from(of)
    .innerJoin(plantTable, eq(plantTable.id, of.plantId))
    .innerJoin(days, sql`local.zone = ${plantTable.timezone}`)
    .where(
      and(
        isNull(plantTable.removedAt),
        lte(of.endsAt, new Date(now.getTime() + (first + 1) * maxDayMs)),
        sql`${of.endsOn} <= local.value + ${first}::int`,
        or(isNull(of.endTold), sql`${of.endTold} > ${near}`),
        isInForceAt(now),
      ),
    )
    .orderBy(asc(of.plantId), asc(of.userId))
    .limit(limit)
    .for('update', { of, skipLocked: true })
  for (const { plantId, userId, near: endTold } of rows)
    await tx
      .update(of)
      .set({ endTold })
      .where(and(eq(of.plantId, plantId), eq(of.userId, userId)))
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
