import { setTimeout as pause } from 'node:timers/promises'
import {
  type Acknowledgement,
  acknowledgementOf,
  acknowledgementsOf,
  decodeDeviceMessage,
  Undecodable,
} from '@vigilux/device-plane/device-messages.ts'
import type { DeviceMessage } from '@vigilux/device-plane/device-updates.ts'
import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { summarizeInvalidItems } from '@vigilux/device-plane/items.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { DeviceLink } from '../ports/device-link.ts'
import type { Ports } from '../ports/ports.ts'
import { isBusTopic } from './bus.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { createDeadLetterQueue } from './dead-letter-queue.ts'
import { type DeadLetter, rootCauseOf } from './dead-letters.store.ts'
import type { DeviceListeners, ListenerContext, RegisterContext } from './device-listeners.ts'
import type { Log } from './log.ts'
import { createRetryQueue, type ReceivedMessage, type RetryQueueParts, type StoreOutcome } from './retry-queue.ts'
import { traced } from './tracing.ts'
import { type EnrolledUnits, rejectionReason, type UnitRegister } from './unit-register.ts'
import { createUnitThrottle } from './unit-throttle.ts'
import type { InTransaction, Work } from './work.ts'

/** `life`: the life in which the message was sent, if readable. */
export type UnitDeadLetter = DeadLetter & { life: string | null }

export type InboxParts = {
  listeners: readonly DeviceListeners[]
  register: UnitRegister<RegisterContext>
  ports: Ports
  log: Log
  inTransaction: InTransaction
  /** Stores an unreadable or unstorable message; false if its unit is not enrolled or unknown. */
  saveDeadLetter(deadLetter: UnitDeadLetter, work: Work): Promise<boolean>
  /**
   * Checks units with stored dead letters for protocol faults. Runs in its own transaction: nodes store letters of the
   * same units concurrently, and the last one must see them all.
   */
  markProtocolFaults(units: readonly string[], work: Work): Promise<void>
  /** Whether the credentials of the unit are revoked: an external broker may admit it for a while longer. */
  isRevoked(unit: string): boolean
  /** Whether messages currently reach this node without delay. */
  isTimely(): boolean
  /** Publishes acknowledgements of stored records to a unit. */
  publish(topic: string, payload: string): Promise<void>
  counters: {
    received(channel: string): void
    dropped(reason: string): void
    persisted(messages: number): void
    /** Number of records acknowledged to units. */
    acknowledged(records: number): void
    /** Seconds from the arrival of a message until it was stored, or set aside for a retry. */
    ingested(seconds: number): void
    deadLetterSaved(reason: string): void
  }
}

/**
 * Acknowledging is fire-and-forget, so a slow unit cannot block others. A unit without its acknowledgement sends its
 * records again.
 */
const createAcknowledger =
  ({ publish, counters, log }: Pick<InboxParts, 'publish' | 'counters' | 'log'>) =>
  ({ unit, ...ack }: Acknowledgement): void => {
    counters.acknowledged(ack.records.length)
    publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse(ack))).catch((error: unknown) =>
      log.warn({ err: error, unit, outage: 'broker' }, 'not acknowledged'),
    )
  }

const deadLetterOfInvalidItems = ({ item, payload }: ReceivedMessage): UnitDeadLetter => ({
  unit: item.update.unit,
  channel: item.channel,
  reason: 'body',
  error: new Error(summarizeInvalidItems(item.invalidItems)),
  payload,
  tries: 1,
  life: item.update.life,
})

/** Processed messages, and messages rejected because their unit is not enrolled or unknown. */
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

const notifyListeners = async (
  items: readonly DeviceMessage[],
  { listeners }: Pick<InboxParts, 'listeners'>,
  context: ListenerContext,
) => {
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
  parts: Pick<InboxParts, 'listeners' | 'register'>,
  context: RegisterContext,
): Promise<IngestResult> => {
  const units = await parts.register.find(items, context)
  const groups = Object.groupBy(items, (item) => (rejectionReason(item, units) ? 'rejected' : 'accepted'))
  const { accepted = [], rejected = [] } = groups
  await notifyListeners(accepted, parts, { ...context, units })
  return { accepted, rejected, units }
}

/** Passes messages to the listeners of the features, within one transaction. */
const ingestMessages = async (
  items: readonly DeviceMessage[],
  parts: Pick<InboxParts, 'listeners' | 'register'>,
  context: RegisterContext,
): Promise<IngestResult> => {
  const first = await ingestEnrolled(items, parts, context)
  // An answer may have enrolled the unit whose first messages are in the same batch.
  const isEnrolledNow = first.rejected.length > 0 && items.some(({ channel }) => channel === 'response')
  const second = isEnrolledNow ? await ingestEnrolled(first.rejected, parts, context) : { ...first, accepted: [] }
  await parts.register.markUnknownUnits(items, first.units, context)
  return { ...second, accepted: [...first.accepted, ...second.accepted] }
}

type DeviceQueueParts = Omit<RetryQueueParts, 'store'> & {
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
const createDeviceQueues = (parts: DeviceQueueParts) => {
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

type DeviceInbox = ReturnType<typeof createDeviceInbox>

/**
 * Ingests messages of units, many per transaction, and acknowledges them only after COMMIT. An unreadable or unstorable
 * message becomes a dead letter and affects no other. While the database is unreachable nothing is acknowledged, so
 * units retain their records.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const { counters, log, ports } = parts
  const acknowledge = createAcknowledger(parts)
  const throttle = createUnitThrottle(() => ports.clock.now().getTime())

  const store = async (items: DeviceMessage[]): Promise<void> => {
    const { accepted, rejected, units } = await parts.inTransaction((work) =>
      ingestMessages(items, parts, { work, log }),
    )
    counters.persisted(accepted.length)
    for (const item of rejected) counters.dropped(rejectionReason(item, units) ?? 'unknown_unit')
    for (const acknowledgement of acknowledgementsOf(accepted)) acknowledge(acknowledgement)
  }

  const deadLetterQueue = createDeadLetterQueue(async (batch: UnitDeadLetter[]) => {
    const savedFlags = await parts.inTransaction(async (work) => {
      const flags: boolean[] = []
      for (const deadLetter of batch) flags.push(await parts.saveDeadLetter(deadLetter, work))
      return flags
    })
    const units = [...new Set(batch.filter((_, n) => savedFlags[n]).map(({ unit }) => unit))]
    // The letters are already stored; if this fails, the next letter triggers the check again.
    if (units.length > 0)
      await parts
        .inTransaction((work) => parts.markProtocolFaults(units, work))
        .catch((error: unknown) => log.warn({ units, cause: rootCauseOf(error) }, 'protocol faults not checked'))
    return savedFlags
  })

  const saveDeadLetter = async ({ unit, reason, ...content }: UnitDeadLetter): Promise<boolean> => {
    try {
      const isKept = await deadLetterQueue.add({ unit, reason, ...content })
      if (isKept) counters.deadLetterSaved(reason)
      return isKept
    } catch (error) {
      counters.dropped('letter')
      log.error({ unit, reason, cause: rootCauseOf(error) }, 'dead letter not saved')
      return false
    }
  }

  /** A dead letter acknowledges its records only once it is stored; otherwise the unit still has them. */
  const rejectMessage = async (
    deadLetter: DeadLetter,
    names: AckMessage | null,
    life: string | null,
  ): Promise<void> => {
    const { unit, reason, channel, error } = deadLetter
    if (!throttle.admitsDeadLetter(unit)) return counters.dropped('throttled')
    counters.dropped(reason)
    log.warn({ unit, channel, reason, cause: rootCauseOf(error) }, 'device message set aside')
    if ((await saveDeadLetter({ ...deadLetter, life })) && names) acknowledge({ unit, ...names })
  }

  /** Stores a dead letter for a message stored without its invalid items. The message itself was acknowledged. */
  const saveInvalidItems = async ({ item, payload }: ReceivedMessage): Promise<void> => {
    if (item.invalidItems.length === 0 || !throttle.admitsPartialDeadLetter(item.update.unit)) return
    const deadLetter = deadLetterOfInvalidItems({ item, payload })
    log.warn(
      { unit: deadLetter.unit, cause: rootCauseOf(deadLetter.error) },
      'parts of a device message could not be read',
    )
    await saveDeadLetter(deadLetter)
  }

  const messageQueues = createDeviceQueues({
    store,
    isDatabaseUnavailable: (error) => isDatabaseUnavailable(error, parts.inTransaction),
    deadLetter: ({ item, payload }, error, tries) =>
      rejectMessage(
        { unit: item.update.unit, channel: item.channel, reason: 'unstorable', error, payload, tries },
        acknowledgementOf(item),
        item.update.life,
      ),
    dropped: counters.dropped,
    now: () => ports.clock.now().getTime(),
    log,
  })

  /** Decodes a message, or stores it as a dead letter; null if there is nothing to store. */
  const read = async (topic: string, payload: Uint8Array, retained: boolean): Promise<DeviceMessage | null> => {
    try {
      // A retained birth carries an old time, and a late message makes the unit's clock look slow.
      const readAt = retained || !parts.isTimely() ? null : ports.clock.now()
      return decodeDeviceMessage(ports.devices.types, topic, payload, { readAt, retained })
    } catch (error) {
      const { reason, names } = error instanceof Undecodable ? error : { reason: 'body', names: null }
      const address = parseUpTopic(topic)
      if (address) await rejectMessage({ ...address, reason, error, payload, tries: 1 }, names, names?.life ?? null)
      else counters.dropped(reason)
      return null
    }
  }

  /** Resolves when the message is stored, as itself or as a dead letter; rejects if it should be redelivered. */
  const accept = async (topic: string, payload: Uint8Array, retained = false): Promise<void> => {
    const address = parseUpTopic(topic)
    if (address && parts.isRevoked(address.unit)) return counters.dropped('revoked')
    const item = await read(topic, payload, retained)
    if (!item) return
    counters.received(item.channel)
    const receivedAt = performance.now()
    await messageQueues.enqueue({ item, payload })
    counters.ingested((performance.now() - receivedAt) / 1000)
    await saveInvalidItems({ item, payload })
  }

  return {
    accept,
    /** Messages waiting for storage. */
    waiting: () => messageQueues.waiting(),
    /** Waits until all accepted messages are settled; unstorable ones stay with the units. */
    stop: () => messageQueues.stop(),
  }
}

/** Passes the messages of units from the link to the inbox. A retained birth is followed by a request for reports. */
export const receiveUnitMessages = (
  link: Pick<DeviceLink, 'onMessage'>,
  { accept }: Pick<DeviceInbox, 'accept'>,
  requestReports: (unit: string) => void,
): void =>
  link.onMessage(async ({ topic, payload, retained }) => {
    if (isBusTopic(topic)) return
    await accept(topic, payload, retained)
    const address = retained ? parseUpTopic(topic) : null
    if (address?.channel === 'online') requestReports(address.unit)
  })
