import type { Announce } from '../../kernel/announce.ts'
import type { DeviceListeners } from '../../kernel/device-inbox.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CentralUnitRow } from './central-units.schema.ts'
import {
  acquiredUnits,
  findUnit,
  saveShadow,
  saveUnitStates,
  type UnitHead,
  type UnitStateNews,
  unitsById,
  viewUnits,
} from './central-units.store.ts'
import { isClockWrong } from './clock-readings.ts'
import { type LinkChange, saveOnline, type UnitLink } from './unit-links.store.ts'

/** Tells the plants of these units how each is connected. */
export const announceLinks = async (tx: Tx, announce: Announce, links: UnitLink[]): Promise<UnitHead[]> => {
  const acquired = await acquiredUnits(
    tx,
    links.map((link) => link.unit),
  )
  for (const link of links) {
    const row = acquired.get(link.unit)
    if (!row) continue
    announce({ plant: row.plantId }, 'keepalive', {
      plant_id: row.plantId,
      cu_id: row.cuId,
      cu_type: row.cuType,
      cu_connected: link.online,
      last_seen: link.lastSeen.toISOString(),
    })
  }
  return [...acquired.values()]
}

/** Whether a clock that was right is wrong now, or the other way round. */
const hasClockTurned = ({ before, after }: LinkChange): boolean =>
  isClockWrong(before?.clockDriftS ?? null) !== isClockWrong(after.clockDriftS)

/** Keeps what units say of themselves. Only reports change device state. */
export const centralUnitListeners: DeviceListeners = {
  async online(news, { tx, announce, now }) {
    const links = await saveOnline(tx, news, now)
    const acquired = await announceLinks(
      tx,
      announce,
      links.map(({ after }) => after),
    )
    const turned = new Set(links.filter(hasClockTurned).map(({ after }) => after.unit))
    const ids = acquired.filter(({ unit }) => turned.has(unit)).map(({ id }) => id)
    await announceUnits(tx, announce, await unitsById(tx, ids), now)
  },
  async shadow(news, { tx, announce, now }) {
    const acquired = await acquiredUnits(
      tx,
      news.map((one) => one.unit),
    )
    const changed = new Map<string, CentralUnitRow>()
    for (const one of news) {
      const row = changed.get(one.unit) ?? acquired.get(one.unit)
      const saved = row && (await saveShadow(tx, row, one, now))
      if (saved) changed.set(one.unit, saved)
    }
    await announceUnits(tx, announce, [...changed.values()], now)
  },
  async state(news, { tx, announce, now }) {
    const withUnit = news.filter((one) => one.state.unit !== null)
    const acquired = await acquiredUnits(tx, [...new Set(withUnit.map((one) => one.unit))])
    const newest = new Map<string, UnitStateNews>()
    for (const { unit, boot, seq, state } of withUnit) {
      const row = acquired.get(unit)
      const known = newest.get(unit)
      const isOld = known && (boot < known.boot || (boot === known.boot && seq < known.seq))
      if (row && state.unit && !isOld) newest.set(unit, { id: row.id, boot, seq, unit: state.unit })
    }
    // Most messages say of the unit what it said before: nobody need be told that again.
    const changed = await saveUnitStates(tx, [...newest.values()])
    await announceUnits(tx, announce, await unitsById(tx, changed), now)
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
export const announceUnit =
  (clock: Clock) =>
  async ({ tx, announce }: { tx: Tx; announce: Announce }, { plantId, unit }: { plantId: string; unit: string }) => {
    const row = await findUnit(tx, plantId, { topic: unit })
    if (row) await announceUnits(tx, announce, [row], clock.now())
  }
