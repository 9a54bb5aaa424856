import { downTopic } from '@vigilux/device-plane/topics.ts'
import type { StartBackground } from '../../kernel/background.ts'
import type { Log } from '../../kernel/log.ts'
import { type Finisher, finisher, type InTransaction, type Work } from '../../kernel/work.ts'
import { askedCommands } from './commands.collections.ts'
import { commandDue } from './commands.domain-events.ts'
import { canReach, type IsConnected, lockDueCommands } from './commands.store.ts'
import { type CommandListeners, moveDue, type Outgoing } from './move-commands.ts'
import { endOverdueWork } from './working-units.store.ts'

/** What other features add to the sending of commands. */
export type SenderFeatures = {
  listeners: CommandListeners
  isConnected: IsConnected
  /** Called for units whose working flag ran out. */
  workEnded(work: Work, unit: { plantId: string; unit: string }): Promise<void>
}

export type SenderParts = SenderFeatures & {
  log: Log
  inTransaction: InTransaction
  publish(topic: string, payload: string): Promise<void>
}

/** Not waited for: a unit that reads slowly holds nobody else up. What does not arrive is not answered, and sent again. */
const publishAll = ({ publish, log }: Pick<SenderParts, 'publish' | 'log'>, outgoing: readonly Outgoing[]): void => {
  for (const { row, message } of outgoing)
    publish(downTopic(row.unit, 'command'), message).catch((error: unknown) =>
      log.warn({ err: error, unit: row.unit, command: row.id, outage: 'broker' }, 'command not published'),
    )
}

/**
 * Moves what was asked of connected units in a transaction before its COMMIT, and publishes it right after: no other
 * transaction and no look at what is due stand between a person's press and the unit. Where the server ends between the
 * two, the command is overdue in time and sent again. Units that are not connected are left to the sender.
 */
export const sendAsked = (parts: Omit<SenderParts, 'inTransaction'>): Finisher =>
  finisher(askedCommands, async (work, asked) => {
    const due = asked.map((one) => ({
      ...one,
      isReachable: true,
      condition: canReach(parts.isConnected, one.row),
    }))
    const { outgoing, left } = await moveDue({ ...parts, work }, due)
    work.afterCommit(() => publishAll(parts, outgoing))
    if (left > 0) work.emit(commandDue)
  })

/** How long the sender sleeps when nothing is due. A new command wakes it. */
const idleMs = 250
const batchLimit = 200

/**
 * Sends commands when their time has come and ends those whose time is over. What is due stands in the rows alone, so
 * any number of nodes may run this, and one that starts anew goes on where the last one stopped.
 */
export const createCommandSender = (parts: SenderParts) => {
  let stopped = false
  let wakeUp: (() => void) | null = null
  let woken = false
  let loop: Promise<void> | null = null
  let workSeenAt = Number.NEGATIVE_INFINITY

  /** A flag lasts half a minute: it is looked at as often as an idle sender looks, and not for each command. */
  const endWork = async (work: Work): Promise<void> => {
    if (work.now.getTime() - workSeenAt < idleMs) return
    for (const ended of await endOverdueWork(work.tx, work.now)) await parts.workEnded(work, ended)
    workSeenAt = work.now.getTime()
  }

  /** One look at what is due; answers whether there may be more. */
  const turn = (): Promise<boolean> =>
    parts.inTransaction(async (work) => {
      await endWork(work)
      const due = await lockDueCommands(work.tx, parts.isConnected, work.now, batchLimit)
      const { outgoing } = await moveDue({ ...parts, work }, due)
      // Before the watchers are told that it is sent: an answer may come within a millisecond.
      work.afterCommit(() => publishAll(parts, outgoing))
      return due.length === batchLimit
    })

  /** Something may be due: look now. */
  const wake = (): void => {
    woken = true
    wakeUp?.()
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = false
      const more = await turn().catch((error: unknown) => {
        parts.log.error({ error }, 'command sender failed; it tries again')
        return false
      })
      if (!more && !woken && !stopped) await pause()
      wakeUp = null
    }
  }

  return {
    turn,
    start(): void {
      loop ??= run()
    },
    wake,
    async stop(): Promise<void> {
      stopped = true
      wakeUp?.()
      await loop
    },
  }
}

/** Sends commands for as long as the server runs. */
export const startCommandSender =
  (features: SenderFeatures): StartBackground =>
  (parts) => {
    const sender = createCommandSender({ ...parts, ...features })
    parts.events.subscribe(commandDue, sender.wake)
    sender.start()
    return sender
  }
