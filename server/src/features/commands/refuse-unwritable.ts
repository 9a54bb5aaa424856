import type { CentralUnitType, UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody } from '@vigilux/device-plane/command-sets.ts'
import { fail } from '../../kernel/refusal.ts'

/**
 * Refuses what a unit of this type cannot be asked for, as a position beyond those that it has. What an action takes is the
 * same for all types, so its input alone does not show it. Which of its fields is at fault is not known here.
 */
export const refuseUnwritable = (type: CentralUnitType, command: UnitCommand): void => {
  try {
    commandBody(type, command)
  } catch {
    fail('INVALID_INPUT', { fields: [] })
  }
}
