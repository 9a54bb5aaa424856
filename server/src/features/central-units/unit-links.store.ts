import { nextLink, reusesConnection } from '@vigilux/contract/features/central-units/unit-link.rules.ts'
import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { OnlineUpdate } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'
import { isClockWrong } from './clock-readings.ts'

export type UnitLink = typeof unitLinkTable.$inferSelect

export const findLinks = async (tx: Tx, units: string[]): Promise<Map<string, UnitLink>> => {
  if (units.length === 0) return new Map()
  const rows = await tx.select().from(unitLinkTable).where(inArray(unitLinkTable.unit, units))
  return new Map(rows.map((row) => [row.unit, row]))
}

/** Whether the link belongs to the unit in this life. While the life is unknown, any connected unit with that id is taken for it. */
const isLinkOf = (life: string | null, link: UnitLink): boolean => life === null || life === link.life

/** Seconds by which the clock of a unit is ahead in that life; null where that is unknown. */
export const clockDriftOf = (life: string | null, link: UnitLink | undefined): number | null =>
  link && isLinkOf(life, link) ? link.clockDriftS : null

/** Whether a plant's unit is connected: a box that lives another life than the one enrolled is not that unit. */
export const isConnected = (row: Pick<CentralUnitRow, 'life'>, link: UnitLink | undefined): boolean =>
  link?.online === true && isLinkOf(row.life, link)

/** The same of a link and the unit that are joined in a statement. */
export const isConnectedInEnrolledLife = and(
  eq(unitLinkTable.online, true),
  or(isNull(centralUnitTable.life), eq(centralUnitTable.life, unitLinkTable.life)),
)

const emptyLink = { life: '', boot: 0, connection: 0, online: false, closed: false, clockDriftS: null }

/** The links of these units, locked in one order for all; those that connect for the first time get one. */
const lockLinks = async (tx: Tx, units: string[], now: Date): Promise<Map<string, UnitLink>> => {
  const lock = () =>
    tx
      .select()
      .from(unitLinkTable)
      .where(inArray(unitLinkTable.unit, units))
      .orderBy(asc(unitLinkTable.unit))
      .for('update')
  const known = await lock()
  if (known.length === units.length) return new Map(known.map((row) => [row.unit, row]))
  const fresh = units.toSorted().map((unit) => ({ ...emptyLink, unit, since: now, lastSeen: now }))
  await tx.insert(unitLinkTable).values(fresh).onConflictDoNothing()
  return new Map((await lock()).map((row) => [row.unit, row]))
}

/** A connection as it was, where it was known, and as it is. */
export type LinkChange = { before: UnitLink | undefined; after: UnitLink }

/** Whether a finding of the clock or of the connection's number has come or gone. */
export const hasFindingChanged = ({ before, after }: LinkChange): boolean =>
  isClockWrong(before?.clockDriftS ?? null) !== isClockWrong(after.clockDriftS) ||
  (before !== undefined && reusesConnection(before)) !== reusesConnection(after)

/** A keepalive is none. */
const isLinkChange = (change: LinkChange): boolean =>
  change.before?.online !== change.after.online || change.before.life !== change.after.life || hasFindingChanged(change)

/** A unit that has started again is connected since then, also where nobody noticed that it was away. */
const isSameConnection = (known: UnitLink, next: Pick<UnitLink, 'online' | 'life' | 'boot'>): boolean =>
  known.online === next.online && known.life === next.life && known.boot === next.boot

/**
 * Stores births, keepalives and wills, whatever order they come in, but none of units whose credentials were revoked; returns
 * the connections that were touched.
 */
export const saveOnline = async (work: Work, news: OnlineUpdate[]): Promise<LinkChange[]> => {
  const before = await lockLinks(work.tx, [...new Set(news.map((one) => one.unit))], work.now)
  const after = new Map(before)
  for (const one of news) {
    const known = after.get(one.unit)
    // Where a node has not noticed yet, and lets in what an external broker still does.
    if (known?.credentialsRevokedAt) continue
    // A link without a life is one of which nothing was read yet.
    const next = nextLink(known?.life ? known : undefined, one)
    if (!known || !next) continue
    after.set(one.unit, {
      ...known,
      ...next,
      since: isSameConnection(known, next) ? known.since : work.now,
      lastSeen: next.online ? work.now : known.lastSeen,
      clockDriftS: one.driftS ?? clockDriftOf(next.life, known),
    })
  }
  const touched = [...after.values()].filter((link) => before.get(link.unit) !== link)
  if (touched.length === 0) return []
  await work.tx
    .insert(unitLinkTable)
    .values(touched)
    .onConflictDoUpdate({
      target: unitLinkTable.unit,
      set: {
        online: sql`excluded.online`,
        closed: sql`excluded.closed`,
        life: sql`excluded.life`,
        boot: sql`excluded.boot`,
        connection: sql`excluded.connection`,
        since: sql`excluded.since`,
        lastSeen: sql`excluded.last_seen`,
        clockDriftS: sql`excluded.clock_drift_s`,
      },
    })
  const changes = touched.map((link) => ({ before: before.get(link.unit), after: link }))
  if (changes.some(isLinkChange)) work.emit(unitsChanged)
  return changes
}

/** Units of which so much was heard lately need no new row. */
const heardUpdateMs = 1_000

/**
 * Moves `last_seen` of units of which something was heard in the life of their connection, and takes those as connected
 * that were not; answers the units that were not.
 */
export const recordHeard = async (work: Work, lives: ReadonlyMap<string, string>): Promise<string[]> => {
  if (lives.size === 0) return []
  const at = sql`${work.now.toISOString()}::timestamptz`
  const { rows } = await work.tx.execute<{ unit: string; turned: boolean }>(sql`
    with heard as (
      select link.unit, link.online from ${unitLinkTable} as link
      join unnest(${sql.param([...lives.keys()])}::text[], ${sql.param([...lives.values()])}::text[]) as told (unit, life)
        on told.unit = link.unit and told.life = link.life
      where link.credentials_revoked_at is null
        and (not link.online or link.last_seen <= ${new Date(work.now.getTime() - heardUpdateMs).toISOString()}::timestamptz)
      order by link.unit for update of link)
    update ${unitLinkTable} as link set online = true, last_seen = ${at},
      since = case when heard.online then link.since else ${at} end
    from heard where heard.unit = link.unit returning link.unit, not heard.online as turned`)
  const turned = rows.filter((row) => row.turned).map(({ unit }) => unit)
  if (turned.length > 0) work.emit(unitsChanged)
  return turned
}

/**
 * Takes a unit as connected that has answered under a life of which no birth was read yet: that may be on its way to
 * another node, and what is asked of the unit meanwhile would expire.
 */
export const recordAnswered = async (work: Work, unit: string, life: string): Promise<void> => {
  const first = { life, boot: 0, connection: 0, online: true, closed: false, since: work.now, lastSeen: work.now }
  await work.tx
    .insert(unitLinkTable)
    .values({ unit, ...first })
    .onConflictDoUpdate({
      target: unitLinkTable.unit,
      set: first,
      setWhere: sql`unit_link.life <> excluded.life and unit_link.credentials_revoked_at is null`,
    })
  work.emit(unitsChanged)
}

/** Takes units as disconnected that did not report since the given time; returns them. */
export const disconnectSilent = async (work: Work, receivedBefore: Date): Promise<UnitLink[]> => {
  const silent = await work.tx
    .update(unitLinkTable)
    .set({ online: false, since: work.now })
    .where(and(eq(unitLinkTable.online, true), lt(unitLinkTable.lastSeen, receivedBefore)))
    .returning()
  if (silent.length > 0) work.emit(unitsChanged)
  return silent
}

/** Every unit that is connected now. */
export const listAllConnectedUnits = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.select({ unit: unitLinkTable.unit }).from(unitLinkTable).where(eq(unitLinkTable.online, true))
  return rows.map(({ unit }) => unit)
}

/** Which of these units are connected now, each as its plant's own; one that no plant has enrolled as whoever it is. */
export const listConnectedUnits = async (tx: Tx, units: string[]): Promise<Set<string>> => {
  if (units.length === 0) return new Set()
  const { unit, acquired, removedAt } = centralUnitTable
  const rows = await tx
    .select({ unit: unitLinkTable.unit })
    .from(unitLinkTable)
    .leftJoin(centralUnitTable, and(eq(unit, unitLinkTable.unit), eq(acquired, true), isNull(removedAt)))
    .where(and(inArray(unitLinkTable.unit, units), isConnectedInEnrolledLife))
  return new Set(rows.map((row) => row.unit))
}

/** The same of one unit, as a part of a statement about something else. */
export const isConnectedUnit = (unit: SQL | string): SQL<boolean> => sql`exists (select 1 from ${unitLinkTable} link
  left join ${centralUnitTable} own on own.unit = link.unit and own.acquired and own.removed_at is null
  where link.unit = ${unit} and link.online and (own.life is null or own.life = link.life))`

/** Marks a unit that repeatedly sends what cannot be read or stored; whether it was not marked before. */
export const markProtocolFault = async (work: Work, unit: string): Promise<boolean> => {
  const before = (await findLinks(work.tx, [unit])).get(unit)
  await work.tx
    .insert(unitLinkTable)
    .values({ unit, online: false, boot: 0, since: work.now, lastSeen: work.now, protocolFaultAt: work.now })
    .onConflictDoUpdate({ target: unitLinkTable.unit, set: { protocolFaultAt: work.now } })
  const isNew = (before?.protocolFaultAt ?? null) === null
  if (isNew) work.emit(unitsChanged)
  return isNew
}

/** Takes the mark from units that have behaved since the given time; answers them. */
export const clearProtocolFaults = async (work: Work, before: Date): Promise<string[]> => {
  const cleared = await work.tx
    .update(unitLinkTable)
    .set({ protocolFaultAt: null })
    .where(lt(unitLinkTable.protocolFaultAt, before))
    .returning({ unit: unitLinkTable.unit })
  if (cleared.length > 0) work.emit(unitsChanged)
  return cleared.map(({ unit }) => unit)
}

/** Notes that a unit has tried topics of an older protocol. */
export const recordOlderProtocol = async ({ tx, now }: Work, unit: string): Promise<void> => {
  await tx
    .insert(unitLinkTable)
    .values({ unit, online: false, boot: 0, since: now, lastSeen: now, olderProtocolAt: now })
    .onConflictDoUpdate({ target: unitLinkTable.unit, set: { olderProtocolAt: now } })
}

/** Whether what was last heard of a unit is that it speaks an older protocol. */
export const speaksOlderProtocol = async (tx: Tx, unit: string): Promise<boolean> => {
  const link = (await findLinks(tx, [unit])).get(unit)
  return link?.olderProtocolAt != null && link.olderProtocolAt >= link.lastSeen
}
