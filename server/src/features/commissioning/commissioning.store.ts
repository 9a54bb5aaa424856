import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { roomLampTable } from '../rooms/rooms.schema.ts'
import { walkLampTable, walkTable } from './commissioning.schema.ts'

/** Maximum ended walks listed. */
const maxEnded = 10

const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from walk_lamp where walk_id = walk.id and ${condition})`

const selectWalks = (tx: Tx) =>
  tx
    .select({
      walk: walkTable,
      topic: centralUnitTable.unit,
      total: countOf(sql`true`),
      done: countOf(sql`state = 'done'`),
      skipped: countOf(sql`state = 'skipped'`),
    })
    .from(walkTable)
    .leftJoin(centralUnitTable, eq(centralUnitTable.id, walkTable.centralUnitId))
export type WalkWithCounts = Awaited<ReturnType<typeof selectWalks>>[number]

/** The open walks of a plant, and the last ended ones, newest first. */
export const listWalks = async (tx: Tx, plantId: string): Promise<WalkWithCounts[]> => {
  const isOfPlant = eq(walkTable.plantId, plantId)
  const newest = [desc(walkTable.startedAt), asc(walkTable.id)]
  const open = await selectWalks(tx)
    .where(and(isOfPlant, isNull(walkTable.endedAt)))
    .orderBy(...newest)
  const endedWalks = await selectWalks(tx)
    .where(and(isOfPlant, isNotNull(walkTable.endedAt)))
    .orderBy(desc(walkTable.endedAt), asc(walkTable.id))
    .limit(maxEnded)
  return [...open, ...endedWalks]
}

/** A walk of the plant by its id, or the open one of a unit or a plan. */
export const findWalk = async (
  tx: Tx,
  plantId: string,
  walkKey: { id: string } | { centralUnitId: string } | { planId: string },
): Promise<WalkWithCounts | undefined> => {
  const walkCondition =
    'id' in walkKey
      ? eq(walkTable.id, walkKey.id)
      : and(
          'planId' in walkKey
            ? eq(walkTable.planId, walkKey.planId)
            : eq(walkTable.centralUnitId, walkKey.centralUnitId),
          isNull(walkTable.endedAt),
        )
  const [row] = await selectWalks(tx).where(and(eq(walkTable.plantId, plantId), walkCondition))
  return row
}

/** The units of a walk's lamps, including removed ones. */
export const listUnitsOfWalk = (tx: Tx, walkId: string): Promise<(typeof centralUnitTable.$inferSelect)[]> => {
  const walkLamps = tx
    .select({ id: walkLampTable.centralUnitId })
    .from(walkLampTable)
    .where(eq(walkLampTable.walkId, walkId))
  return tx
    .select()
    .from(centralUnitTable)
    .where(inArray(centralUnitTable.id, walkLamps))
    .orderBy(asc(centralUnitTable.unit))
}

export type NewWalk = Pick<
  typeof walkTable.$inferInsert,
  'plantId' | 'centralUnitId' | 'planId' | 'startedBy' | 'startedAt'
>

/** Starts a walk along lamps in the given order, each once. */
export const insertWalk = async (
  tx: Tx,
  walk: NewWalk,
  lamps: readonly { centralUnitId: string; serial: string }[],
): Promise<string> => {
  const [row] = await tx.insert(walkTable).values(walk).returning({ id: walkTable.id })
  if (!row) throw new Error('the walk was not kept')
  await tx.execute(sql`
    insert into walk_lamp (walk_id, central_unit_id, serial, position)
    select ${row.id}::uuid, unit, serial, min(place) from unnest(
      ${sql.param(lamps.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(lamps.map(({ serial }) => serial))}::text[]) with ordinality as lamp (unit, serial, place)
    group by unit, serial`)
  return row.id
}

const selectWalkLamps = (tx: Tx) =>
  tx
    .select({
      row: walkLampTable,
      topic: centralUnitTable.unit,
      addr: sql<number | null>`${lampTable.addr}`,
      type: lampTable.type,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
      version: lampNoteTable.version,
      roomId: roomLampTable.roomId,
    })
    .from(walkLampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, walkLampTable.centralUnitId))
    .leftJoin(
      lampTable,
      and(
        eq(lampTable.centralUnitId, walkLampTable.centralUnitId),
        eq(lampTable.serial, walkLampTable.serial),
        eq(centralUnitTable.acquired, true),
        isNull(centralUnitTable.removedAt),
      ),
    )
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .leftJoin(
      roomLampTable,
      and(eq(roomLampTable.centralUnitId, lampTable.centralUnitId), eq(roomLampTable.serial, lampTable.serial)),
    )
export type WalkLampDetail = Awaited<ReturnType<typeof selectWalkLamps>>[number]

/** The lamps of a walk in order; a lamp listed twice by its unit appears once, at its first address. */
export const listWalkLamps = async (tx: Tx, walkId: string): Promise<WalkLampDetail[]> => {
  const rows = await selectWalkLamps(tx)
    .where(eq(walkLampTable.walkId, walkId))
    .orderBy(asc(walkLampTable.position), asc(lampTable.addr))
  return rows.filter(({ row }, at) => row.position !== rows[at - 1]?.row.position)
}

export type WalkLampKey = Pick<WalkLampDetail['row'], 'walkId' | 'centralUnitId' | 'serial'>

const isKey = ({ walkId, centralUnitId, serial }: WalkLampKey) =>
  and(
    eq(walkLampTable.walkId, walkId),
    eq(walkLampTable.centralUnitId, centralUnitId),
    eq(walkLampTable.serial, serial),
  )

type WalkLampChange = Partial<
  Omit<typeof walkLampTable.$inferInsert, 'walkId' | 'centralUnitId' | 'serial' | 'position'>
>

/** Values of a lamp without a person. */
export const unclaimed = { takenBy: null, takenByName: null, takenUntil: null, blinksUntil: null } as const

export const updateWalkLamp = async (tx: Tx, key: WalkLampKey, change: WalkLampChange): Promise<void> => {
  await tx.update(walkLampTable).set(change).where(isKey(key))
}

/** Assigns an unclaimed lamp to a person; false if somebody is at it. */
export const claimWalkLamp = async (
  tx: Tx,
  key: WalkLampKey,
  claim: WalkLampChange & { takenBy: string },
): Promise<boolean> => {
  const isClaimable = or(isNull(walkLampTable.takenBy), eq(walkLampTable.takenBy, claim.takenBy))
  const rows = await tx
    .update(walkLampTable)
    .set(claim)
    .where(and(isKey(key), isClaimable))
    .returning({ at: walkLampTable.at })
  return rows.length > 0
}

/**
 * Releases lamps of a plant whose claim has expired, in any walk; the plant is locked, so none is claimed meanwhile.
 */
export const releaseExpired = async (tx: Tx, plantId: string, now: Date): Promise<void> => {
  const walks = tx.select({ id: walkTable.id }).from(walkTable).where(eq(walkTable.plantId, plantId))
  await tx
    .update(walkLampTable)
    .set(unclaimed)
    .where(and(lte(walkLampTable.takenUntil, now), inArray(walkLampTable.walkId, walks)))
}

/** Lamps of a walk claimed in another walk, by unit and serial. */
export const listClaimedElsewhere = async (tx: Tx, walkId: string): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select own.central_unit_id || ' ' || own.serial as key
    from walk_lamp as own join walk_lamp as other
      on other.central_unit_id = own.central_unit_id and other.serial = own.serial and other.taken_by is not null
    where own.walk_id = ${walkId} and other.walk_id <> ${walkId}`)
  return new Set(rows.map(({ key }) => key))
}

export const reopenSkipped = async (tx: Tx, walkId: string): Promise<void> => {
  const open = { state: 'open', reason: null, byName: null, at: null, putOff: 0 } as const
  await tx
    .update(walkLampTable)
    .set(open)
    .where(and(eq(walkLampTable.walkId, walkId), eq(walkLampTable.state, 'skipped')))
}

/** Ends a walk and releases its claimed lamps. */
export const endWalk = async (tx: Tx, id: string, endedAt: Date): Promise<void> => {
  await tx
    .update(walkTable)
    .set({ endedAt })
    .where(and(eq(walkTable.id, id), isNull(walkTable.endedAt)))
  await tx
    .update(walkLampTable)
    .set(unclaimed)
    .where(and(eq(walkLampTable.walkId, id), isNotNull(walkLampTable.takenBy)))
}

/** Deletes walks ended or abandoned before a time. */
export const deleteOldWalks = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const isExpired = or(
    lt(walkTable.endedAt, before),
    and(isNull(walkTable.endedAt), lt(walkTable.startedAt, before)),
  ) as SQL
  return deleteBatch(tx, { table: walkTable, key: walkTable.id, which: isExpired, limit })
}
