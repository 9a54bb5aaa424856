import { setTimeout as pause } from 'node:timers/promises'
import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic } from '@vigilux/device-plane/topics.ts'
import type { Ports } from '../ports/ports.ts'
import { type Announce, type Announcement, collectAnnouncements } from './announce.ts'
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
import type { Tx } from './transaction.ts'
import { type EnrolledUnits, type UnitRegister, whyNotTaken } from './unit-register.ts'

export type RegisterContext = { tx: Tx; announce: Announce; ports: Ports; now: Date; log: Log }

export type ListenerContext = RegisterContext & {
  /** The enrolled units behind the messages, by unit id. */
  units: EnrolledUnits
}

/**
 * What a feature does with the messages of units; each gets those of one batch, in their order. Shadows, states and
 * records are those of the enrolled life; connections and answers are anybody's.
 */
export type DeviceListeners = {
  online?(news: OnlineNews[], context: ListenerContext): Promise<void>
  shadow?(news: ShadowNews[], context: ListenerContext): Promise<void>
  state?(news: StateNews[], context: ListenerContext): Promise<void>
  record?(news: RecordNews[], context: ListenerContext): Promise<void>
  response?(news: ResponseNews[], context: ListenerContext): Promise<void>
}

export type InboxParts = {
  listeners: readonly DeviceListeners[]
  register: UnitRegister<RegisterContext>
  ports: Ports
  log: Log
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  deliver(announcements: Announcement[]): void
  /** Tells a unit which records are safe. */
  publish(topic: string, payload: string): Promise<void>
  counters: { received(channel: string): void; dropped(reason: string): void; persisted(messages: number): void }
}

type TakenAndLeft = { taken: DeviceNews[]; left: DeviceNews[]; units: EnrolledUnits }

type Waiting = { item: DeviceNews; resolve: () => void; reject: (error: unknown) => void }

/** While the database cannot take them, messages wait here, and behind them at the broker. */
const retryMs = 1_000

/** More messages than this in one transaction gain nothing. */
const batchLimit = 500

const channels = ['online', 'shadow', 'state', 'record', 'response'] as const

/** Data that can never be stored, however often it is tried: SQLSTATE classes 22 and 23. */
const isPoison = (error: unknown): boolean => {
  const code = (error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code
  return typeof code === 'string' && /^2[23]/.test(code)
}

type Acknowledgement = AckMessage & { unit: string }

/** What of these is to be acknowledged, per unit and life. */
const acknowledgementsOf = (items: readonly DeviceNews[]): Acknowledgement[] => {
  const byLife = new Map<string, Acknowledgement>()
  for (const { channel, news } of items) {
    if (channel !== 'record') continue
    const { unit, life, boot, seq } = news
    const told = byLife.get(`${unit} ${life}`) ?? { unit, life, records: [] }
    told.records.push([boot, seq])
    byLife.set(`${unit} ${life}`, told)
  }
  return [...byLife.values()]
}

/**
 * Takes messages of units in, many to a transaction, and promises each only after COMMIT. One that cannot be read or
 * stored is counted, logged and dropped; it takes no other message with it. While the database cannot be reached
 * nothing is acknowledged, so the unit keeps what must not be lost.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  let stopped = false

  const tellListeners = async (items: readonly DeviceNews[], context: ListenerContext): Promise<void> => {
    for (const channel of channels) {
      const news = items.filter((item) => item.channel === channel).map((item) => item.news)
      if (news.length === 0) continue
      for (const listener of parts.listeners) await listener[channel]?.(news as never, context)
    }
  }

  /** Hands on what belongs to an enrolled unit; answers what does not. */
  const takeOwn = async (items: readonly DeviceNews[], context: RegisterContext): Promise<TakenAndLeft> => {
    const units = await parts.register.find(items, context)
    const { taken = [], left = [] } = Object.groupBy(items, (item) => (whyNotTaken(item, units) ? 'left' : 'taken'))
    await tellListeners(taken, { ...context, units })
    return { taken, left, units }
  }

  const takeIn = async (items: readonly DeviceNews[], context: RegisterContext): Promise<TakenAndLeft> => {
    const first = await takeOwn(items, context)
    // An answer may have enrolled the very unit whose first messages stand beside it.
    const isEnrolledNow = first.left.length > 0 && items.some(({ channel }) => channel === 'response')
    const second = isEnrolledNow ? await takeOwn(first.left, context) : { ...first, taken: [] }
    await parts.register.noticeStrangers(items, first.units, context)
    return { ...second, taken: [...first.taken, ...second.taken] }
  }

  const store = async (items: DeviceNews[]): Promise<void> => {
    const { announce, collected } = collectAnnouncements()
    const { taken, left, units } = await parts.inTransaction(async (tx) => {
      collected.length = 0
      return takeIn(items, { tx, announce, ports: parts.ports, now: parts.ports.clock.now(), log: parts.log })
    })
    parts.counters.persisted(taken.length)
    for (const item of left) parts.counters.dropped(whyNotTaken(item, units) ?? 'stranger')
    parts.deliver(collected)
    for (const acknowledgement of acknowledgementsOf(taken)) acknowledge(acknowledgement)
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. One that hears nothing sends its records again. */
  const acknowledge = ({ unit, ...ack }: Acknowledgement): void => {
    parts
      .publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse(ack)))
      .catch((error: unknown) => parts.log.warn({ err: error, unit }, 'records not acknowledged'))
  }

  /** Tries to store until it works, or the data itself is at fault, or the server stops. */
  const storeInTheEnd = async (items: DeviceNews[]): Promise<{ fault: unknown } | 'stored' | 'stopped'> => {
    for (;;) {
      try {
        await store(items)
        return 'stored'
      } catch (error) {
        if (isPoison(error)) return { fault: error }
        if (stopped) return 'stopped'
        parts.log.error({ err: error, messages: items.length }, 'device messages not stored; they are tried again')
        await pause(retryMs)
      }
    }
  }

  /** Stores a batch; where one message cannot be stored, halves the batch until that one stands alone. */
  const settle = async (batch: Waiting[]): Promise<void> => {
    const outcome = await storeInTheEnd(batch.map((waiting) => waiting.item))
    if (outcome === 'stored') for (const waiting of batch) waiting.resolve()
    else if (outcome === 'stopped') for (const waiting of batch) waiting.reject(new Error('the server stops'))
    else if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      await settle(batch.slice(0, middle))
      await settle(batch.slice(middle))
    } else drop(batch, outcome.fault)
  }

  const drop = ([only]: Waiting[], fault: unknown): void => {
    parts.counters.dropped('unstorable')
    parts.log.warn({ err: fault, unit: only?.item.news.unit, channel: only?.item.channel }, 'device message dropped')
    only?.resolve()
  }

  const drain = async (): Promise<void> => {
    while (queue.length > 0) await settle(queue.splice(0, batchLimit))
  }

  const start = () => {
    running ??= drain().finally(() => {
      running = null
      if (queue.length > 0) start()
    })
  }

  return {
    /** Resolves when the message is stored or was dropped for good; rejects when it should come again. */
    async accept(topic: string, payload: Uint8Array, retained = false): Promise<void> {
      let item: DeviceNews | null
      try {
        item = decodeDeviceMessage(parts.ports.devices.types, topic, payload, retained)
      } catch (error) {
        const reason = error instanceof Undecodable ? error.reason : 'body'
        parts.counters.dropped(reason)
        parts.log.warn({ topic: topic.slice(0, 100), reason, bytes: payload.length }, 'device message dropped')
        return
      }
      if (!item) return
      const known = item
      parts.counters.received(item.channel)
      return new Promise<void>((resolve, reject) => {
        queue.push({ item: known, resolve, reject })
        start()
      })
    },
    /** Waits until everything taken in so far is settled; what cannot be stored now is left with the units. */
    async stop(): Promise<void> {
      stopped = true
      while (running) await running
    },
  }
}
