import { randomUUID } from 'node:crypto'
import {
  type CommandEvent,
  type CommandLife,
  hasEnded,
  newCommandLife,
  nextCommandLife,
} from '@vigilux/contract/features/commands/command.rules.ts'
import {
  type CommandAnswer,
  maxWorkingMs,
  type PendingCommand,
  statusQuerySpacingMs,
} from '@vigilux/contract/features/commands/command.ts'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { commandBody, type UnitCommand, type UnitCommandName, unitCommands } from '@vigilux/device-plane/commands.ts'
import type { ResponseUpdate } from '@vigilux/device-plane/device-updates.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { User } from '../../kernel/caller.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { Log } from '../../kernel/log.ts'
import { continueTrace, currentTrace, traced } from '../../kernel/tracing.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { collection, type Finisher, finisher, type InTransaction, type Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import { policyFor, setsWorking } from './command-policies.ts'
import { commandDue } from './commands.domain-events.ts'
import {
  type CommandCondition,
  type CommandRow,
  canReach,
  commandStateOf,
  findLastCommand,
  type IsConnected,
  insertCommand,
  lockAnsweredCommands,
  policyOf,
  releaseWaitingCommands,
  saveCommandState,
  toPendingCommand,
} from './commands.store.ts'
import { isStillWorking, isWorking, startWorking } from './working-units.store.ts'

/** A command to send, and its message. */
type OutgoingCommand = { row: CommandRow; message: string }

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

/** A due command. `condition`: required for moving it, such as its unit's connection, if unknown so far. */
type DueCommand = RequestedCommand & { isReachable: boolean; condition?: CommandCondition }

/** Moves due commands; returns the messages to publish after COMMIT, and how many were left. */
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

type MoveContext = {
  work: Work
  listeners: CommandListeners
  /** Whether the unit works, if read in this transaction. */
  working?: boolean
}

/** A command waiting for its unit has one window, however often it is resent within it. */
const withinWindow = (row: CommandRow, life: CommandLife): CommandLife => {
  const end = new Date(row.requestedAt.getTime() + row.answerTimeoutMs)
  return row.waitsForUnit && life.dueAt !== null && life.dueAt > end ? { ...life, dueAt: end } : life
}

/** A unit's answer, if there is one, and the condition for moving the command. */
type CommandMove = { answer?: Pick<CommandRow, 'response' | 'answeredBy'>; condition?: CommandCondition }

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

export type CommandRequest<Command extends UnitCommand = UnitCommand> = {
  plantId: string
  unit: { unit: string; cuType: string }
  command: Command
  /** Waits for an unconnected unit instead of expiring at once. */
  waitsForUnit?: boolean
  id?: string
  /** The operation of this step; it may command units held by this operation. */
  operationId?: string
}

/** A due command. `working`: whether its unit works, if read. */
export type RequestedCommand = { row: CommandRow; working?: boolean }

/** Commands for `sendRequested` to send together with the requesting transaction. */
const requestedCommands = collection<RequestedCommand>('requested commands')

/** The requester of a command; null for the platform. */
export type CommandRequester = Pick<User, 'userId' | 'name'> | null

/** Earliest time of a status query: 6 s after the last one. Specification section 9. */
const afterLastQuery = (last: CommandRow | undefined, now: Date): Date => {
  const lastSentAt = last?.state === 'queued' ? last.dueAt : last?.sentAt
  return new Date(Math.max(now.getTime(), (lastSentAt?.getTime() ?? 0) + statusQuerySpacingMs))
}

export const typeOf = ({ ports }: Work, { cuType }: CommandRequest['unit']): CentralUnitType => {
  const type = ports.devices.types[cuType]
  if (!type) throw new Error(`no unit type ${cuType}`)
  return type
}

/**
 * Requests something from a unit, without checking whether the unit may receive it now: for the platform, and for steps
 * of an operation, which are checked when it begins. Saves a row, sends it after COMMIT, and completes it when the unit
 * answers.
 */
export const queueCommand = async (
  { work, caller }: { work: Work; caller: CommandRequester },
  { plantId, unit, command, waitsForUnit = false, id = randomUUID(), operationId }: CommandRequest,
): Promise<PendingCommand> => {
  const type = typeOf(work, unit)
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
    traceparent: currentTrace(),
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

/** Additions of other features to the sending of commands. */
export type SenderFeatures = {
  listeners: CommandListeners
  isConnected: IsConnected
  /** Called for units whose working flag expired. */
  workEnded(work: Work, unit: { plantId: string; unit: string }): Promise<void>
}

export type SenderParts = SenderFeatures & {
  log: Log
  inTransaction: InTransaction
  publish(topic: string, payload: string): Promise<void>
}

/**
 * Publishing is fire-and-forget, so a slow unit cannot block others. An undelivered command stays unanswered, and is
 * resent.
 */
export const publishAll = (
  { publish, log }: Pick<SenderParts, 'publish' | 'log'>,
  outgoing: readonly OutgoingCommand[],
): void => {
  const send = ({ row, message }: OutgoingCommand) =>
    traced('publish command', { 'vigilux.command': row.id, 'vigilux.name': row.name }, () =>
      publish(downTopic(row.unit, 'command'), message),
    )
  for (const command of outgoing) {
    const { unit, id, traceparent } = command.row
    continueTrace(traceparent, () => send(command)).catch((error: unknown) =>
      log.warn({ err: error, unit, command: id, outage: 'broker' }, 'command not published'),
    )
  }
}

/**
 * Publishes right after COMMIT, so a button press reaches the unit without waiting for the sender's poll. If the server
 * stops in between, the command becomes overdue and is resent.
 */
export const sendRequested = (parts: Omit<SenderParts, 'inTransaction'>): Finisher =>
  finisher(requestedCommands, async (work, requests) => {
    const dueCommands = requests.map((request) => ({
      ...request,
      isReachable: true,
      condition: canReach(parts.isConnected, request.row),
    }))
    const { outgoing, left: unmovedCount } = await moveDueCommands({ ...parts, work }, dueCommands)
    work.afterCommit(() => publishAll(parts, outgoing))
    if (unmovedCount > 0) work.emit(commandDue)
  })

/** `progress` implies acceptance: the unit works on the command. */
const eventOf = (answer: ResponseUpdate): CommandEvent => {
  switch (answer.state) {
    case 'accepted':
    case 'progress':
      return { type: 'accepted' }
    case 'done':
      return { type: 'done' }
    case 'refused':
      return { type: 'refused', code: answer.code ?? 'INTERNAL' }
    default:
      return answer.state satisfies never
  }
}

/** The stored part of an answer: only fields declared by the protocol. */
const answerOf = ({ state, code }: ResponseUpdate): CommandAnswer => ({ state, code: code ?? null })

/**
 * Whether an answer prematurely reveals the enrolment in another plant: a unit may do so only after asking for its
 * keys, to a person at the unit. An earlier answer is ignored.
 */
const isPrematureRefusal = (row: CommandRow, answer: ResponseUpdate): boolean =>
  answer.code === 'ALREADY_ENROLLED' && answer.state === 'refused' && row.state !== 'accepted'

/**
 * Whether the requested unit answers. Before enrolment any life may answer, and the first one to answer a command also
 * ends it.
 */
const isOfRequestedUnit = (row: CommandRow, answer: ResponseUpdate, enrolled: EnrolledUnit | undefined): boolean =>
  row.waitsForUnit
    ? row.answeredBy === null || row.answeredBy === answer.life
    : enrolled?.plantId === row.plantId && enrolled.life === answer.life

/** Applies the answers of units to their commands; an answer to an ended or another unit's command is ignored. */
export const commandDeviceListeners = (listeners: CommandListeners): DeviceListeners => ({
  async online(updates, { work }) {
    const connectedUnits = updates.filter((one) => one.online).map((one) => one.unit)
    if (connectedUnits.length > 0) await releaseWaitingCommands(work, [...new Set(connectedUnits)])
  },
  async response(responses, { work, log, units }) {
    const rows = await lockAnsweredCommands(work.tx, [...new Set(responses.map((answer) => answer.id))])
    const openCommands = new Map(rows.map((row) => [row.id, row]))
    for (const answer of responses) {
      const row = openCommands.get(answer.id)
      if (!row || row.unit !== answer.unit || row.dueAt === null) {
        log.info({ unit: answer.unit, command: answer.id, state: answer.state }, 'late answer ignored')
        continue
      }
      if (!isOfRequestedUnit(row, answer, units.get(answer.unit))) {
        log.warn({ unit: answer.unit, command: answer.id, life: answer.life }, 'answer of another life ignored')
        continue
      }
      if (isPrematureRefusal(row, answer)) continue
      const context = { work, listeners }
      const moveAnswer = { answer: { response: answerOf(answer), answeredBy: answer.life } }
      const move = () => moveCommand(context, row, eventOf(answer), moveAnswer)
      const attributes = { 'vigilux.command': row.id, 'vigilux.state': answer.state }
      const movedRow = await continueTrace(row.traceparent, () => traced('answer of unit', attributes, move))
      openCommands.set(row.id, movedRow)
    }
  },
})
