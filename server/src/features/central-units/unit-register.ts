import type { RegisterContext } from '../../kernel/device-listeners.ts'
import type { DeviceMessage } from '../../kernel/device-messages.ts'
import type { EnrolledUnits, UnitRegister } from '../../kernel/unit-register.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { broadcastUnits } from './ingest-units.ts'
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
      rows.map(({ id: centralUnitId, plantId, unit, strangerLife: life }) =>
        entryOfUnit({ kind: 'unitStranger', plantId, centralUnitId, unit, life, at: work.now, by: null }),
      ),
    )
    await broadcastUnits(work, rows)
  },
}
