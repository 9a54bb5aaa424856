import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { type SearchMatches, searchLimits } from '@vigilux/contract/features/overview/search-matches.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { room } from '@vigilux/contract/features/rooms/room.ts'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { contains, startsWith } from '../../kernel/text-search.store.ts'
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

type Search = { caller: User; now: Date; words: string[]; near: string | undefined }

const { hits } = searchLimits

/** The caller's role in the joined plant. */
const ownRole = (caller: User, now: Date): SQL => {
  const own = membershipsAt(now)
  return sql`(select ${own.role} from ${own} where ${own.plantId} = ${plantTable.id} and ${own.userId} = ${caller.userId})`
}

const inPlant = ({ caller, now }: Pick<Search, 'caller' | 'now'>) => ({
  plant_id: plantTable.id,
  plantname: plantTable.plantname,
  role: (caller.usertype === 'admin' ? sql`'installerAdministrator'` : ownRole(caller, now)) as SQL<
    SearchMatches['plants'][number]['role']
  >,
})

const visible = ({ caller, now }: Search): SQL | undefined =>
  and(isNull(plantTable.removedAt), isVisibleTo(caller, now))
const nearFirst = ({ near }: Search): SQL[] => (near ? [desc(sql`${plantTable.id} = ${near}`)] : [])

/** SQL condition: every search word matches one of these columns. */
const everyWord = ({ words }: Search, fits: (word: string) => SQL | undefined): SQL | undefined =>
  and(...words.map(fits))

const findPlants = async (tx: Tx, search: Search): Promise<SearchMatches['plants']> => {
  const rows = await tx
    .select({ ...inPlant(search), city: plantTable.city, condition: plantFiguresTable.condition })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(
      and(
        visible(search),
        everyWord(search, (word) => contains(plantTable.searchText, word)),
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
    .select({ ...inPlant(search), topic: unit, description, location, life, link: unitLinkTable })
    .from(centralUnitTable)
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .leftJoin(unitLinkTable, and(eq(unitLinkTable.unit, unit), centralUnitTable.acquired))
    .where(
      and(
        isNull(removedAt),
        visible(search),
        everyWord(search, (word) => or(startsWith(cuId, word), contains(description, word), contains(location, word))),
      ),
    )
    .orderBy(...nearFirst(search), online, asc(cuId))
    .limit(hits)
  return rows.map(({ life: lived, link, ...row }) => ({
    ...row,
    connected: isConnected({ life: lived }, link ?? undefined),
  }))
}

/** The plants whose lamps are searched one by one: the open plant, then those that need most attention. */
const listPlantsToSearch = async (tx: Tx, search: Search): Promise<string[]> => {
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(visible(search))
    .orderBy(...nearFirst(search), severity, asc(plantTable.id))
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
const bySerial = ({ words }: Search): SQL | undefined => {
  const [word = '', ...others] = words
  return others.length === 0 && /^[0-9a-f]{4,8}$/i.test(word) ? eq(lampTable.serial, word.toUpperCase()) : undefined
}

/** Search in some plants by a lamp's own description and by people's descriptions of it. */
const byReading = async (tx: Tx, search: Search): Promise<SQL | undefined> => {
  const { description, location } = lampNoteTable
  const says = everyWord(search, (word) =>
    or(
      isNumber(word) ? eq(lampTable.addr, Number(word)) : undefined,
      startsWith(lampTable.serial, word),
      contains(description, word),
      contains(location, word),
    ),
  )
  return and(inArray(plantTable.id, await listPlantsToSearch(tx, search)), says)
}

const listLamps = async (tx: Tx, search: Search, fits: SQL | undefined): Promise<SearchMatches['lamps']> => {
  const { description, location } = lampNoteTable
  const { unit, life, acquired, removedAt, plantId } = centralUnitTable
  const rows = await tx
    .select({
      ...inPlant(search),
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
    .where(and(acquired, isNull(removedAt), visible(search), fits))
    .orderBy(...nearFirst(search), parsePlace(conditions, lampTable.condition), asc(unit), asc(lampTable.addr))
    .limit(hits)
  return rows.map(({ life: lived, link, mode, errors, ...row }) => ({
    ...row,
    description: row.description ?? '',
    location: row.location ?? '',
    condition: conditionOf({ mode, errors }, isConnected({ life: lived }, link ?? undefined)),
  }))
}

const findLamps = async (tx: Tx, search: Search): Promise<SearchMatches['lamps']> => {
  const serial = bySerial(search)
  const exact = serial ? await listLamps(tx, search, serial) : []
  const others = await listLamps(tx, search, await byReading(tx, search))
  const isNew = (lamp: SearchMatches['lamps'][number]) =>
    !exact.some((one) => one.topic === lamp.topic && one.addr === lamp.addr)
  return [...exact, ...others.filter(isNew)].slice(0, hits)
}

const findRooms = async (tx: Tx, search: Search): Promise<SearchMatches['rooms']> => {
  const rows = await tx
    .select({ ...inPlant(search), room_id: roomTable.id, name: roomTable.name, level: roomTable.level })
    .from(roomTable)
    .innerJoin(plantTable, eq(plantTable.id, roomTable.plantId))
    .where(
      and(
        visible(search),
        everyWord(search, (word) => contains(roomTable.name, word)),
      ),
    )
    .orderBy(...nearFirst(search), asc(roomTable.name))
    .limit(hits)
  return rows.map((row) => ({ ...row, level: room.shape.level.parse(row.level) }))
}

const findScenes = (tx: Tx, search: Search): Promise<SearchMatches['scenes']> =>
  tx
    .select({ ...inPlant(search), scene_id: sceneTable.id, name: sceneTable.name })
    .from(sceneTable)
    .innerJoin(plantTable, eq(plantTable.id, sceneTable.plantId))
    .where(
      and(
        visible(search),
        everyWord(search, (word) => contains(sceneTable.name, word)),
      ),
    )
    .orderBy(...nearFirst(search), asc(sceneTable.name), asc(sceneTable.id))
    .limit(hits)

const findPeople = async (tx: Tx, search: Search): Promise<SearchMatches['people']> => {
  const member = membershipsAt(search.now)
  const rows = await tx
    .select({
      ...inPlant(search),
      userid: userTable.id,
      name: userTable.name,
      memberRole: member.role,
      email: userTable.email,
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .where(
      and(
        visible(search),
        everyWord(search, (word) => contains(userTable.name, word)),
      ),
    )
    .orderBy(...nearFirst(search), asc(userTable.name), asc(plantTable.id))
    .limit(hits)
  const sees = (row: (typeof rows)[number]) =>
    row.role === 'installerAdministrator' || row.userid === search.caller.userId
  return rows.map((row) => ({ ...row, email: sees(row) ? row.email : null }))
}

/** A few hits of each kind, within what exists for the caller. */
export const searchEverything = async (
  tx: Tx,
  asked: { caller: User; now: Date; text: string; near?: string | undefined },
): Promise<SearchMatches> => {
  const words = asked.text.split(/\s+/).filter(Boolean).slice(0, searchLimits.words)
  if (words.length === 0) return { plants: [], units: [], lamps: [], rooms: [], scenes: [], people: [] }
  const search = { caller: asked.caller, now: asked.now, words, near: asked.near }
  return {
    plants: await findPlants(tx, search),
    units: await findUnits(tx, search),
    lamps: await findLamps(tx, search),
    rooms: await findRooms(tx, search),
    scenes: await findScenes(tx, search),
    people: await findPeople(tx, search),
  }
}
