import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import { defaultRetries } from '@vigilux/contract/features/commands/command.ts'
import { isUnitCommand, type UnitCommandName, unitCommands } from '@vigilux/device-plane/commands.ts'

/** Default milliseconds to wait for the work of a command. */
const defaultWorkMs = 35_000

/** Seconds of grace after a unit's window, which the unit closes and reports itself. */
const windowGraceS = 2

/** Timeouts of a command to a unit of this type: as long as the command's window, if any. */
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

export const setsWorking = (name: UnitCommandName): boolean => !unitCommands[name].isBackground
export const disturbsOperation = (name: UnitCommandName): boolean => !unitCommands[name].allowedDuringOperation
export const changesConfiguration = (name: string): boolean =>
  isUnitCommand(name) && unitCommands[name].configures === true
