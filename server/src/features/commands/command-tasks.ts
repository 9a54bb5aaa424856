import type { TaskFactory } from '../../kernel/task.ts'
import { commandDue } from './commands.domain-events.ts'
import { isAnyCommandDue, lockDueCommands } from './commands.store.ts'
import { moveDueCommands, publishAll, type SenderFeatures, type SenderParts } from './send-commands.ts'
import { endOverdueWork, isAnyWorkOverdue } from './working-units.store.ts'

const batchLimit = 200

/** Sends due commands and ends expired ones. Returns true if there may be more. */
export const sendDueCommands = (parts: SenderParts): Promise<boolean> =>
  parts.inTransaction(async (work) => {
    const dueCommands = await lockDueCommands(work.tx, parts.isConnected, work.now, batchLimit)
    const { outgoing } = await moveDueCommands({ ...parts, work }, dueCommands)
    // Before the broadcast of the sent state: the answer may arrive within a millisecond.
    work.afterCommit(() => publishAll(parts, outgoing))
    return dueCommands.length === batchLimit
  })

/** Ends the `working` state of units without a new report in time. */
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
