import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceListeners, ListenerContext, RegisterContext } from './device-listeners.ts'
import type { DeviceMessage } from './device-messages.ts'
import type { Log } from './log.ts'
import { createRetryQueue, type ReceivedMessage, type RetryQueueParts, type StoreOutcome } from './retry-queue.ts'
import { traced } from './tracing.ts'
import { type EnrolledUnits, rejectionReason, type UnitRegister } from './unit-register.ts'

type Parts = { listeners: readonly DeviceListeners[]; register: UnitRegister<RegisterContext> }

/** Processed messages, and messages rejected because their unit is not enrolled or a stranger. */
type IngestResult = { accepted: DeviceMessage[]; rejected: DeviceMessage[]; units: EnrolledUnits }

const channels = ['online', 'shadow', 'state', 'record', 'telemetry', 'response'] as const

/** Units whose last message is neither retained nor a will. */
const lastHeard = (items: readonly DeviceMessage[]): Map<string, string> => {
  const lifeByUnit = new Map<string, string>()
  for (const { channel, update, retained } of items) {
    if (channel === 'online' && !update.online) lifeByUnit.delete(update.unit)
    else if (!retained) lifeByUnit.set(update.unit, update.life)
  }
  return lifeByUnit
}

const notifyListeners = async (items: readonly DeviceMessage[], { listeners }: Parts, context: ListenerContext) => {
  for (const channel of channels) {
    const updates = items.filter((item) => item.channel === channel).map((item) => item.update)
    if (updates.length === 0) continue
    for (const listener of listeners) await listener[channel]?.(updates as never, context)
  }
  const lifeByUnit = lastHeard(items)
  if (lifeByUnit.size > 0) for (const listener of listeners) await listener.heard?.(lifeByUnit, context)
}

const ingestEnrolled = async (
  items: readonly DeviceMessage[],
  parts: Parts,
  context: RegisterContext,
): Promise<IngestResult> => {
  const units = await parts.register.find(items, context)
  const groups = Object.groupBy(items, (item) => (rejectionReason(item, units) ? 'rejected' : 'accepted'))
  const { accepted = [], rejected = [] } = groups
  await notifyListeners(accepted, parts, { ...context, units })
  return { accepted, rejected, units }
}

/** Passes messages to the listeners of the features, within one transaction. */
export const ingestMessages = async (
  items: readonly DeviceMessage[],
  parts: Parts,
  context: RegisterContext,
): Promise<IngestResult> => {
  const first = await ingestEnrolled(items, parts, context)
  // An answer may have enrolled the unit whose first messages are in the same batch.
  const isEnrolledNow = first.rejected.length > 0 && items.some(({ channel }) => channel === 'response')
  const second = isEnrolledNow ? await ingestEnrolled(first.rejected, parts, context) : { ...first, accepted: [] }
  await parts.register.markUnknownUnits(items, first.units, context)
  return { ...second, accepted: [...first.accepted, ...second.accepted] }
}

export type DeviceQueueParts = Omit<RetryQueueParts, 'store'> & {
  /** Stores all messages in one transaction, or none. */
  store(items: DeviceMessage[]): Promise<void>
  /** Whether the failure means an unreachable database. */
  isDatabaseUnavailable(error: unknown): Promise<boolean>
  log: Log
}

type PendingMessage = ReceivedMessage & { resolve: () => void; reject: (error: unknown) => void }

/** While the database cannot accept messages, they wait here, and behind them at the broker. */
const retryMs = 1_000
/** Maximum of messages per transaction; more gain nothing. */
const batchLimit = 500

/**
 * Stores messages in order, in batches. An unstorable message is isolated by halving its batch. From then on its unit's
 * messages go to the retry queue, to cause no more halving for others.
 */
export const createDeviceQueues = (parts: DeviceQueueParts) => {
  const queue: PendingMessage[] = []
  let running: Promise<void> | null = null
  let isStopped = false

  /** Retries until the batch is stored, the messages prove at fault, or the server stops. */
  const storeWithRetries = async (items: DeviceMessage[]): Promise<StoreOutcome> => {
    for (;;) {
      try {
        await traced('unit messages', { 'vigilux.messages': items.length }, () => parts.store(items))
        return 'stored'
      } catch (error) {
        if (!(await parts.isDatabaseUnavailable(error))) return { fault: error }
        if (isStopped) return 'stopped'
        parts.log.error({ err: error, messages: items.length }, 'device messages not stored; they are tried again')
        await pause(retryMs)
      }
    }
  }

  const retryQueue = createRetryQueue({ ...parts, store: storeWithRetries })

  const moveAside = (pending: PendingMessage, tries: number): void => {
    retryQueue.enqueue(pending, tries)
    pending.resolve()
  }

  /** Moves the messages of suspected units to the retry queue and returns the rest. */
  const setSuspectsAside = (batch: readonly PendingMessage[]): PendingMessage[] => {
    const storable: PendingMessage[] = []
    for (const pending of batch)
      if (retryQueue.isSuspect(pending.item.update.unit)) moveAside(pending, 0)
      else storable.push(pending)
    return storable
  }

  const settle = async (batch: readonly PendingMessage[]): Promise<void> => {
    const storable = setSuspectsAside(batch)
    const [firstMessage, ...otherMessages] = storable
    if (!firstMessage) return
    const outcome = await storeWithRetries(storable.map(({ item }) => item))
    if (outcome === 'stored') for (const pending of storable) pending.resolve()
    else if (outcome === 'stopped') for (const pending of storable) pending.reject(new Error('the server stops'))
    else if (otherMessages.length === 0) {
      retryQueue.suspect(firstMessage.item.update.unit)
      moveAside(firstMessage, 1)
    } else {
      const middle = Math.ceil(storable.length / 2)
      await settle(storable.slice(0, middle))
      await settle(storable.slice(middle))
    }
  }

  const drain = async (): Promise<void> => {
    while (queue.length > 0) await settle(queue.splice(0, batchLimit))
  }

  const start = (): void => {
    running ??= drain().finally(() => {
      running = null
      if (queue.length > 0) start()
    })
  }

  return {
    /** Resolves when the message is stored or has moved to the retry queue; rejects if it should be redelivered. */
    enqueue: (message: ReceivedMessage): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ ...message, resolve, reject })
        start()
      }),
    waiting: () => queue.length,
    /** Waits until everything is settled; unstorable messages stay with the units. */
    async stop(): Promise<void> {
      isStopped = true
      while (running) await running
      await retryQueue.settled()
    },
  }
}
