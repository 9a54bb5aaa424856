import { quarterS } from '@vigilux/contract/features/energy/energy.rules.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import { clockDriftOf, findLinks, isClockWrong } from '../central-units/index.ts'
import { telemetryStored } from './energy.domain-events.ts'
import { countUnbooked, insertWaitingTelemetry } from './energy.store.ts'

const momentMs = quarterS * 1_000
/** Units retain unacknowledged readings for 40 days; older ones are not credible. */
const oldestMs = 41 * 86_400_000
/** Maximum milliseconds ahead, because clocks differ. */
const maxAheadMs = 5 * 60_000

/**
 * Stores telemetry until it is booked, so a message costs only a row. Readings with a wrong clock would count in the
 * wrong hour: they are acknowledged and only counted, and people see the number.
 */
export const energyListeners: DeviceListeners = {
  async telemetry(updates, { work, units }) {
    const links = await findLinks(work.tx, [...new Set(updates.map(({ unit }) => unit))])
    const [oldestTime, newestTime] = [work.now.getTime() - oldestMs, work.now.getTime() + maxAheadMs]
    const judgedReadings = updates.flatMap(({ unit, life, first, count, lamps }) => {
      const row = units.get(unit)
      if (!row) return []
      const isTimely = first * momentMs >= oldestTime && (first + count - 1) * momentMs <= newestTime
      const isBelieved = isTimely && !isClockWrong(clockDriftOf(life, links.get(unit)))
      return [{ centralUnitId: row.id, readings: { first, count, lamps }, isBelieved }]
    })
    const { kept: believed = [], aside: unbooked = [] } = Object.groupBy(judgedReadings, ({ isBelieved }) =>
      isBelieved ? 'kept' : 'aside',
    )
    if (believed.length > 0) await insertWaitingTelemetry(work.tx, believed)
    for (const [unitId, unitReadings] of Map.groupBy(unbooked, ({ centralUnitId }) => centralUnitId))
      await countUnbooked(
        work.tx,
        unitId,
        unitReadings.reduce((total, { readings }) => total + readings.count, 0),
        work.now,
      )
    work.emit(telemetryStored)
  },
}
