import { downTopic } from '@vigilux/device-plane/topics.ts'
import type { Log } from '../../kernel/log.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { type Finisher, finisher, type InTransaction, type Work } from '../../kernel/work.ts'
import { commandDue } from './commands.domain-events.ts'
import { canReach, type IsConnected, isAnyCommandDue, lockDueCommands } from './commands.store.ts'
import { type CommandListeners, moveDueCommands, type OutgoingCommand } from './move-commands.ts'
import { requestedCommands } from './request-command.ts'
import { endOverdueWork, isAnyWorkOverdue } from './working-units.store.ts'

/** What other features add to the sending of commands. */
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
const publishAll = (
  { publish, log }: Pick<SenderParts, 'publish' | 'log'>,
  outgoing: readonly OutgoingCommand[],
): void => {
  for (const { row, message } of outgoing)
    publish(downTopic(row.unit, 'command'), message).catch((error: unknown) =>
      log.warn({ err: error, unit: row.unit, command: row.id, outage: 'broker' }, 'command not published'),
    )
}

/**
 * Moves commands to connected units within the requesting transaction, and publishes them right after COMMIT: a button
 * press reaches the unit without waiting for the sender's poll. If the server stops in between, the command becomes
 * overdue and is resent. Commands to disconnected units are left to the sender.
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

const batchLimit = 200

/** Sends due commands and ends expired ones. Returns true if there may be more. */
export const sendDueCommands = (parts: SenderParts): Promise<boolean> =>
  parts.inTransaction(async (work) => {
    const dueCommands = await lockDueCommands(work.tx, parts.isConnected, work.now, batchLimit)
    const { outgoing } = await moveDueCommands({ ...parts, work }, dueCommands)
    // Before the broadcast that it is sent: the answer may arrive within a millisecond.
    work.afterCommit(() => publishAll(parts, outgoing))
    return dueCommands.length === batchLimit
  })

/** Ends the `working` state of units that did not report it again in time. */
export const endOverdue = ({ inTransaction, workEnded }: Pick<SenderParts, 'inTransaction' | 'workEnded'>) =>
  inTransaction(async (work) => {
    for (const endedWork of await endOverdueWork(work.tx, work.now)) await workEnded(work, endedWork)
  })

export const commandSendTask =
  (features: SenderFeatures): TaskFactory =>
  (parts) => ({
    name: 'send commands',
    due: isAnyCommandDue,
    wokenBy: [commandDue],
    turn: () => sendDueCommands({ ...parts, ...features }),
  })

export const overdueWorkTask =
  ({ workEnded }: SenderFeatures): TaskFactory =>
  ({ inTransaction }) => ({
    name: 'end overdue work of units',
    due: isAnyWorkOverdue,
    turn: () => endOverdue({ inTransaction, workEnded }),
  })
