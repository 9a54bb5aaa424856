import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import {
  findUnit,
  listUnitsById,
  saveShadow,
  saveUnitStates,
  type UnitStateReport,
  viewUnits,
} from './central-units.store.ts'
import { saveLampCountWarnings } from './lamp-count-warnings.store.ts'
import { recordUnitCauses } from './record-unit-causes.ts'
import {
  findLinks,
  hasFindingChanged,
  isConnected,
  recordHeard,
  saveOnline,
  type UnitLink,
} from './unit-links.store.ts'

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
