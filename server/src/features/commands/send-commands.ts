import { downTopic } from '@vigilux/device-plane/topics.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import type { StartBackground } from '../../kernel/background.ts'
import type { Log } from '../../kernel/log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { takeAsked } from './asked-commands.ts'
import type { CommandListeners } from './command-listeners.ts'
import { commandDue } from './commands.domain-events.ts'
import { canReach, type IsConnected, lockDueCommands } from './commands.store.ts'
import type { MoveContext } from './move-command.ts'
import { moveDue, type Outgoing } from './move-due.ts'
import { endOverdueWork } from './working-units.store.ts'

/** What other features add to the sending of commands. */
export type SenderFeatures = {
  listeners: CommandListeners
  isConnected: IsConnected
  /** Called for units whose working flag ran out. */
  workEnded(
    context: { tx: Tx; announce: MoveContext['announce']; now: Date },
    unit: { plantId: string; unit: string },
  ): Promise<void>
}

export type SenderParts = SenderFeatures & {
  ports: Ports
  log: Log
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  deliver(announcements: Announcement[]): void
  publish(topic: string, payload: string): Promise<void>
}

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
  const endWork = async (tx: Tx, announce: MoveContext['announce'], now: Date): Promise<void> => {
    if (now.getTime() - workSeenAt < idleMs) return
    for (const ended of await endOverdueWork(tx, now)) await parts.workEnded({ tx, announce, now }, ended)
    workSeenAt = now.getTime()
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. What does not arrive is not answered, and sent again. */
  const send = ({ row, message }: Outgoing): void => {
    parts
      .publish(downTopic(row.unit, 'command'), message)
      .catch((error: unknown) =>
        parts.log.warn({ err: error, unit: row.unit, command: row.id, outage: 'broker' }, 'command not published'),
      )
  }

  /** One look at what is due; answers whether there may be more. */
  const turn = async (): Promise<boolean> => {
    const { announce, collected } = collectAnnouncements()
    const { outgoing, found } = await parts.inTransaction(async (tx) => {
      collected.length = 0
      const now = parts.ports.clock.now()
      await endWork(tx, announce, now)
      const rows = await lockDueCommands(tx, parts.isConnected, now, batchLimit)
      const due = rows.map((one) => ({ ...one, announce }))
      return { ...(await moveDue({ ...parts, tx, now }, due)), found: rows.length }
    })
    // Before the watchers are told that it is sent: an answer may come within a millisecond.
    outgoing.forEach(send)
    parts.deliver(collected)
    return found === batchLimit
  }

  /**
   * Moves what was asked of connected units in a transaction before its COMMIT, and publishes it right after: no other
   * transaction and no look at what is due stand between a person's press and the unit. Where the server ends between the
   * two, the command is overdue in time and sent again. Units that are not connected are left to the next turn.
   */
  const sendAsked = async (tx: Tx): Promise<(() => void) | null> => {
    const due = takeAsked(tx).map((asked) => ({
      ...asked,
      isReachable: true,
      condition: canReach(parts.isConnected, asked.row),
    }))
    const { outgoing, left } = await moveDue({ ...parts, tx, now: parts.ports.clock.now() }, due)
    if (left === due.length) return null
    return () => {
      outgoing.forEach(send)
      if (left > 0) wake()
    }
  }

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
    sendAsked,
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
    parts.settles(commandDue, sender.sendAsked)
    parts.events.subscribe(commandDue, sender.wake)
    sender.start()
    return sender
  }
