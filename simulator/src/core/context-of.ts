import type { Enrolment } from './enrolment.ts'
import { chargeAt, setActivity } from './lamp.ts'
import type { PowerSupply } from './power-supply.ts'
import type { Reporter } from './reporter.ts'
import type { Telemetry } from './telemetry.ts'
import type { UnitContext } from './unit-context.ts'
import type { VirtualUnitOptions } from './unit-options.ts'
import type { UnitEvent } from './unit-wire.ts'

type Unit = Pick<UnitContext, 'random' | 'clock' | 'list'> & {
  readonly enrolment: Enrolment
  readonly supply: PowerSupply
}

/**
 * Access of a unit's parts to the unit. They are created before the unit is complete, so `unit` and `reporter` are read
 * only on later events.
 */
export const contextOf = (
  unit: Unit,
  { wire, wheel, pace }: VirtualUnitOptions,
  { record, reporter, telemetry }: { record(event: UnitEvent): void; reporter(): Reporter; telemetry(): Telemetry },
): UnitContext => ({
  wire,
  wheel,
  random: unit.random,
  pace,
  clock: unit.clock,
  list: unit.list,
  isEnrolled: () => unit.enrolment.state === 'enrolled',
  isInEmergency: () => unit.supply.onBattery || unit.supply.isForced,
  record,
  changed: (lamps) => reporter().changed(telemetry().follow(lamps)),
  detailChanged: (lamps) => reporter().detailChanged(telemetry().follow(lamps)),
  listChanged: () => reporter().listChanged(),
  shadowChanged: () => reporter().shadowChanged(),
  setActivity: (lamps, activity) => {
    const now = Date.now()
    const lampSet = [...lamps]
    for (const lamp of lampSet) setActivity(lamp, activity, now, pace.speed)
    reporter().changed(telemetry().follow(lampSet))
  },
  chargeOf: (lamp) => chargeAt(lamp, Date.now(), pace.speed),
})
