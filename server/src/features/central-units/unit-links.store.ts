import { nextLink, reusesConnection } from '@vigilux/contract/features/central-units/unit-link.rules.ts'
import type { OnlineUpdate } from '@vigilux/device-plane/device-updates.ts'
import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
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

/**
 * Whether the link belongs to the unit in this life. While the life is unknown, any connected unit with this id
 * matches.
 */
const isLinkOf = (life: string | null, link: UnitLink): boolean => life === null || life === link.life

/** Seconds by which the clock of a unit is ahead in this life; null if unknown. */
export const clockDriftOf = (life: string | null, link: UnitLink | undefined): number | null =>
  link && isLinkOf(life, link) ? link.clockDriftS : null

/** Whether a plant's unit is connected: a box in another life is another unit. */
export const isConnected = (row: Pick<CentralUnitRow, 'life'>, link: UnitLink | undefined): boolean =>
  link?.online === true && isLinkOf(row.life, link)

/** The same check as a join condition between a link and a unit. */
export const isConnectedInEnrolledLife = and(
  eq(unitLinkTable.online, true),
  or(isNull(centralUnitTable.life), eq(centralUnitTable.life, unitLinkTable.life)),
)

const emptyLink = { life: '', boot: 0, connection: 0, online: false, closed: false, clockDriftS: null }

/** The links of these units, locked always in the same order; first-time units get a new one. */
const lockLinks = async (tx: Tx, units: string[], now: Date): Promise<Map<string, UnitLink>> => {
  const lock = () =>
    tx
      .select()
      .from(unitLinkTable)
      .where(inArray(unitLinkTable.unit, units))
      .orderBy(asc(unitLinkTable.unit))
      .for('update')
  const existingLinks = await lock()
  if (existingLinks.length === units.length) return new Map(existingLinks.map((row) => [row.unit, row]))
  const newLinks = units.toSorted().map((unit) => ({ ...emptyLink, unit, since: now, lastSeen: now }))
  await tx.insert(unitLinkTable).values(newLinks).onConflictDoNothing()
  return new Map((await lock()).map((row) => [row.unit, row]))
}

/** A connection before, if known, and after. */
export type LinkChange = { before: UnitLink | undefined; after: UnitLink }

/** Whether a finding about the clock or the connection's number has appeared or disappeared. */
export const hasFindingChanged = ({ before, after }: LinkChange): boolean =>
  isClockWrong(before?.clockDriftS ?? null) !== isClockWrong(after.clockDriftS) ||
  (before !== undefined && reusesConnection(before)) !== reusesConnection(after)

/** Whether the connection changed; a keepalive does not count. */
const isLinkChange = (change: LinkChange): boolean =>
  change.before?.online !== change.after.online || change.before.life !== change.after.life || hasFindingChanged(change)

/** A restarted unit has a new connection, even if nobody noticed it offline. */
const isSameConnection = (current: UnitLink, next: Pick<UnitLink, 'online' | 'life' | 'boot'>): boolean =>
  current.online === next.online && current.life === next.life && current.boot === next.boot

/**
 * Saves births, keepalives and wills in any order, except for units with revoked credentials; returns the affected
 * connections.
 */
export const saveOnline = async (work: Work, updates: OnlineUpdate[]): Promise<LinkChange[]> => {
  const before = await lockLinks(work.tx, [...new Set(updates.map((one) => one.unit))], work.now)
  const after = new Map(before)
  for (const update of updates) {
    const knownLink = after.get(update.unit)
    // Covers nodes yet to notice, and external brokers still admitting the unit.
    if (knownLink?.credentialsRevokedAt) continue
    // A link without a life: no birth was read yet.
    const next = nextLink(knownLink?.life ? knownLink : undefined, update)
    if (!knownLink || !next) continue
    after.set(update.unit, {
      ...knownLink,
      ...next,
      since: isSameConnection(knownLink, next) ? knownLink.since : work.now,
      lastSeen: next.online ? work.now : knownLink.lastSeen,
      clockDriftS: update.driftS ?? clockDriftOf(next.life, knownLink),
    })
  }
  const changedLinks = [...after.values()].filter((link) => before.get(link.unit) !== link)
  if (changedLinks.length === 0) return []
  await work.tx
    .insert(unitLinkTable)
    .values(changedLinks)
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
  const changes = changedLinks.map((link) => ({ before: before.get(link.unit), after: link }))
  if (changes.some(isLinkChange)) work.emit(unitsChanged)
  return changes
}

/** Milliseconds within which further messages of a unit need no update. */
const heardUpdateMs = 1_000

/**
 * Updates `last_seen` of units heard in the life of their connection, and marks disconnected ones as connected; returns
 * the latter.
 */
export const recordHeard = async (work: Work, lives: ReadonlyMap<string, string>): Promise<string[]> => {
  if (lives.size === 0) return []
  const at = sql`${work.now.toISOString()}::timestamptz`
  const { rows } = await work.tx.execute<{ unit: string; turned: boolean }>(sql`
    with heard as (
      select link.unit, link.online from ${unitLinkTable} as link
      join unnest(${sql.param([...lives.keys()])}::text[], ${sql.param([...lives.values()])}::text[]) as input (unit, life)
        on input.unit = link.unit and input.life = link.life
      where link.credentials_revoked_at is null
        and (not link.online or link.last_seen <= ${new Date(work.now.getTime() - heardUpdateMs).toISOString()}::timestamptz)
      order by link.unit for update of link)
    update ${unitLinkTable} as link set online = true, last_seen = ${at},
      since = case when heard.online then link.since else ${at} end
    from heard where heard.unit = link.unit returning link.unit, not heard.online as turned`)
  const changedUnits = rows.filter((row) => row.turned).map(({ unit }) => unit)
  if (changedUnits.length > 0) work.emit(unitsChanged)
  return changedUnits
}

/**
 * Marks a unit as connected after an answer in a life without a known birth: the birth may be on its way to another
 * node, and commands would expire meanwhile.
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

/** Marks units without a report since the given time as disconnected; returns them. */
export const disconnectSilent = async (work: Work, receivedBefore: Date): Promise<UnitLink[]> => {
  const silentLinks = await work.tx
    .update(unitLinkTable)
    .set({ online: false, since: work.now })
    .where(and(eq(unitLinkTable.online, true), lt(unitLinkTable.lastSeen, receivedBefore)))
    .returning()
  if (silentLinks.length > 0) work.emit(unitsChanged)
  return silentLinks
}

export const listAllConnectedUnits = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.select({ unit: unitLinkTable.unit }).from(unitLinkTable).where(eq(unitLinkTable.online, true))
  return rows.map(({ unit }) => unit)
}

/** Which of these units are connected, each in its enrolled life; a unit without a plant in any life. */
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

/** The same check for one unit, as part of a statement. */
export const isConnectedUnit = (unit: SQL | string): SQL<boolean> => sql`exists (select 1 from ${unitLinkTable} link
  left join ${centralUnitTable} own on own.unit = link.unit and own.acquired and own.removed_at is null
  where link.unit = ${unit} and link.online and (own.life is null or own.life = link.life))`

/** Marks a unit with a protocol fault; returns whether the mark is new. */
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

/** Clears the mark of units without faults since the given time; returns them. */
export const clearProtocolFaults = async (work: Work, before: Date): Promise<string[]> => {
  const cleared = await work.tx
    .update(unitLinkTable)
    .set({ protocolFaultAt: null })
    .where(lt(unitLinkTable.protocolFaultAt, before))
    .returning({ unit: unitLinkTable.unit })
  if (cleared.length > 0) work.emit(unitsChanged)
  return cleared.map(({ unit }) => unit)
}

/** Records a unit's use of an older protocol's topics. */
export const recordOlderProtocol = async ({ tx, now }: Work, unit: string): Promise<void> => {
  await tx
    .insert(unitLinkTable)
    .values({ unit, online: false, boot: 0, since: now, lastSeen: now, olderProtocolAt: now })
    .onConflictDoUpdate({ target: unitLinkTable.unit, set: { olderProtocolAt: now } })
}

/** Whether a unit's latest messages use an older protocol. */
export const speaksOlderProtocol = async (tx: Tx, unit: string): Promise<boolean> => {
  const link = (await findLinks(tx, [unit])).get(unit)
  return link?.olderProtocolAt != null && link.olderProtocolAt >= link.lastSeen
}
