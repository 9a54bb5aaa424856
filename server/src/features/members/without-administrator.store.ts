import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { isActiveAccount, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { lockPlant, officeIds } from './access.store.ts'
import { plantMemberTable as member } from './members.schema.ts'
import { standsAt } from './memberships.store.ts'
import { notifyMembers } from './notify-members.ts'

/** Plants that a mail names; the list of the office has them all. */
const maxLines = 50

/** The condition under which a plant has no active administrator. For SQL that reads from `plant`. */
export const lacksAdministrator = (now: Date): SQL<boolean> =>
  sql<boolean>`not exists (select 1 from ${member} join ${profileTable} on ${profileTable.userId} = ${member.userId}
    where ${member.plantId} = ${plantTable.id} and ${member.role} = 'installerAdministrator'
      and ${isActiveAccount} and ${standsAt(now)})`

type Plant = { id: string; line: string }

const listWithoutAdministrator = async (tx: Tx, plantIds: string[], now: Date): Promise<Plant[]> => {
  const { id, plantname, city, removedAt, archivedAt } = plantTable
  const rows = await tx
    .select({ id, plantname, city })
    .from(plantTable)
    .where(and(inArray(id, plantIds), isNull(removedAt), isNull(archivedAt), lacksAdministrator(now)))
    .orderBy(asc(plantname), asc(id))
  return rows.map((row) => ({ id: row.id, line: [row.plantname, row.city].filter(Boolean).join(', ') }))
}

const ownerIds = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, string[]>> => {
  const rows = await tx
    .select({ plantId: member.plantId, userId: member.userId })
    .from(member)
    .innerJoin(profileTable, and(eq(profileTable.userId, member.userId), isActiveAccount))
    .where(and(inArray(member.plantId, plantIds), eq(member.role, 'clientOwner'), standsAt(now)))
  return new Map([...Map.groupBy(rows, (row) => row.plantId)].map(([id, its]) => [id, its.map((row) => row.userId)]))
}

type Receiver = { email: string; language: Language; scope: 'nto' | 'ba' | null }

const receiversOf = async (tx: Tx, userIds: string[]): Promise<Map<string, Receiver>> => {
  const { userId, language, scope } = profileTable
  const rows = await tx
    .select({ userId, email: userTable.email, language, scope })
    .from(profileTable)
    .innerJoin(userTable, eq(userTable.id, userId))
    .where(inArray(userId, userIds))
  return new Map(rows.map(({ userId: id, ...receiver }) => [id, receiver]))
}

/** One mail to each person, with all plants that concern them. */
const mailEach = async (
  { tx, ports: { mail, settings } }: { tx: Tx; ports: Pick<Ports, 'mail' | 'settings'> },
  template: 'ownerNoAdministrator' | 'officeNoAdministrator',
  plants: readonly Plant[],
  peopleOf: Map<string, string[]>,
): Promise<void> => {
  const linesOf = new Map<string, string[]>()
  for (const { id, line } of plants)
    for (const userId of peopleOf.get(id) ?? []) linesOf.set(userId, [...(linesOf.get(userId) ?? []), line])
  for (const [userId, { email: to, language, scope }] of await receiversOf(tx, [...linesOf.keys()])) {
    const lines = linesOf.get(userId) ?? []
    const page = scope === 'ba' ? 'bahome' : 'ntosummary'
    const url = scope ? `${settings.publicUrl}/#/${page}?administrator=none` : settings.publicUrl
    const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines
    await mail.send(tx, { to, language, template, values: { url, lines: JSON.stringify(shown) } })
  }
}

/** Mails the owners and the office of those plants that have no active administrator now. */
export const mailWithoutAdministrator = async (
  context: { tx: Tx; ports: Pick<Ports, 'mail' | 'settings'> },
  plantIds: string[],
  now: Date,
): Promise<void> => {
  const { tx } = context
  if (plantIds.length === 0) return
  const plants = await listWithoutAdministrator(tx, plantIds, now)
  const ids = plants.map(({ id }) => id)
  if (ids.length === 0) return
  await mailEach(context, 'ownerNoAdministrator', plants, await ownerIds(tx, ids, now))
  await mailEach(context, 'officeNoAdministrator', plants, await officeIds(tx, ids))
}

/**
 * Locks the plants of a person, in one order for all, before the account is closed or opened: else the last two administrators could
 * go at once, each while the other is still there. Returns what is to be done once the account is changed.
 */
export const beforeActivityChanges = async (
  context: { tx: Tx; announce: Announce; ports: Pick<Ports, 'mail' | 'settings'> },
  userId: string,
  now: Date,
): Promise<() => Promise<void>> => {
  const { tx } = context
  const memberships = await tx
    .select({ plantId: member.plantId, role: member.role })
    .from(member)
    .where(and(eq(member.userId, userId), standsAt(now)))
    .orderBy(asc(member.plantId))
  for (const { plantId } of memberships) await lockPlant(tx, plantId)
  return async () => {
    for (const { plantId } of memberships) await notifyMembers(context, plantId, now)
    const administered = memberships.filter(({ role }) => role === 'installerAdministrator')
    await mailWithoutAdministrator(
      context,
      administered.map(({ plantId }) => plantId),
      now,
    )
  }
}
