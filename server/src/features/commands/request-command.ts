import { randomUUID } from 'node:crypto'
import { newCommandLife } from '@vigilux/contract/features/commands/command.rules.ts'
import {
  type PendingCommand,
  statusQuerySpacingMs,
  workingFlagMs,
} from '@vigilux/contract/features/commands/command.ts'
import type { CentralUnitType, UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import type { Announce } from '../../kernel/announce.ts'
import type { User } from '../../kernel/caller.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteAsked } from './asked-commands.ts'
import { disturbsOperation, policyFor, setsWorking } from './command-policies.ts'
import { type CommandRow, insertCommand, lastCommand, toPendingCommand } from './commands.store.ts'
import { refuseUnwritable } from './refuse-unwritable.ts'
import { findHold } from './unit-holds.store.ts'
import { startWorking } from './working-units.store.ts'

export type CommandRequest = {
  plantId: string
  unit: { unit: string; cuType: string }
  command: UnitCommand
  /** Kept waiting for a unit that is not connected yet, instead of expiring at once. */
  waitsForUnit?: boolean
  id?: string
  /** The operation that it is a step of; it may command a unit that the operation holds. */
  operationId?: string
}

/** For whom a command is sent; nobody where the platform sends it of its own accord. */
export type Commander = Pick<User, 'userId' | 'name'> | null

/** Refuses with who is at work where an operation has the unit to itself. */
export const refuseWhileHeld = async (tx: Tx, plantId: string, unit: string): Promise<void> => {
  const hold = await findHold(tx, plantId, unit)
  if (hold) fail('UNIT_BUSY', { by: hold.heldByName, kind: hold.kind, since: hold.since.toISOString() })
}

/** Refuses what the unit cannot be told, or may not be told now. Steps of an operation are checked when it begins. */
const refuseToAsk = async (
  tx: Tx,
  asked: { plantId: string; unit: string; type: CentralUnitType; command: UnitCommand },
): Promise<void> => {
  refuseUnwritable(asked.type, asked.command)
  if (disturbsOperation(asked.command.name)) await refuseWhileHeld(tx, asked.plantId, asked.unit)
}

/** When a status query may go out: at least 6 s after the last one. Specification section 9. */
const afterLastQuery = (last: CommandRow | undefined, now: Date): Date => {
  const sent = last?.state === 'queued' ? last.dueAt : last?.sentAt
  return new Date(Math.max(now.getTime(), (sent?.getTime() ?? 0) + statusQuerySpacingMs))
}

/** Asks a unit for something: a row first, sent once it is committed, and answered when the unit answers. */
export const requestCommand = async (
  context: { tx: Tx; announce: Announce; ports: Ports; caller: Commander },
  { plantId, unit, command, waitsForUnit = false, id = randomUUID(), operationId }: CommandRequest,
): Promise<PendingCommand> => {
  const { tx, announce, ports, caller } = context
  const type = ports.devices.types[unit.cuType]
  if (!type) throw new Error(`no unit type ${unit.cuType}`)
  if (!type.facts.commands.includes(command.name)) return fail('COMMAND_UNKNOWN')
  if (operationId === undefined) await refuseToAsk(tx, { plantId, unit: unit.unit, type, command })
  const now = ports.clock.now()
  const lastQuery = command.name === 'statusQuery' ? await lastCommand(tx, unit.unit, 'statusQuery') : undefined
  // One that waits for its turn answers everybody who asks meanwhile.
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
  const worked = await insertCommand(tx, row)
  if (row.setsWorking) await startWorking(tx, row.plantId, row.unit, new Date(now.getTime() + workingFlagMs))
  const working = row.setsWorking || worked
  if (row.dueAt !== null && row.dueAt <= now) noteAsked(tx, { row, announce, working })
  const pending = toPendingCommand(row)
  announce({ plant: plantId }, 'response', { plant_id: plantId, command: pending, working })
  return pending
}
