import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { summarizeInvalidItems } from '@vigilux/device-plane/items.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Ports } from '../ports/ports.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { createDeadLetterQueue } from './dead-letter-queue.ts'
import { type DeadLetter, rootCauseOf } from './dead-letters.store.ts'
import type { DeviceListeners, RegisterContext } from './device-listeners.ts'
import { acknowledgementOf, type DeviceMessage, decodeDeviceMessage, Undecodable } from './device-messages.ts'
import { createDeviceQueues } from './device-queues.ts'
import { ingestMessages } from './ingest-messages.ts'
import type { Log } from './log.ts'
import type { ReceivedMessage } from './retry-queue.ts'
import { rejectionReason, type UnitRegister } from './unit-register.ts'
import { createUnitThrottle } from './unit-throttle.ts'
import type { InTransaction, Work } from './work.ts'

/** `life`: that in which it was sent, as far as that could be read. */
export type UnitDeadLetter = DeadLetter & { life: string | null }

export type InboxParts = {
  listeners: readonly DeviceListeners[]
  register: UnitRegister<RegisterContext>
  ports: Ports
  log: Log
  inTransaction: InTransaction
  /** Keeps a message that could not be read or stored; false where its unit is nobody's, or a stranger. */
  saveDeadLetter(letter: UnitDeadLetter, work: Work): Promise<boolean>
  /**
   * Judges units of which letters were kept. In a transaction of its own: other nodes keep letters of the same units at
   * the same time, and whoever comes last sees them all.
   */
  markProtocolFaults(units: readonly string[], work: Work): Promise<void>
  /** Whether the credentials of the unit were revoked: an external broker may let it in for a while yet. */
  isRevoked(unit: string): boolean
  /** Whether messages reach us without delay now. */
  isTimely(): boolean
  /** Informs a unit of which records are safe. */
  publish(topic: string, payload: string): Promise<void>
  counters: {
    received(channel: string): void
    dropped(reason: string): void
    persisted(messages: number): void
    deadLetterSaved(reason: string): void
  }
}

type Acknowledgement = AckMessage & { unit: string }

/** Moments that one acknowledgement names at most; records are no more than messages in a transaction. */
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

/** What of these is to be acknowledged, per unit and life. */
const acknowledgementsOf = (items: readonly DeviceMessage[]): Acknowledgement[] => {
  const byLife = new Map<string, Acknowledgement>()
  for (const item of items) {
    const names = acknowledgementOf(item)
    if (!names) continue
    const { unit } = item.update
    const told = byLife.get(`${unit} ${names.life}`)
    if (!told) byLife.set(`${unit} ${names.life}`, { unit, ...names })
    else {
      told.records.push(...names.records)
      if (names.telemetry) told.telemetry = [...(told.telemetry ?? []), ...names.telemetry]
    }
  }
  return [...byLife.values()].flatMap(splitAcknowledgement)
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
 * Takes messages of units in, many to a transaction, and promises each only after COMMIT. One that cannot be read or
 * stored is set aside and takes no other message with it. While the database cannot be reached nothing is acknowledged,
 * so the unit keeps what must not be lost.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const { counters, log, ports } = parts
  const conduct = createUnitThrottle(() => ports.clock.now().getTime())

  const store = async (items: DeviceMessage[]): Promise<void> => {
    const { accepted, rejected, units } = await parts.inTransaction((work) =>
      ingestMessages(items, parts, { work, log }),
    )
    counters.persisted(accepted.length)
    for (const item of rejected) counters.dropped(rejectionReason(item, units) ?? 'stranger')
    for (const acknowledgement of acknowledgementsOf(accepted)) acknowledge(acknowledgement)
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. One that receives nothing sends its records again. */
  const acknowledge = ({ unit, ...ack }: Acknowledgement): void => {
    parts
      .publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse(ack)))
      .catch((error: unknown) => log.warn({ err: error, unit, outage: 'broker' }, 'not acknowledged'))
  }

  const letters = createDeadLetterQueue(async (batch: UnitDeadLetter[]) => {
    const kept = await parts.inTransaction(async (work) => {
      const each: boolean[] = []
      for (const letter of batch) each.push(await parts.saveDeadLetter(letter, work))
      return each
    })
    const units = [...new Set(batch.filter((_, n) => kept[n]).map(({ unit }) => unit))]
    // They are kept whatever becomes of this; the next letter has the unit judged again.
    if (units.length > 0)
      await parts
        .inTransaction((work) => parts.markProtocolFaults(units, work))
        .catch((error: unknown) => log.warn({ units, cause: rootCauseOf(error) }, 'units not judged by their letters'))
    return kept
  })

  const keepLetter = async ({ unit, reason, ...letter }: UnitDeadLetter): Promise<boolean> => {
    try {
      const isKept = await letters.add({ unit, reason, ...letter })
      if (isKept) counters.deadLetterSaved(reason)
      return isKept
    } catch (error) {
      counters.dropped('letter')
      log.error({ unit, reason, cause: rootCauseOf(error) }, 'dead letter not kept')
      return false
    }
  }

  /** Only a letter that is kept acknowledges what it names; where it cannot be kept the unit still has it. */
  const setAside = async (letter: DeadLetter, names: AckMessage | null, life: string | null): Promise<void> => {
    const { unit, reason, channel, error } = letter
    if (!conduct.admitsDeadLetter(unit)) return counters.dropped('throttled')
    counters.dropped(reason)
    log.warn({ unit, channel, reason, cause: rootCauseOf(error) }, 'device message set aside')
    if ((await keepLetter({ ...letter, life })) && names) acknowledge({ unit, ...names })
  }

  /** Keeps a letter of a message that was stored without its odd parts. The message itself was acknowledged. */
  const keepOddParts = async ({ item, payload }: ReceivedMessage): Promise<void> => {
    if (item.invalidItems.length === 0 || !conduct.admitsPartialDeadLetter(item.update.unit)) return
    const letter = deadLetterOfInvalidItems({ item, payload })
    log.warn({ unit: letter.unit, cause: rootCauseOf(letter.error) }, 'parts of a device message could not be read')
    await keepLetter(letter)
  }

  const lanes = createDeviceQueues({
    store,
    isDatabaseUnavailable: (error) => isDatabaseUnavailable(error, parts.inTransaction),
    deadLetter: ({ item, payload }, error, tries) =>
      setAside(
        { unit: item.update.unit, channel: item.channel, reason: 'unstorable', error, payload, tries },
        acknowledgementOf(item),
        item.update.life,
      ),
    dropped: counters.dropped,
    now: () => ports.clock.now().getTime(),
    log,
  })

  /** Reads a message, or sets it aside; null where nothing is to be stored. */
  const read = async (topic: string, payload: Uint8Array, retained: boolean): Promise<DeviceMessage | null> => {
    try {
      // A birth that the broker kept says what the clock was then; one that comes late looks like a clock that is slow.
      const readAt = retained || !parts.isTimely() ? null : ports.clock.now()
      return decodeDeviceMessage(ports.devices.types, topic, payload, { readAt, retained })
    } catch (error) {
      const { reason, names } = error instanceof Undecodable ? error : { reason: 'body', names: null }
      const address = parseUpTopic(topic)
      if (address) await setAside({ ...address, reason, error, payload, tries: 1 }, names, names?.life ?? null)
      else counters.dropped(reason)
      return null
    }
  }

  return {
    /** Resolves when the message is stored or was set aside; rejects when it should come again. */
    async accept(topic: string, payload: Uint8Array, retained = false): Promise<void> {
      const address = parseUpTopic(topic)
      if (address && parts.isRevoked(address.unit)) return counters.dropped('revoked')
      const item = await read(topic, payload, retained)
      if (!item) return
      counters.received(item.channel)
      await lanes.enqueue({ item, payload })
      await keepOddParts({ item, payload })
    },
    /** Waits until everything taken in so far is settled; what cannot be stored now is left with the units. */
    stop: () => lanes.stop(),
  }
}
