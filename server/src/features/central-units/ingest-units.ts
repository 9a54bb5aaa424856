import type { DeviceMessage, RecordUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners, RegisterContext } from '../../kernel/device-listeners.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnits, UnitRegister } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import {
  findUnit,
  listUnitsById,
  saveShadow,
  saveUnitStates,
  type UnitStateReport,
  viewUnits,
} from './central-units.store.ts'
import { isClockWrong } from './clock-readings.ts'
import { saveLampCountWarnings } from './lamp-count-warnings.store.ts'
import { recordUnitCauses } from './record-unit-causes.ts'
import {
  clockDriftOf,
  findLinks,
  hasFindingChanged,
  isConnected,
  recordHeard,
  saveOnline,
  type UnitLink,
} from './unit-links.store.ts'
import { adoptLives, lockEnrolled, markUnknownUnits, type ReportedLife } from './unit-lives.store.ts'

/** A birth proves the unit's current life. Retained and delayed messages describe the past. */
const isBirth = ({ channel, update, retained }: DeviceMessage): boolean =>
  !retained && channel === 'online' && update.online

/** The last life of each unit among these messages, if it differs from its row's. */
const otherLives = (items: readonly DeviceMessage[], units: EnrolledUnits): ReportedLife[] => {
  const reportedLives = new Map<string, ReportedLife>()
  for (const { update } of items) {
    const knownUnit = units.get(update.unit)
    if (knownUnit && knownUnit.life !== update.life)
      reportedLives.set(knownUnit.id, { id: knownUnit.id, life: update.life })
  }
  return [...reportedLives.values()]
}

export const unitRegister: UnitRegister<RegisterContext> = {
  async find(items, { work }) {
    const ids = [...new Set(items.map(({ update }) => update.unit))]
    const units = new Map((await lockEnrolled(work.tx, ids)).map((row) => [row.unit, row]))
    const unitsWithoutLife = new Map([...units].filter(([, { life }]) => life === null))
    const liveMessages = items.filter((item) => !item.retained && (item.channel !== 'online' || item.update.online))
    const adoptedLives = new Map(
      (await adoptLives(work, otherLives(liveMessages, unitsWithoutLife))).map(({ id, life }) => [id, life]),
    )
    for (const [unit, row] of unitsWithoutLife) units.set(unit, { ...row, life: adoptedLives.get(row.id) ?? null })
    return units
  },
  async markUnknownUnits(items, units, { work }) {
    const rows = await markUnknownUnits(work, otherLives(items.filter(isBirth), units))
    addEntries(
      work,
      rows.map(({ id: centralUnitId, plantId, unit, unknownLife: life }) =>
        entryOfUnit({ kind: 'unitStranger', plantId, centralUnitId, unit, life, at: work.now, by: null }),
      ),
    )
    await broadcastUnits(work, rows)
  },
}

/** No unit was made earlier; a clock before this date has lost its time. */
const earliestTime = new Date('2020-01-01T00:00:00Z')
/** Maximum milliseconds by which a record may be ahead of its receipt, because clocks differ. */
const maxAheadMs = 5 * 60_000

/** A record with its stored time. */
export type TimedRecord = RecordUpdate & {
  at: Date
  /**
   * The unit's clock was wrong: `at` is the time of receipt, or a time without a zone read as UTC, and proves nothing.
   */
  clockWrong: boolean
}

/**
 * Determines the times of records. The time of receipt replaces unreadable and impossible times, and all times while
 * the unit's clock is known to be wrong, so no clock can put a record before or after all others.
 */
export const judgeRecordTimes = async (tx: Tx, updates: RecordUpdate[], now: Date): Promise<TimedRecord[]> => {
  const links = await findLinks(tx, [...new Set(updates.map(({ unit }) => unit))])
  const latestTime = new Date(now.getTime() + maxAheadMs)
  return updates.map((update) => {
    const unitTime = update.unitTime
    const isPossible = unitTime !== null && unitTime.at >= earliestTime && unitTime.at <= latestTime
    const isUsable = isPossible && !isClockWrong(clockDriftOf(update.life, links.get(update.unit)))
    return { ...update, at: isUsable ? unitTime.at : now, clockWrong: !isUsable || !unitTime.hasZone }
  })
}

/** Broadcasts the connections of these units to their plants. */
export const broadcastLinks = (work: Work, links: readonly UnitLink[], units: EnrolledUnits): void => {
  for (const link of links) {
    const row = units.get(link.unit)
    if (!row) continue
    work.broadcast({ plant: row.plantId }, 'keepalive', {
      plant_id: row.plantId,
      cu_id: row.cuId,
      cu_type: row.cuType,
      cu_connected: isConnected(row, link),
      last_seen: link.lastSeen.toISOString(),
    })
  }
}

/** Saves units' reports about themselves. Only reports change device state. */
export const centralUnitListeners: DeviceListeners = {
  async online(updates, { work, units }) {
    const links = await saveOnline(work, updates)
    broadcastLinks(
      work,
      links.map(({ after }) => after),
      units,
    )
    const changedUnitIds = links.filter(hasFindingChanged).flatMap(({ after }) => units.get(after.unit)?.id ?? [])
    await broadcastUnits(work, await listUnitsById(work.tx, changedUnitIds))
  },
  async heard(lives, { work, units }) {
    const changedTopics = await recordHeard(work, lives)
    if (changedTopics.length === 0) return
    broadcastLinks(work, [...(await findLinks(work.tx, changedTopics)).values()], units)
    const ids = changedTopics.flatMap((unit) => units.get(unit)?.id ?? [])
    await broadcastUnits(work, await listUnitsById(work.tx, ids))
  },
  async shadow(updates, { work, units }) {
    const changed = new Set<string>()
    for (const update of updates) {
      const row = units.get(update.unit)
      const savedUnit = row && (await saveShadow(work.tx, row.id, update, work.now))
      if (savedUnit) changed.add(savedUnit.id)
    }
    await broadcastUnits(work, await saveLampCountWarnings(work, [...changed]))
  },
  async state(updates, { work, units }) {
    const newest = new Map<string, UnitStateReport>()
    for (const { unit, boot, seq, state } of updates) {
      const row = units.get(unit)
      const newestReport = newest.get(unit)
      const isOld = newestReport && (boot < newestReport.boot || (boot === newestReport.boot && seq < newestReport.seq))
      if (row && state.unit && !isOld) newest.set(unit, { id: row.id, boot, seq, unit: state.unit })
    }
    // Most messages repeat the previous state, which needs no broadcast.
    const changed = await saveUnitStates(work, [...newest.values()])
    await recordUnitCauses(work.tx, changed, { units, now: work.now })
    const ids = changed.map(({ id }) => id)
    await broadcastUnits(work, await saveLampCountWarnings(work, ids))
  },
}

/** Broadcasts the whole of each unit, once per batch. */
export const broadcastUnits = async (work: Work, rows: CentralUnitRow[]): Promise<void> => {
  const units = await viewUnits(work, rows)
  for (const [index, unit] of units.entries()) {
    const plantId = rows[index]?.plantId
    if (plantId) work.broadcast({ plant: plantId }, 'shadow', { plant_id: plantId, unit })
  }
}

/** Broadcasts the current state of one unit. */
export const broadcastUnit = async (
  work: Work,
  { plantId, unit }: { plantId: string; unit: string },
): Promise<void> => {
  const row = await findUnit(work.tx, plantId, { topic: unit })
  if (row) await broadcastUnits(work, [row])
}
