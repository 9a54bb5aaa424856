import type { Announce } from '../../kernel/announce.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import {
  findUnit,
  saveShadow,
  saveUnitStates,
  type UnitStateNews,
  unitsById,
  viewUnits,
} from './central-units.store.ts'
import { warnOfLampCounts } from './lamp-count-warnings.store.ts'
import { noteTroubles } from './note-troubles.ts'
import { findLinks, hasFindingTurned, isConnected, saveHeard, saveOnline, type UnitLink } from './unit-links.store.ts'

/** Tells the plants of these units how each is connected. */
export const announceLinks = (announce: Announce, links: readonly UnitLink[], units: EnrolledUnits): void => {
  for (const link of links) {
    const row = units.get(link.unit)
    if (!row) continue
    announce({ plant: row.plantId }, 'keepalive', {
      plant_id: row.plantId,
      cu_id: row.cuId,
      cu_type: row.cuType,
      cu_connected: isConnected(row, link),
      last_seen: link.lastSeen.toISOString(),
    })
  }
}

/** Keeps what units say of themselves. Only reports change device state. */
export const centralUnitListeners: DeviceListeners = {
  async online(news, { tx, announce, units, now }) {
    const links = await saveOnline(tx, news, now)
    announceLinks(
      announce,
      links.map(({ after }) => after),
      units,
    )
    const turned = links.filter(hasFindingTurned).flatMap(({ after }) => units.get(after.unit)?.id ?? [])
    await announceUnits(tx, announce, await unitsById(tx, turned), now)
  },
  async heard(lives, { tx, announce, units, now }) {
    const turned = await saveHeard(tx, lives, now)
    if (turned.length === 0) return
    announceLinks(announce, [...(await findLinks(tx, turned)).values()], units)
    const ids = turned.flatMap((unit) => units.get(unit)?.id ?? [])
    await announceUnits(tx, announce, await unitsById(tx, ids), now)
  },
  async shadow(news, { tx, announce, units, now, ports }) {
    const changed = new Set<string>()
    for (const one of news) {
      const row = units.get(one.unit)
      const saved = row && (await saveShadow(tx, row.id, one, now))
      if (saved) changed.add(saved.id)
    }
    await announceUnits(tx, announce, await warnOfLampCounts({ tx, ports }, [...changed]), now)
  },
  async state(news, { tx, announce, units, now, ports }) {
    const newest = new Map<string, UnitStateNews>()
    for (const { unit, boot, seq, state } of news) {
      const row = units.get(unit)
      const known = newest.get(unit)
      const isOld = known && (boot < known.boot || (boot === known.boot && seq < known.seq))
      if (row && state.unit && !isOld) newest.set(unit, { id: row.id, boot, seq, unit: state.unit })
    }
    // Most messages say of the unit what it said before: nobody need be told that again.
    const changed = await saveUnitStates(tx, [...newest.values()])
    await noteTroubles(tx, changed, { units, now })
    const ids = changed.map(({ id }) => id)
    await announceUnits(tx, announce, await warnOfLampCounts({ tx, ports }, ids), now)
  },
}

/** Tells watchers the whole of each unit, once per batch. */
export const announceUnits = async (tx: Tx, announce: Announce, rows: CentralUnitRow[], now: Date): Promise<void> => {
  const units = await viewUnits(tx, rows, now)
  for (const [index, unit] of units.entries()) {
    const plantId = rows[index]?.plantId
    if (plantId) announce({ plant: plantId }, 'shadow', { plant_id: plantId, unit })
  }
}

/** Tells watchers how one unit is now. */
export const announceUnit = async (
  { tx, announce, now }: { tx: Tx; announce: Announce; now: Date },
  { plantId, unit }: { plantId: string; unit: string },
): Promise<void> => {
  const row = await findUnit(tx, plantId, { topic: unit })
  if (row) await announceUnits(tx, announce, [row], now)
}
