import type { AdministratorGap } from '@vigilux/contract/features/office/office-plant.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { endedMembershipTable, plantMemberTable as member } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'

/** SQL condition: a plant has no active administrator. For SQL with `plant`. */
export const isWithoutAdministrator = (now: Date): SQL<boolean> =>
  sql<boolean>`not exists (select 1 from ${member} join ${profileTable} on ${profileTable.userId} = ${member.userId}
    where ${member.plantId} = ${plantTable.id} and ${member.role} = 'installerAdministrator'
      and ${isActiveAccount} and ${isInForceAt(now)})`

/** Why a plant has no active administrator; `at` is a moment, `day` a day of the plant. */
export type FoundGap = {
  plantId: string
  why: AdministratorGap['why']
  name: string
  at: Date | null
  day: string | null
}

/** The newest reason for each of these plants, from inactive accounts and ended memberships. */
export const listAdministratorGaps = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, FoundGap>> => {
  if (plantIds.length === 0) return new Map()
  const { validation, validationAt, createdAt } = profileTable
  const inactive = await tx
    .select({ plantId: member.plantId, name: userTable.name, validation, validationAt, createdAt })
    .from(member)
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .where(and(inArray(member.plantId, plantIds), eq(member.role, 'installerAdministrator'), isInForceAt(now)))
    .orderBy(asc(sql`coalesce(${validationAt}, ${createdAt})`))
  const { plantId, userId, role, endedOn } = endedMembershipTable
  const ended = await tx
    .select({ plantId, name: userTable.name, endedOn })
    .from(endedMembershipTable)
    .innerJoin(userTable, eq(userTable.id, userId))
    .where(and(inArray(plantId, plantIds), eq(role, 'installerAdministrator')))
    .orderBy(asc(endedOn))
  const gaps = [
    ...ended.map((row): FoundGap => ({ ...row, why: 'ended', at: null, day: row.endedOn })),
    ...inactive.flatMap(({ validation: state, validationAt: decidedAt, createdAt: madeAt, ...row }): FoundGap[] =>
      state === 'verified' ? [] : [{ ...row, why: state, at: decidedAt ?? madeAt, day: null }],
    ),
  ]
  return new Map(gaps.map((gap) => [gap.plantId, gap]))
}

export type PlantWithoutAdministrator = { id: string; line: string }

/** Those of these plants without an active administrator, by name; skips deleted and archived plants. */
export const listWithoutAdministrator = async (
  tx: Tx,
  plantIds: string[],
  now: Date,
): Promise<PlantWithoutAdministrator[]> => {
  const { id, plantname, city, removedAt, archivedAt } = plantTable
  const rows = await tx
    .select({ id, plantname, city })
    .from(plantTable)
    .where(and(inArray(id, plantIds), isNull(removedAt), isNull(archivedAt), isWithoutAdministrator(now)))
    .orderBy(asc(plantname), asc(id))
  return rows.map((row) => ({ id: row.id, line: [row.plantname, row.city].filter(Boolean).join(', ') }))
}

export const listOwnerIds = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, string[]>> => {
  const rows = await tx
    .select({ plantId: member.plantId, userId: member.userId })
    .from(member)
    .innerJoin(profileTable, and(eq(profileTable.userId, member.userId), isActiveAccount))
    .where(and(inArray(member.plantId, plantIds), eq(member.role, 'clientOwner'), isInForceAt(now)))
  return new Map(
    [...Map.groupBy(rows, (row) => row.plantId)].map(([id, members]) => [id, members.map((row) => row.userId)]),
  )
}

type MailReceiver = { email: string; language: Language; scope: 'nto' | 'ba' | null }

/** Address and language of each mail receiver; `scope` is set for the office and null for everybody else. */
export const listMailReceivers = async (tx: Tx, userIds: string[]): Promise<Map<string, MailReceiver>> => {
  const { userId, language, scope } = profileTable
  const rows = await tx
    .select({ userId, email: userTable.email, language, scope })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, userId))
    .where(inArray(userId, userIds))
  return new Map(rows.map(({ userId: id, ...receiver }) => [id, receiver]))
}

/** A person's memberships in force, in the order in which plants are locked. */
export const listMembershipsInForce = (tx: Tx, userId: string, now: Date) =>
  tx
    .select({ plantId: member.plantId, role: member.role })
    .from(member)
    .where(and(eq(member.userId, userId), isInForceAt(now)))
    .orderBy(asc(member.plantId))
