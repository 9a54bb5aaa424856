import type { Condition } from '../plants/conditions.ts'
import type { CentralUnit } from './central-unit.ts'
import { safetyOfUnit } from './unit-safety.rules.ts'

/** State of a unit on screens and documents: a condition, or one of two states of units only. */
export type UnitState = Condition | 'notAcquired' | 'disabled'

/** State of a unit. Without a connection it is never `ok`, whatever it last reported. */
export const stateOfUnit = (unit: CentralUnit): UnitState => {
  const { contact, condition } = safetyOfUnit(unit)
  if (contact === 'notAcquired') return 'notAcquired'
  return !unit.enabled && (condition === 'warning' || condition === 'ok') ? 'disabled' : condition
}
