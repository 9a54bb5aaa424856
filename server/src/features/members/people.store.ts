import type { ActionOutput, ParsedInput } from '@vigilux/contract/actions.ts'
import { type Person, peopleLimits } from '@vigilux/contract/features/members/people.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import type { InvitedPlant } from './invite.ts'
import { membershipsAt } from './memberships.store.ts'
import { isAdministeredBy } from './plant-access.store.ts'

export type AdministeredPlant = InvitedPlant & { isArchived: boolean }

/** The plants of this list administered by a person, in lock order. */
export const listAdministered = async (
  tx: Tx,
  caller: User,
  plantIds: readonly string[],
  now: Date,
): Promise<AdministeredPlant[]> =>
  tx
    .select({
      plantId: plantTable.id,
      plant: plantTable.plantname,
      zone: plantTable.timezone,
      isArchived: sql<boolean>`${plantTable.archivedAt} is not null`,
    })
    .from(plantTable)
    .where(and(inArray(plantTable.id, [...plantIds]), isNull(plantTable.removedAt), isAdministeredBy(caller, now)))
    .orderBy(asc(plantTable.id))

type PeopleQuery = ParsedInput<'getPeople'>

const orderOf = ({ sort, descending }: PeopleQuery, member: ReturnType<typeof membershipsAt>): SQL => {
  const direction = descending ? desc : asc
  const keys: Record<PeopleQuery['sort'], SQL> = {
    name: direction(sql`lower(${userTable.name})`),
    email: direction(userTable.email),
    plants: direction(sql`count(*)`),
    endsOn: sql`${direction(sql`min(${member.endsOn})`)} nulls last`,
  }
  return keys[sort]
}

type PeopleList = ActionOutput<'getPeople'>

const countRoles = async (
  tx: Tx,
  member: ReturnType<typeof membershipsAt>,
  condition: SQL | undefined,
): Promise<Pick<PeopleList, 'roles' | 'everybody'>> => {
  const countOfRole = (role: PlantRole) =>
    sql<number>`(count(distinct ${member.userId}) filter (where ${member.role} = ${role}))::int`
  const [row] = await tx
    .select({
      everybody: sql<number>`count(distinct ${member.userId})::int`,
      installerAdministrator: countOfRole('installerAdministrator'),
      installerStaff: countOfRole('installerStaff'),
      installerReadOnly: countOfRole('installerReadOnly'),
      clientOwner: countOfRole('clientOwner'),
      clientStaff: countOfRole('clientStaff'),
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .where(condition)
  if (!row) throw new Error('people could not be counted')
  const { everybody: personCount, ...roles } = row
  return { everybody: personCount, roles }
}

/** One page of the people in the plants administered by a person, and the total. */
export const listPeople = async (tx: Tx, caller: User, question: PeopleQuery, now: Date): Promise<PeopleList> => {
  const { search, plantId, role, page, pageSize } = question
  const member = membershipsAt(now)
  const anyRole = and(
    isNull(plantTable.removedAt),
    isAdministeredBy(caller, now),
    plantId ? eq(plantTable.id, plantId) : undefined,
    search === '' ? undefined : or(contains(userTable.name, search), contains(userTable.email, search)),
  )
  const condition = and(anyRole, role ? eq(member.role, role) : undefined)
  const { id, name, email } = userTable
  const rows = await tx
    .select({
      userid: id,
      name,
      email,
      plants: sql<number>`count(*)::int`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(id, member.userId))
    .where(condition)
    .groupBy(id, name, email)
    .orderBy(orderOf(question, member), asc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const byPerson = await listMembershipsOf(tx, { member, which: condition, userIds: rows.map(({ userid }) => userid) })
  return {
    people: rows.map(({ total: _, ...one }) => ({ ...one, memberships: byPerson.get(one.userid) ?? [] })),
    total: rows[0]?.total ?? 0,
    ...(await countRoles(tx, member, anyRole)),
  }
}

type MembershipQuery = { member: ReturnType<typeof membershipsAt>; which: SQL | undefined; userIds: string[] }

/** Up to a limit of the requested memberships of each person. */
const listMembershipsOf = async (
  tx: Tx,
  { member, which: condition, userIds }: MembershipQuery,
): Promise<Map<string, Person['memberships']>> => {
  if (userIds.length === 0) return new Map()
  const numberedMemberships = tx
    .select({
      userid: member.userId,
      plant_id: member.plantId,
      plantname: plantTable.plantname,
      role: member.role,
      endsOn: member.endsOn,
      place:
        sql<number>`row_number() over (partition by ${member.userId} order by ${plantTable.plantname}, ${plantTable.id})`.as(
          'place',
        ),
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .where(and(condition, inArray(member.userId, userIds)))
    .as('numbered')
  const rows = await tx
    .select()
    .from(numberedMemberships)
    .where(sql`${numberedMemberships.place} <= ${peopleLimits.memberships}`)
    .orderBy(numberedMemberships.place)
  const grouped = Map.groupBy(rows, ({ userid }) => userid)
  return new Map(
    [...grouped].map(([userid, personMemberships]) => [
      userid,
      personMemberships.map(({ place: _, userid: __, ...one }) => one),
    ]),
  )
}
