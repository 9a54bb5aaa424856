import { unitId } from '@vigilux/device-plane/topics.ts'
import { capacityOf } from './core/demo-parts.ts'
import { ratedDwOf } from './core/energy-meters.ts'
import { lampsOf } from './core/lamp.ts'
import { randomOf } from './core/random.ts'
import { createFirstPlans } from './core/schedules.ts'
import { factorySettings } from './core/unit-settings.ts'
import type { Estate, EstateUnit } from './estate.ts'
import { unitWireOf } from './unit-wires.ts'

/** What somebody who knows an enrolled unit well can say of it before it has said anything itself. */
const describeUnit = ({ type, serial, lamps, uvLamps, seed, plays }: EstateUnit, now: number) => {
  const { functional, autonomy } = createFirstPlans(now, seed, factorySettings(unitWireOf(type).hardware))
  return {
    unit: unitId(type, serial),
    next: { functional: functional.next, autonomy: autonomy.next },
    lampsPerTestStep: unitWireOf(type).lampsPerTestStep,
    lamps: lampsOf(lamps, randomOf(seed), uvLamps).map((lamp, at) => ({
      addr: at + 1,
      serial: lamp.serial,
      kind: lamp.kind,
      ratedMin: lamp.ratedMin,
      ratedDw: ratedDwOf(lamp),
      capacity: capacityOf(lamp, plays),
    })),
  }
}

/** The enrolled units: whoever makes up a past of theirs makes up one that leads to them. */
export const describeEstate = ({ units }: Estate, now: number) =>
  units.filter(({ enrolled }) => enrolled).map((unit) => describeUnit(unit, now))
