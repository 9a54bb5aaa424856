import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { summarizeInvalidItems } from '@vigilux/device-plane/items.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Ports } from '../ports/ports.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { createDeadLetterQueue } from './dead-letter-queue.ts'
import { type DeadLetter, rootCauseOf } from './dead-letters.store.ts'
import type { DeviceListeners, RegisterContext } from './device-listeners.ts'
import { acknowledgementOf, type DeviceMessage, decodeDeviceMessage, Undecodable } from './device-messages.ts'
import { createDeviceQueues, ingestMessages } from './device-queues.ts'
import type { Log } from './log.ts'
import type { ReceivedMessage } from './retry-queue.ts'
import { rejectionReason, type UnitRegister } from './unit-register.ts'
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
  /** Stores an unreadable or unstorable message; false if its unit is not enrolled or a stranger. */
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

type Acknowledgement = AckMessage & { unit: string }

/** Maximum of moments in one acknowledgement; its records are bounded by the messages in a transaction. */
const maxMomentsPerAck = 1_000

const splitAcknowledgement = ({ telemetry, ...ack }: Acknowledgement): Acknowledgement[] => {
  if (!telemetry) return [ack]
  const parts = Math.ceil(telemetry.length / maxMomentsPerAck)
  return Array.from({ length: parts }, (_, n) => ({
    ...ack,
    records: n === 0 ? ack.records : [],
    telemetry: telemetry.slice(n * maxMomentsPerAck, (n + 1) * maxMomentsPerAck),
  }))
}

/** The acknowledgements for these messages, per unit and life. */
const acknowledgementsOf = (items: readonly DeviceMessage[]): Acknowledgement[] => {
  const byLife = new Map<string, Acknowledgement>()
  for (const item of items) {
    const names = acknowledgementOf(item)
    if (!names) continue
    const { unit } = item.update
    const unitAcknowledgement = byLife.get(`${unit} ${names.life}`)
    if (!unitAcknowledgement) byLife.set(`${unit} ${names.life}`, { unit, ...names })
    else {
      unitAcknowledgement.records.push(...names.records)
      if (names.telemetry)
        unitAcknowledgement.telemetry = [...(unitAcknowledgement.telemetry ?? []), ...names.telemetry]
    }
  }
  return [...byLife.values()].flatMap(splitAcknowledgement)
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
    for (const item of rejected) counters.dropped(rejectionReason(item, units) ?? 'stranger')
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
        .catch((error: unknown) => log.warn({ units, cause: rootCauseOf(error) }, 'units not judged by their letters'))
    return savedFlags
  })

  const saveDeadLetter = async ({ unit, reason, ...content }: UnitDeadLetter): Promise<boolean> => {
    try {
      const isKept = await deadLetterQueue.add({ unit, reason, ...content })
      if (isKept) counters.deadLetterSaved(reason)
      return isKept
    } catch (error) {
      counters.dropped('letter')
      log.error({ unit, reason, cause: rootCauseOf(error) }, 'dead letter not kept')
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

  return {
    /** Resolves when the message is stored, as itself or as a dead letter; rejects if it should be redelivered. */
    async accept(topic: string, payload: Uint8Array, retained = false): Promise<void> {
      const address = parseUpTopic(topic)
      if (address && parts.isRevoked(address.unit)) return counters.dropped('revoked')
      const item = await read(topic, payload, retained)
      if (!item) return
      counters.received(item.channel)
      const receivedAt = performance.now()
      await messageQueues.enqueue({ item, payload })
      counters.ingested((performance.now() - receivedAt) / 1000)
      await saveInvalidItems({ item, payload })
    },
    /** Messages waiting for storage. */
    waiting: () => messageQueues.waiting(),
    /** Waits until all accepted messages are settled; unstorable ones stay with the units. */
    stop: () => messageQueues.stop(),
  }
}
