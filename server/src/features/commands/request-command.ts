import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import {
  commandBody,
  type QuietCommandName,
  type UnitCommand,
  type UnitCommandName,
} from '@vigilux/device-plane/commands.ts'
import type { Work } from '../../kernel/work.ts'
import { disturbsOperation } from './command-policies.ts'
import { type CommandRequest, type CommandRequester, queueCommand, typeOf } from './send-commands.ts'
import { findHold } from './unit-holds.store.ts'

/** Refuses, naming the holder, while an operation holds the unit. */
export const refuseWhileHeld = async (work: Work<'UNIT_BUSY'>, plantId: string, unit: string): Promise<void> => {
  const hold = await findHold(work.tx, plantId, unit)
  if (hold) work.fail('UNIT_BUSY', { by: hold.heldByName, kind: hold.kind, since: hold.since.toISOString() })
}

/**
 * Refuses a command impossible for a unit of this type, for example to a position it lacks: the action's input is the
 * same for all types. The invalid field is unknown here.
 */
export const refuseUnwritable = (work: Work<'INVALID_INPUT'>, type: CentralUnitType, command: UnitCommand): void => {
  try {
    commandBody(type, command)
  } catch {
    work.fail('INVALID_INPUT', { fields: [] })
  }
}

/** Refusals of a command to a unit. Only a command able to disturb an operation is refused while the unit is busy. */
export type CommandRefusal<Name extends UnitCommandName = UnitCommandName> =
  | 'COMMAND_UNKNOWN'
  | 'INVALID_INPUT'
  | (Name extends QuietCommandName ? never : 'UNIT_BUSY')

type Requesting<Code extends ErrorCode> = { work: Work<Code>; caller: CommandRequester }

/** Requests something from a unit; refuses a command the unit cannot or may not receive at present. */
export async function requestCommand<Command extends UnitCommand>(
  context: Requesting<CommandRefusal<Command['name']>>,
  request: Omit<CommandRequest<Command>, 'operationId'>,
): Promise<PendingCommand>
export async function requestCommand(
  context: Requesting<CommandRefusal>,
  request: CommandRequest,
): Promise<PendingCommand> {
  const { work } = context
  const { plantId, unit, command } = request
  const type = typeOf(work, unit)
  if (!type.facts.commands.includes(command.name)) return work.fail('COMMAND_UNKNOWN')
  refuseUnwritable(work, type, command)
  if (disturbsOperation(command.name)) await refuseWhileHeld(work, plantId, unit.unit)
  return queueCommand(context, request)
}
