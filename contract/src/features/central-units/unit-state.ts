import type { Condition } from '../plants/conditions.ts'
import type { CentralUnit } from './central-unit.ts'
import { faultsOfUnit } from './unit-faults.ts'

/** How a unit is, as screens and papers show it: a condition, or one of two that units alone have. */
export type UnitState = Condition | 'notAcquired' | 'disabled'

/** A unit that is not connected is never OK, whatever it last said. */
export const stateOfUnit = (unit: CentralUnit): UnitState => {
  if (unit.connection === 'notAcquired') return 'notAcquired'
  if (unit.connection === 'disconnected') return 'offline'
  if (unit.on_battery) return 'emergency'
  const faults = faultsOfUnit(unit)
  if (faults.some(({ severity }) => severity === 'error') || unit.lamps.in_error > 0) return 'error'
  if (unit.warnings.includes('system_inhibited')) return 'inhibited'
  if (!unit.enabled) return 'disabled'
  return faults.length > 0 ? 'warning' : 'ok'
}
