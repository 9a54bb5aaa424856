import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import { defaultRetries } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import { isUnitCommand, unitCommands } from '@vigilux/device-plane/command-sets.ts'

/** How long the work of a command is waited for where its declaration says nothing else. */
const usualWorkMs = 35_000

/** How patient the platform is with a command to a unit of this type. */
export const policyFor = (name: UnitCommandName, facts: UnitTypeFacts): CommandPolicy => {
  const { retries, answerTimeoutMs = facts.answerTimeoutMs, workTimeoutMs = usualWorkMs } = unitCommands[name]
  return {
    answerTimeoutMs,
    workTimeoutMs,
    retries: retries === 'ofType' ? facts.retries : (retries ?? defaultRetries),
  }
}

export const setsWorking = (name: UnitCommandName): boolean => !unitCommands[name].isAside
export const disturbsOperation = (name: UnitCommandName): boolean => !unitCommands[name].isHarmless
export const changesConfiguration = (name: string): boolean =>
  isUnitCommand(name) && unitCommands[name].configures === true
