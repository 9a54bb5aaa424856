import { randomUUID } from 'node:crypto'
import { newCommandLife } from '@vigilux/contract/features/commands/command.rules.ts'
import { type PendingCommand, workingFlagMs } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import type { Announce } from '../../kernel/announce.ts'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { policyFor, setsWorking } from './command-policies.ts'
import { type CommandRow, insertCommand, toPendingCommand } from './commands.store.ts'
import { startWorking } from './working-units.store.ts'

export type CommandRequest = {
  plantId: string
  unit: { unit: string; cuType: string }
  command: UnitCommand
  /** Kept waiting for a unit that is not connected yet, instead of expiring at once. */
  waitsForUnit?: boolean
  id?: string
}

/** Asks a unit for something: a row first, sent after COMMIT, and answered when the unit answers. */
export const requestCommand = async (
  context: { tx: Tx; announce: Announce; ports: Ports; caller: User },
  { plantId, unit, command, waitsForUnit = false, id = randomUUID() }: CommandRequest,
): Promise<PendingCommand> => {
  const { tx, announce, ports, caller } = context
  const type = ports.devices.types[unit.cuType]
  if (!type) throw new Error(`no unit type ${unit.cuType}`)
  const now = ports.clock.now()
  const policy = policyFor(command.name, type.facts)
  const row: CommandRow = {
    id,
    plantId,
    unit: unit.unit,
    command,
    name: command.name,
    ...newCommandLife(policy, now),
    response: null,
    ...policy,
    waitsForUnit,
    setsWorking: setsWorking(command.name),
    requestedBy: caller.userId,
    requestedByName: caller.name,
    requestedAt: now,
    endedAt: null,
  }
  await insertCommand(tx, row)
  if (row.setsWorking) await startWorking(tx, row.plantId, row.unit, new Date(now.getTime() + workingFlagMs))
  const pending = toPendingCommand(row)
  announce({ plant: plantId }, 'response', { plant_id: plantId, command: pending, working: row.setsWorking })
  return pending
}
