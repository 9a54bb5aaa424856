import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import { defaultRetries } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import { isUnitCommand, unitCommands } from '@vigilux/device-plane/command-sets.ts'

/** How long the work of a command is waited for where its declaration says nothing else. */
const defaultWorkMs = 35_000

/** A unit closes the window that it was to open by itself, and says so; a little later it is not waited for any more. */
const windowGraceS = 2

/** How patient the platform is with a command to a unit of this type: as long as the window that the command opens, if any. */
export const policyFor = (
  command: { name: UnitCommandName; windowS?: number },
  facts: UnitTypeFacts,
): CommandPolicy => {
  const { retries, answerTimeoutMs = facts.answerTimeoutMs, workTimeoutMs = defaultWorkMs } = unitCommands[command.name]
  const windowMs = command.windowS === undefined ? undefined : (command.windowS + windowGraceS) * 1000
  return {
    answerTimeoutMs: windowMs ?? answerTimeoutMs,
    workTimeoutMs: windowMs ?? workTimeoutMs,
    retries: retries === 'ofType' ? facts.retries : (retries ?? defaultRetries),
  }
}

export const setsWorking = (name: UnitCommandName): boolean => !unitCommands[name].isAside
export const disturbsOperation = (name: UnitCommandName): boolean => !unitCommands[name].allowedDuringOperation
export const changesConfiguration = (name: string): boolean =>
  isUnitCommand(name) && unitCommands[name].configures === true
