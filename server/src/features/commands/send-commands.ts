import { commandBody } from '@vigilux/device-plane/command-body.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUnitId } from '@vigilux/device-plane/topics.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import type { StartBackground } from '../../kernel/background.ts'
import type { Log } from '../../kernel/log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CommandListeners } from './command-listeners.ts'
import { commandDue } from './commands.domain-events.ts'
import { type CommandRow, lockDueCommands } from './commands.store.ts'
import { isLive, type MoveContext, moveCommand } from './move-command.ts'
import { endOverdueWork } from './working-units.store.ts'

/** What other features add to the sending of commands. */
export type SenderFeatures = {
  listeners: CommandListeners
  /** Which of these units are connected now. */
  connectedUnits(tx: Tx, units: string[]): Promise<Set<string>>
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

/** A second after the last moment in which an answer could still count. */
const expiryOf = ({ sentAt, requestedAt, answerTimeoutMs, retriesLeft, waitsForUnit }: CommandRow): Date => {
  const from = waitsForUnit || sentAt === null ? requestedAt : sentAt
  return new Date(from.getTime() + answerTimeoutMs * (waitsForUnit ? 1 : retriesLeft + 1) + 1000)
}

const messageOf = (row: CommandRow, ports: Ports): string => {
  const type = ports.devices.types[parseUnitId(row.unit)?.cuType ?? '']
  if (!type) throw new Error(`no unit type for ${row.unit}`)
  return JSON.stringify(
    commandMessage.parse({
      id: row.id,
      name: row.name,
      attempt: row.attempt,
      exp: expiryOf(row).toISOString(),
      body: commandBody(type, row.command),
    }),
  )
}

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

  const moveDue = async (tx: Tx, announce: MoveContext['announce']) => {
    const now = parts.ports.clock.now()
    await endWork(tx, announce, now)
    const rows = await lockDueCommands(tx, now, batchLimit)
    if (rows.length === 0) return { toPublish: [], found: 0 }
    const connected = await parts.connectedUnits(tx, [...new Set(rows.map((row) => row.unit))])
    const context: MoveContext = { tx, announce, now, ports: parts.ports, listeners: parts.listeners }
    const toPublish: CommandRow[] = []
    for (const row of rows) {
      if (row.state !== 'queued') {
        await moveCommand(context, row, { type: 'overdue' })
      } else if (connected.has(row.unit) || row.waitsForUnit) {
        toPublish.push(await moveCommand(context, row, { type: 'published' }))
      } else {
        await moveCommand(context, row, { type: 'undeliverable' })
      }
    }
    return { toPublish, found: rows.length }
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. What does not arrive is not answered, and sent again. */
  const send = (row: CommandRow): void => {
    parts
      .publish(downTopic(row.unit, 'command'), messageOf(row, parts.ports))
      .catch((error: unknown) =>
        parts.log.warn({ err: error, unit: row.unit, command: row.id }, 'command not published'),
      )
  }

  /** One look at what is due; answers whether there may be more. */
  const turn = async (): Promise<boolean> => {
    const { announce, collected } = collectAnnouncements()
    const { toPublish, found } = await parts.inTransaction(async (tx) => {
      collected.length = 0
      return moveDue(tx, announce)
    })
    // Before the watchers are told that it is sent: an answer may come within a millisecond.
    for (const row of toPublish) if (isLive(row.state)) send(row)
    parts.deliver(collected)
    return found === batchLimit
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
    /** Something may be due: look now. */
    wake(): void {
      woken = true
      wakeUp?.()
    },
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
