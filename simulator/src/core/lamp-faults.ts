import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { VirtualLamp } from './lamp.ts'
import type { UnitContext } from './unit-context.ts'

/** Sets exactly these faults on a lamp, and records each change. */
export const setFaults = (unit: UnitContext, lamp: VirtualLamp, faults: readonly ReportedLampError[]): void => {
  const before = lamp.faults
  lamp.faults = faults
  unit.list.isChanged = true
  for (const fault of faults) {
    if (!before.includes(fault)) unit.record({ kind: 'lampFault', lamp, fault, isCleared: false })
  }
  for (const fault of before) {
    if (faults.includes(fault)) continue
    if (fault === 'battery_duration') lamp.capacity = 1.2
    unit.record({ kind: 'lampFault', lamp, fault, isCleared: true })
  }
  unit.changed([lamp])
}
