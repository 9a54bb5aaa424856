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
  /** Tells a unit which records are safe. */
  publish(topic: string, payload: string): Promise<void>
  counters: { received(channel: string): void; dropped(reason: string): void; persisted(messages: number): void }
}

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
 * stored is counted, logged and dropped; it takes no other message with it. While the database cannot be reached
 * nothing is acknowledged, so the unit keeps what must not be lost.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const queue: Waiting[] = []
  let running: Promise<void> | null = null
  let stopped = false

  const store = async (items: DeviceNews[]): Promise<void> => {
    const { announce, collected } = collectAnnouncements()
    await parts.inTransaction(async (tx) => {
      collected.length = 0
      const context = { tx, announce, ports: parts.ports, now: parts.ports.clock.now(), log: parts.log }
      for (const channel of channels) {
        const news = items.filter((item) => item.channel === channel).map((item) => item.news)
        if (news.length === 0) continue
        for (const listener of parts.listeners) await listener[channel]?.(news as never, context)
      }
    })
    parts.counters.persisted(items.length)
    parts.deliver(collected)
    for (const [unit, records] of acknowledgementsOf(items)) acknowledge(unit, records)
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. One that hears nothing sends its records again. */
  const acknowledge = (unit: string, records: AckMessage['records']): void => {
    parts
      .publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse({ records })))
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
