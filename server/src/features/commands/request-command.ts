import { randomUUID } from 'node:crypto'
import { newCommandLife } from '@vigilux/contract/features/commands/command.rules.ts'
import { maxWorkingMs, type PendingCommand, statusQuerySpacingMs } from '@vigilux/contract/features/commands/command.ts'
import type { CentralUnitType, UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody } from '@vigilux/device-plane/command-sets.ts'
import type { User } from '../../kernel/caller.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { collection, type Work } from '../../kernel/work.ts'
import { disturbsOperation, policyFor, setsWorking } from './command-policies.ts'
import { type CommandRow, findLastCommand, insertCommand, toPendingCommand } from './commands.store.ts'
import { findHold } from './unit-holds.store.ts'
import { startWorking } from './working-units.store.ts'

export type CommandRequest = {
  plantId: string
  unit: { unit: string; cuType: string }
  command: UnitCommand
  /** Waits for a unit that is not connected yet, instead of expiring at once. */
  waitsForUnit?: boolean
  id?: string
  /** The operation that contains this step; it may command a unit that the operation holds. */
  operationId?: string
}

/** A due command. `working`: whether its unit works, if that was read. */
export type RequestedCommand = { row: CommandRow; working?: boolean }

/** Commands that may be sent with the transaction that requests them, by `sendRequested`. */
export const requestedCommands = collection<RequestedCommand>('requested commands')

/** The requester of a command; null for the platform. */
export type CommandRequester = Pick<User, 'userId' | 'name'> | null

/** Refuses, naming the holder, while an operation holds the unit. */
export const refuseWhileHeld = async (tx: Tx, plantId: string, unit: string): Promise<void> => {
  const hold = await findHold(tx, plantId, unit)
  if (hold) fail('UNIT_BUSY', { by: hold.heldByName, kind: hold.kind, since: hold.since.toISOString() })
}

/**
 * Refuses a command that a unit of this type cannot receive, such as a position that it lacks. The action's input is
 * the same for all types, so its validation does not show this. The invalid field is unknown here.
 */
export const refuseUnwritable = (type: CentralUnitType, command: UnitCommand): void => {
  try {
    commandBody(type, command)
  } catch {
    fail('INVALID_INPUT', { fields: [] })
  }
}

/**
 * Refuses a command that the unit cannot or may not receive at present. Steps of an operation are checked when it
 * begins.
 */
const refuseUnsendable = async (
  tx: Tx,
  order: { plantId: string; unit: string; type: CentralUnitType; command: UnitCommand },
): Promise<void> => {
  refuseUnwritable(order.type, order.command)
  if (disturbsOperation(order.command.name)) await refuseWhileHeld(tx, order.plantId, order.unit)
}

/** Earliest time of a status query: 6 s after the last one. Specification section 9. */
const afterLastQuery = (last: CommandRow | undefined, now: Date): Date => {
  const lastSentAt = last?.state === 'queued' ? last.dueAt : last?.sentAt
  return new Date(Math.max(now.getTime(), (lastSentAt?.getTime() ?? 0) + statusQuerySpacingMs))
}

/** Requests something from a unit: saves a row, sends it after COMMIT, and completes it when the unit answers. */
export const requestCommand = async (
  context: { work: Work; caller: CommandRequester },
  { plantId, unit, command, waitsForUnit = false, id = randomUUID(), operationId }: CommandRequest,
): Promise<PendingCommand> => {
  const { work, caller } = context
  const type = work.ports.devices.types[unit.cuType]
  if (!type) throw new Error(`no unit type ${unit.cuType}`)
  if (!type.facts.commands.includes(command.name)) return fail('COMMAND_UNKNOWN')
  if (operationId === undefined) await refuseUnsendable(work.tx, { plantId, unit: unit.unit, type, command })
  const now = work.now
  const lastQuery =
    command.name === 'statusQuery' ? await findLastCommand(work.tx, unit.unit, 'statusQuery') : undefined
  // A queued query serves everybody who asks meanwhile.
  if (lastQuery?.state === 'queued' && operationId === undefined) return toPendingCommand(lastQuery)
  const policy = policyFor(command, type.facts)
  const row: CommandRow = {
    id,
    plantId,
    unit: unit.unit,
    command,
    name: command.name,
    ...newCommandLife(policy, command.name === 'statusQuery' ? afterLastQuery(lastQuery, now) : now),
    response: null,
    answeredBy: null,
    ...policy,
    waitsForUnit,
    setsWorking: setsWorking(command.name),
    sentAt: null,
    operationId: operationId ?? null,
    requestedBy: caller?.userId ?? null,
    requestedByName: caller?.name ?? null,
    requestedAt: now,
    endedAt: null,
  }
  const wasWorking = await insertCommand(work.tx, row)
  if (row.setsWorking) await startWorking(work.tx, row.plantId, row.unit, new Date(now.getTime() + maxWorkingMs))
  const isWorking = row.setsWorking || wasWorking
  if (row.dueAt !== null && row.dueAt <= now) work.collect(requestedCommands, { row, working: isWorking })
  const pending = toPendingCommand(row)
  work.broadcast({ plant: plantId }, 'response', { plant_id: plantId, command: pending, working: isWorking })
  return pending
}
