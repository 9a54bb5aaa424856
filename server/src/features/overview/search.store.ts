import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { type SearchMatches, searchLimits } from '@vigilux/contract/features/overview/search-matches.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { room } from '@vigilux/contract/features/rooms/room.ts'
import { and, asc, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { isOneOf } from '../../kernel/one-of.store.ts'
import { contains, containsAlmost, mayHaveTypo, startsWith } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isConnected } from '../central-units/index.ts'
import { isVisibleTo, membershipsAt } from '../members/index.ts'
import { roomTable } from '../rooms/rooms.schema.ts'
import { sceneTable } from '../scenes/scenes.schema.ts'
import { plantFiguresTable } from './overview.schema.ts'
import { severity } from './plant-totals.store.ts'

type Search = {
  caller: User
  now: Date
  words: string[]
  near: string | undefined
  /** Whether a word may have one wrong letter. */
  withTypos: boolean
}

const { hits } = searchLimits

/** The caller's role in the joined plant. */
const callerRole = (caller: User, now: Date): SQL => {
  const membership = membershipsAt(now)
  return sql`(select ${membership.role} from ${membership} where ${membership.plantId} = ${plantTable.id} and ${membership.userId} = ${caller.userId})`
}

const plantColumns = ({ caller, now }: Pick<Search, 'caller' | 'now'>) => ({
  plant_id: plantTable.id,
  plantname: plantTable.plantname,
  role: (caller.usertype === 'admin' ? sql`'installerAdministrator'` : callerRole(caller, now)) as SQL<
    SearchMatches['plants'][number]['role']
  >,
})

const isVisible = ({ caller, now }: Search): SQL | undefined =>
  and(isNull(plantTable.removedAt), isVisibleTo(caller, now))
const nearPlantFirst = ({ near }: Search): SQL[] => (near ? [desc(sql`${plantTable.id} = ${near}`)] : [])

/** SQL condition: every search word matches one of these columns. */
const matchesEveryWord = ({ words }: Search, matchesWord: (word: string) => SQL | undefined): SQL | undefined =>
  and(...words.map(matchesWord))

const matchesText = ({ withTypos }: Search, column: SQLWrapper, word: string): SQL<boolean> =>
  withTypos ? containsAlmost(column, word) : contains(column, word)

const findPlants = async (tx: Tx, search: Search): Promise<SearchMatches['plants']> => {
  const rows = await tx
    .select({ ...plantColumns(search), city: plantTable.city, condition: plantFiguresTable.condition })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(
      and(
        isVisible(search),
        matchesEveryWord(search, (word) => matchesText(search, plantTable.searchText, word)),
      ),
    )
    .orderBy(severity, asc(sql`${plantTable.plantname} collate "C"`))
    .limit(hits)
  return rows.map((row) => ({ ...row, condition: row.condition ?? 'unknown' }))
}

const findUnits = async (tx: Tx, search: Search): Promise<SearchMatches['units']> => {
  const { unit, cuId, description, location, life, plantId, removedAt } = centralUnitTable
  const online = sql`coalesce(${unitLinkTable.online}, false)`
  const rows = await tx
    .select({ ...plantColumns(search), topic: unit, description, location, life, link: unitLinkTable })
    .from(centralUnitTable)
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .leftJoin(unitLinkTable, and(eq(unitLinkTable.unit, unit), centralUnitTable.acquired))
    .where(
      and(
        isNull(removedAt),
        isVisible(search),
        matchesEveryWord(search, (word) =>
          or(startsWith(cuId, word), matchesText(search, description, word), matchesText(search, location, word)),
        ),
      ),
    )
    .orderBy(...nearPlantFirst(search), online, asc(cuId))
    .limit(hits)
  return rows.map(({ life: unitLife, link, ...row }) => ({
    ...row,
    connected: isConnected({ life: unitLife }, link ?? undefined),
  }))
}

/** The plants for a search of single lamps: the open plant, then those with most need of attention. */
const listPlantsToSearch = async (tx: Tx, search: Search): Promise<string[]> => {
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(isVisible(search))
    .orderBy(...nearPlantFirst(search), severity, asc(plantTable.id))
    .limit(searchLimits.plants)
  return rows.map(({ id }) => id)
}

const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word)
const parsePlace = (names: readonly string[], column: SQL | typeof lampTable.condition): SQL =>
  sql`array_position(array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[], ${column})`

/** Search by serial, which an index finds in every plant. */
const serialFilter = ({ words }: Search): SQL | undefined => {
  const [word = '', ...otherWords] = words
  return otherWords.length === 0 && /^[0-9a-f]{4,8}$/i.test(word) ? eq(lampTable.serial, word.toUpperCase()) : undefined
}

/** Search in some plants by a lamp's own description and by people's descriptions of it. */
const readingFilter = async (tx: Tx, search: Search): Promise<SQL | undefined> => {
  const { description, location } = lampNoteTable
  const matchesWords = matchesEveryWord(search, (word) =>
    or(
      isNumber(word) ? eq(lampTable.addr, Number(word)) : undefined,
      startsWith(lampTable.serial, word),
      contains(description, word),
      contains(location, word),
    ),
  )
  return and(isOneOf(plantTable.id, 'uuid', await listPlantsToSearch(tx, search)), matchesWords)
}

const listLamps = async (tx: Tx, search: Search, lampFilter: SQL | undefined): Promise<SearchMatches['lamps']> => {
  const { description, location } = lampNoteTable
  const { unit, life, acquired, removedAt, plantId } = centralUnitTable
  const rows = await tx
    .select({
      ...plantColumns(search),
      topic: unit,
      life,
      addr: lampTable.addr,
      serial: lampTable.serial,
      description,
      location,
      mode: lampTable.mode,
      errors: lampTable.errors,
      link: unitLinkTable,
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .leftJoin(unitLinkTable, eq(unitLinkTable.unit, unit))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(and(acquired, isNull(removedAt), isVisible(search), lampFilter))
    .orderBy(...nearPlantFirst(search), parsePlace(conditions, lampTable.condition), asc(unit), asc(lampTable.addr))
    .limit(hits)
  return rows.map(({ life: unitLife, link, mode, errors, ...row }) => ({
    ...row,
    description: row.description ?? '',
    location: row.location ?? '',
    condition: conditionOf({ mode, errors }, isConnected({ life: unitLife }, link ?? undefined)),
  }))
}

const findLamps = async (tx: Tx, search: Search): Promise<SearchMatches['lamps']> => {
  const serial = serialFilter(search)
  const serialMatches = serial ? await listLamps(tx, search, serial) : []
  const otherLamps = await listLamps(tx, search, await readingFilter(tx, search))
  const isNew = (lamp: SearchMatches['lamps'][number]) =>
    !serialMatches.some((one) => one.topic === lamp.topic && one.addr === lamp.addr)
  return [...serialMatches, ...otherLamps.filter(isNew)].slice(0, hits)
}

const findRooms = async (tx: Tx, search: Search): Promise<SearchMatches['rooms']> => {
  const rows = await tx
    .select({ ...plantColumns(search), room_id: roomTable.id, name: roomTable.name, level: roomTable.level })
    .from(roomTable)
    .innerJoin(plantTable, eq(plantTable.id, roomTable.plantId))
    .where(
      and(
        isVisible(search),
        matchesEveryWord(search, (word) => matchesText(search, roomTable.name, word)),
      ),
    )
    .orderBy(...nearPlantFirst(search), asc(roomTable.name))
    .limit(hits)
  return rows.map((row) => ({ ...row, level: room.shape.level.parse(row.level) }))
}

const findScenes = (tx: Tx, search: Search): Promise<SearchMatches['scenes']> =>
  tx
    .select({ ...plantColumns(search), scene_id: sceneTable.id, name: sceneTable.name })
    .from(sceneTable)
    .innerJoin(plantTable, eq(plantTable.id, sceneTable.plantId))
    .where(
      and(
        isVisible(search),
        matchesEveryWord(search, (word) => matchesText(search, sceneTable.name, word)),
      ),
    )
    .orderBy(...nearPlantFirst(search), asc(sceneTable.name), asc(sceneTable.id))
    .limit(hits)

/** Each person once, with one of the plants in common: the open one, or one in which the caller may see the address. */
const findPeople = async (tx: Tx, search: Search): Promise<SearchMatches['people']> => {
  const member = membershipsAt(search.now)
  const columns = plantColumns(search)
  const found = tx
    .selectDistinctOn([userTable.id], {
      ...columns,
      role: sql<typeof columns.role._.type>`${columns.role}`.as('caller_role'),
      userid: sql<string>`${userTable.id}`.as('userid'),
      name: userTable.name,
      memberRole: sql<SearchMatches['people'][number]['memberRole']>`${member.role}`.as('member_role'),
      email: userTable.email,
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .where(
      and(
        isVisible(search),
        matchesEveryWord(search, (word) => matchesText(search, userTable.name, word)),
      ),
    )
    .orderBy(
      userTable.id,
      ...nearPlantFirst(search),
      desc(sql`${columns.role} = 'installerAdministrator'`),
      asc(plantTable.id),
    )
    .as('found')
  const rows = await tx.select().from(found).orderBy(asc(found.name), asc(found.userid)).limit(hits)
  const mayListEmail = (row: (typeof rows)[number]) =>
    row.role === 'installerAdministrator' || row.userid === search.caller.userId
  return rows.map((row) => ({ ...row, email: mayListEmail(row) ? row.email : null }))
}

const findNamed = async (tx: Tx, search: Search): Promise<Omit<SearchMatches, 'lamps'>> => ({
  plants: await findPlants(tx, search),
  units: await findUnits(tx, search),
  rooms: await findRooms(tx, search),
  scenes: await findScenes(tx, search),
  people: search.caller.token ? [] : await findPeople(tx, search),
})

/** A few hits of each kind visible to the caller; without any, names with one other letter. */
export const searchEverything = async (
  tx: Tx,
  request: { caller: User; now: Date; text: string; near?: string | undefined },
): Promise<SearchMatches> => {
  const words = request.text.split(/\s+/).filter(Boolean).slice(0, searchLimits.words)
  if (words.length === 0) return { plants: [], units: [], lamps: [], rooms: [], scenes: [], people: [] }
  const search = { caller: request.caller, now: request.now, words, near: request.near, withTypos: false }
  const found = { ...(await findNamed(tx, search)), lamps: await findLamps(tx, search) }
  const isEmpty = Object.values(found).every((hitsOfKind) => hitsOfKind.length === 0)
  if (!isEmpty || !words.some(mayHaveTypo)) return found
  return { ...found, ...(await findNamed(tx, { ...search, withTypos: true })) }
}
