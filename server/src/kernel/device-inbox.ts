import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Ports } from '../ports/ports.ts'
import { type Announce, type Announcement, collectAnnouncements } from './announce.ts'
import { causeOf, type DeadLetter } from './dead-letters.store.ts'
import { createDeviceLanes } from './device-lanes.ts'
import {
  type DeviceNews,
  decodeDeviceMessage,
  type OnlineNews,
  type RecordNews,
  type ResponseNews,
  type ShadowNews,
  type StateNews,
  Undecodable,
} from './device-messages.ts'
import type { Log } from './log.ts'
import { isStoreAway } from './store-away.ts'
import type { Tx } from './transaction.ts'
import { createUnitConduct } from './unit-conduct.ts'

export type ListenerContext = { tx: Tx; announce: Announce; ports: Ports; now: Date; log: Log }

/** What a feature does with the messages of units; each gets those of one batch, in their order. */
export type DeviceListeners = {
  online?(news: OnlineNews[], context: ListenerContext): Promise<void>
  shadow?(news: ShadowNews[], context: ListenerContext): Promise<void>
  state?(news: StateNews[], context: ListenerContext): Promise<void>
  record?(news: RecordNews[], context: ListenerContext): Promise<void>
  response?(news: ResponseNews[], context: ListenerContext): Promise<void>
}

export type InboxParts = {
  listeners: readonly DeviceListeners[]
  ports: Ports
  log: Log
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  deliver(announcements: Announcement[]): void
  /** Keeps a message that could not be read or stored; false where its unit is nobody's. */
  keepLetter(letter: DeadLetter & { isRepeated: boolean }, context: ListenerContext): Promise<boolean>
  /** Whether messages reach us without delay now. */
  isPunctual(): boolean
  /** Tells a unit which records are safe. */
  publish(topic: string, payload: string): Promise<void>
  counters: {
    received(channel: string): void
    dropped(reason: string): void
    persisted(messages: number): void
    letterKept(reason: string): void
  }
}

const channels = ['online', 'shadow', 'state', 'record', 'response'] as const

const acknowledgementsOf = (items: readonly DeviceNews[]): Map<string, AckMessage['records']> => {
  const byUnit = new Map<string, AckMessage['records']>()
  for (const item of items) {
    if (item.channel !== 'record') continue
    const records = byUnit.get(item.news.unit) ?? []
    records.push([item.news.boot, item.news.seq])
    byUnit.set(item.news.unit, records)
  }
  return byUnit
}

/**
 * Takes messages of units in, many to a transaction, and promises each only after COMMIT. One that cannot be read or
 * stored is set aside and takes no other message with it. While the database cannot be reached nothing is acknowledged,
 * so the unit keeps what must not be lost.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const { counters, log, ports } = parts
  const conduct = createUnitConduct(() => ports.clock.now().getTime())

  const inContext = async <T>(work: (context: ListenerContext) => Promise<T>): Promise<T> => {
    const { announce, collected } = collectAnnouncements()
    const result = await parts.inTransaction((tx) => {
      collected.length = 0
      return work({ tx, announce, ports, now: ports.clock.now(), log })
    })
    parts.deliver(collected)
    return result
  }

  const store = async (items: DeviceNews[]): Promise<void> => {
    await inContext(async (context) => {
      for (const channel of channels) {
        const news = items.filter((item) => item.channel === channel).map((item) => item.news)
        if (news.length === 0) continue
        for (const listener of parts.listeners) await listener[channel]?.(news as never, context)
      }
    })
    counters.persisted(items.length)
    for (const [unit, records] of acknowledgementsOf(items)) acknowledge(unit, records)
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. One that hears nothing sends its records again. */
  const acknowledge = (unit: string, records: AckMessage['records']): void => {
    parts
      .publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse({ records })))
      .catch((error: unknown) => log.warn({ err: error, unit }, 'records not acknowledged'))
  }

  /** Only a letter that is kept acknowledges its record; where it cannot be kept the unit still has it. */
  const setAside = async (letter: DeadLetter, record: readonly [number, number] | null): Promise<void> => {
    const { unit, reason } = letter
    counters.dropped(reason)
    const { channel, error: cause } = letter
    log.warn({ unit, channel, reason, cause: causeOf(cause) }, 'device message set aside')
    const isRepeated = conduct.fault(unit)
    try {
      if (!(await inContext((context) => parts.keepLetter({ ...letter, isRepeated }, context)))) return
      counters.letterKept(reason)
      if (record) acknowledge(unit, [[...record]])
    } catch (error) {
      counters.dropped('letter')
      log.error({ unit, reason, cause: causeOf(error) }, 'dead letter not kept')
    }
  }

  const lanes = createDeviceLanes({
    store,
    isStoreAway: (error) => isStoreAway(error, parts.inTransaction),
    setAside: ({ item, payload }, error, tries) =>
      setAside(
        { unit: item.news.unit, channel: item.channel, reason: 'unstorable', error, payload, tries },
        item.channel === 'record' ? [item.news.boot, item.news.seq] : null,
      ),
    dropped: counters.dropped,
    now: () => ports.clock.now().getTime(),
    log,
  })

  /** Reads a message, or sets it aside; null where nothing is to be stored. */
  const read = async (topic: string, payload: Uint8Array, retained: boolean): Promise<DeviceNews | null> => {
    try {
      // A birth that the broker kept says what the clock was then; one that comes late looks like a clock that is slow.
      const readAt = retained || !parts.isPunctual() ? null : ports.clock.now()
      return decodeDeviceMessage(ports.devices.types, topic, payload, readAt)
    } catch (error) {
      const { reason, record } = error instanceof Undecodable ? error : { reason: 'body', record: null }
      const address = parseUpTopic(topic)
      if (address) await setAside({ ...address, reason, error, payload, tries: 1 }, record)
      else counters.dropped(reason)
      return null
    }
  }

  return {
    /** Resolves when the message is stored or was set aside; rejects when it should come again. */
    async accept(topic: string, payload: Uint8Array, retained = false): Promise<void> {
      const address = parseUpTopic(topic)
      if (address && !conduct.admits(address.unit, address.channel)) return counters.dropped('throttled')
      const item = await read(topic, payload, retained)
      if (!item) return
      counters.received(item.channel)
      await lanes.bring({ item, payload })
    },
    /** Waits until everything taken in so far is settled; what cannot be stored now is left with the units. */
    stop: () => lanes.stop(),
  }
}
