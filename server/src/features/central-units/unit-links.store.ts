import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { OnlineNews } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable } from './central-units.schema.ts'

export type UnitLink = typeof unitLinkTable.$inferSelect

export const findLinks = async (tx: Tx, units: string[]): Promise<Map<string, UnitLink>> => {
  if (units.length === 0) return new Map()
  const rows = await tx.select().from(unitLinkTable).where(inArray(unitLinkTable.unit, units))
  return new Map(rows.map((row) => [row.unit, row]))
}

/** A connection as it was, where it was known, and as it is. */
export type LinkChange = { before: UnitLink | undefined; after: UnitLink }

/**
 * Stores births, keepalives and wills; answers the connections that were touched. A will of an earlier boot than the
 * last birth is old news and changes nothing.
 */
export const saveOnline = async (tx: Tx, news: OnlineNews[], now: Date): Promise<LinkChange[]> => {
  const before = await findLinks(tx, [...new Set(news.map((one) => one.unit))])
  const after = new Map(before)
  for (const one of news) {
    const known = after.get(one.unit)
    if (known && one.boot < known.boot) continue
    const changed = known?.online !== one.online
    after.set(one.unit, {
      unit: one.unit,
      online: one.online,
      boot: one.boot,
      since: !known || changed ? now : known.since,
      lastSeen: one.online || !known ? now : known.lastSeen,
      clockDriftS: one.driftS ?? known?.clockDriftS ?? null,
      protocolFaultAt: known?.protocolFaultAt ?? null,
    })
  }
  const touched = [...after.values()].filter((link) => before.get(link.unit) !== link)
  if (touched.length === 0) return []
  await tx
    .insert(unitLinkTable)
    .values(touched)
    .onConflictDoUpdate({
      target: unitLinkTable.unit,
      set: {
        online: sql`excluded.online`,
        boot: sql`excluded.boot`,
        since: sql`excluded.since`,
        lastSeen: sql`excluded.last_seen`,
        clockDriftS: sql`excluded.clock_drift_s`,
      },
    })
  return touched.map((link) => ({ before: before.get(link.unit), after: link }))
}

/** Takes units as disconnected that were not heard since the given time; answers them. */
export const disconnectSilent = (tx: Tx, heardBefore: Date, now: Date): Promise<UnitLink[]> =>
  tx
    .update(unitLinkTable)
    .set({ online: false, since: now })
    .where(and(eq(unitLinkTable.online, true), lt(unitLinkTable.lastSeen, heardBefore)))
    .returning()

/** Every unit that is connected now. */
export const allConnectedUnits = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.select({ unit: unitLinkTable.unit }).from(unitLinkTable).where(eq(unitLinkTable.online, true))
  return rows.map(({ unit }) => unit)
}

/** Which of these units are connected now. */
export const connectedUnits = async (tx: Tx, units: string[]): Promise<Set<string>> => {
  const links = await findLinks(tx, units)
  return new Set([...links.values()].filter((link) => link.online).map((link) => link.unit))
}

/** Marks a unit that repeatedly sends what cannot be read or stored; whether it was not marked before. */
export const markProtocolFault = async (tx: Tx, unit: string, now: Date): Promise<boolean> => {
  const before = (await findLinks(tx, [unit])).get(unit)
  await tx
    .insert(unitLinkTable)
    .values({ unit, online: false, boot: 0, since: now, lastSeen: now, protocolFaultAt: now })
    .onConflictDoUpdate({ target: unitLinkTable.unit, set: { protocolFaultAt: now } })
  return (before?.protocolFaultAt ?? null) === null
}

/** Takes the mark from units that have behaved since the given time; answers them. */
export const clearProtocolFaults = async (tx: Tx, before: Date): Promise<string[]> => {
  const cleared = await tx
    .update(unitLinkTable)
    .set({ protocolFaultAt: null })
    .where(lt(unitLinkTable.protocolFaultAt, before))
    .returning({ unit: unitLinkTable.unit })
  return cleared.map(({ unit }) => unit)
}
