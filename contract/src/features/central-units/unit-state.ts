import type { Condition } from '../plants/conditions.ts'
import type { CentralUnit } from './central-unit.ts'
import { faultsOfUnit } from './unit-faults.ts'

/** State of a unit on screens and documents: a condition, or one of two states that only units have. */
export type UnitState = Condition | 'notAcquired' | 'disabled'

/** State of a unit. Without a connection it is never `ok`, whatever it last reported. */
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
