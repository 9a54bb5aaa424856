import {
  type CommandEvent,
  type CommandLife,
  hasEnded,
  nextCommandLife,
} from '@vigilux/contract/features/commands/command.rules.ts'
import type { UnitCommand, UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody, unitCommands } from '@vigilux/device-plane/command-sets.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { Log } from '../../kernel/log.ts'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import {
  type CommandRow,
  type Condition,
  commandStateOf,
  policyOf,
  saveCommandState,
  toPendingCommand,
} from './commands.store.ts'
import type { RequestedCommand } from './request-command.ts'
import { isStillWorking, isWorking } from './working-units.store.ts'

/** A command to send, and its message. */
export type OutgoingCommand = { row: CommandRow; message: string }

type Context = MoveContext & { log: Log }

/** A second after the last moment at which an answer could still count. */
const expiryOf = ({ sentAt, requestedAt, answerTimeoutMs, retriesLeft, waitsForUnit }: CommandRow): Date => {
  const from = waitsForUnit || sentAt === null ? requestedAt : sentAt
  return new Date(from.getTime() + answerTimeoutMs * (waitsForUnit ? 1 : retriesLeft + 1) + 1000)
}

/** The command adapted to a moment; null if its time is over by then. */
const commandAt = ({ command, requestedAt }: CommandRow, at: Date): UnitCommand | null => {
  if (!('forS' in command) || !unitCommands[command.name].runsFromRequest) return command
  const forS = Math.round(command.forS - Math.max(0, at.getTime() - requestedAt.getTime()) / 1_000)
  return forS < 1 ? null : { ...command, forS }
}

const writeMessage = (row: CommandRow, command: UnitCommand, ports: Ports): string => {
  const type = ports.devices.types[parseUnitId(row.unit)?.cuType ?? '']
  if (!type) throw new Error(`no unit type for ${row.unit}`)
  return JSON.stringify(
    commandMessage.parse({
      id: row.id,
      name: row.name,
      attempt: row.attempt,
      exp: expiryOf(row).toISOString(),
      body: commandBody(type, command),
    }),
  )
}

/** The message of a queued command; null if none can be encoded. */
const messageOf = (row: CommandRow, command: UnitCommand, { work, log }: Context): string | null => {
  try {
    return writeMessage({ ...row, attempt: row.attempt + 1, sentAt: work.now }, command, work.ports)
  } catch (error) {
    log.error({ err: error, unit: row.unit, command: row.id, name: row.name }, 'command cannot be written for its unit')
    return null
  }
}

/** The next event of a due command, and the message if it is sent. */
const nextEvent = (row: CommandRow, isReachable: boolean, context: Context): [CommandEvent, string | null] => {
  if (row.state !== 'queued') return [{ type: 'overdue' }, null]
  const command = commandAt(row, context.work.now)
  if (!isReachable || !command) return [{ type: 'undeliverable' }, null]
  const message = messageOf(row, command, context)
  return [{ type: message === null ? 'unwritable' : 'published' }, message]
}

/** A due command. `condition`: required for moving it, such as its unit's connection, if that is not known yet. */
export type DueCommand = RequestedCommand & { isReachable: boolean; condition?: Condition }

/** Moves due commands; returns what to publish after COMMIT, and how many were left. */
export const moveDueCommands = async (
  context: Context,
  dueCommands: DueCommand[],
): Promise<{ outgoing: OutgoingCommand[]; left: number }> => {
  const outgoing: OutgoingCommand[] = []
  let unmovedCount = 0
  for (const { row, working: isUnitWorking, isReachable, ...moveOptions } of dueCommands) {
    const [event, message] = nextEvent(row, isReachable, context)
    const workState = isUnitWorking !== undefined && event.type === 'published' ? { working: isUnitWorking } : {}
    const movedCommand = await moveCommand({ ...context, ...workState }, row, event, moveOptions)
    if (movedCommand === row) unmovedCount += 1
    else if (message !== null) outgoing.push({ row, message })
  }
  return { outgoing, left: unmovedCount }
}

/** A feature's reaction when one of its commands changes state; `row` is the new state. */
export type CommandListener = (row: CommandRow, context: Work) => Promise<void>

/** By the name of the command; `everyCommand` runs for all of them, after the named one. */
export type CommandListeners = Partial<Record<UnitCommandName | 'everyCommand', CommandListener>>

export type MoveContext = {
  work: Work
  listeners: CommandListeners
  /** Whether the unit works, if that was read in this transaction. */
  working?: boolean
}

/** A command that waits for its unit has one window, however often it is resent within it. */
const withinWindow = (row: CommandRow, life: CommandLife): CommandLife => {
  const end = new Date(row.requestedAt.getTime() + row.answerTimeoutMs)
  return row.waitsForUnit && life.dueAt !== null && life.dueAt > end ? { ...life, dueAt: end } : life
}

/** A unit's answer, if there is one, and the condition for moving the command. */
type CommandMove = { answer?: Pick<CommandRow, 'response' | 'answeredBy'>; condition?: Condition }

/**
 * Applies one event to a locked command: saves the result and notifies the watchers. If the condition fails, nothing
 * happens and the unchanged row is returned.
 */
export const moveCommand = async (
  { work, listeners, working: isUnitWorking }: MoveContext,
  row: CommandRow,
  event: CommandEvent,
  { answer = row, condition }: CommandMove = {},
): Promise<CommandRow> => {
  const life = withinWindow(row, nextCommandLife(commandStateOf(row), event, policyOf(row), work.now))
  const isEnded = hasEnded(life)
  const sentAt = life.attempt > row.attempt ? work.now : row.sentAt
  const { response, answeredBy } = answer
  const movedCommand: CommandRow = { ...row, ...life, sentAt, response, answeredBy, endedAt: isEnded ? work.now : null }
  const savedState = await saveCommandState(work, movedCommand, work.now, condition)
  if (!savedState) return row
  await listeners[row.name]?.(movedCommand, work)
  await listeners.everyCommand?.(movedCommand, work)
  const isWorkingNow = async (): Promise<boolean> => {
    if (isEnded && row.setsWorking) return isStillWorking(work.tx, row.plantId, row.unit, work.now)
    // A listener may have sent the unit the next command.
    const mayHaveRequested = listeners[row.name] !== undefined || row.operationId !== null
    return mayHaveRequested ? isWorking(work.tx, row.plantId, row.unit, work.now) : savedState.working
  }
  work.broadcast({ plant: row.plantId }, 'response', {
    plant_id: row.plantId,
    command: toPendingCommand(movedCommand),
    working: isUnitWorking ?? (await isWorkingNow()),
  })
  return movedCommand
}
