import { unitId } from '@vigilux/device-plane/topics.ts'
import { capacityOf } from './core/demo-parts.ts'
import { ratedDwOf } from './core/energy-meters.ts'
import { lampsOf } from './core/lamp.ts'
import { randomOf } from './core/random.ts'
import { createFirstPlans } from './core/schedules.ts'
import { factorySettings } from './core/unit-settings.ts'
import { describeLine } from './dali-bus/estate-lines.ts'
import type { Estate, EstateUnit } from './estate.ts'
import { unitWireOf } from './unit-wires.ts'

const describeLamps = ({ type, lamps, uvLamps, seed, plays }: EstateUnit) =>
  lampsOf(lamps, randomOf(seed), { uvLamps, serialDigits: unitWireOf(type).facts.lampSerialDigits }).map(
    (lamp, at) => ({
      addr: at + 1,
      serial: lamp.serial,
      kind: lamp.kind,
      ratedMin: lamp.ratedMin,
      ratedDw: ratedDwOf(lamp),
      capacity: capacityOf(lamp, plays),
    }),
  )

/** Description of an enrolled unit before its first message. */
const describeUnit = (unit: EstateUnit, now: number) => {
  const { type, serial, seed, bridged } = unit
  const { functional, autonomy } = createFirstPlans(now, seed, factorySettings(unitWireOf(type).hardware))
  return {
    unit: unitId(type, serial),
    next: { functional: functional.next, autonomy: autonomy.next },
    lampsPerTestStep: unitWireOf(type).lampsPerTestStep,
    lamps: bridged ? describeLine(unit) : describeLamps(unit),
  }
}

/** Enrolled units, for generators of a matching history. */
export const describeEstate = ({ units }: Estate, now: number) =>
  units.filter(({ enrolled }) => enrolled).map((unit) => describeUnit(unit, now))
