import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ActionInput, ActionName, ActionOutput } from '../api/actions.ts'
import { ApiFailure, throwWithTexts } from '../api/api-failure.ts'
import { setChannel } from '../api/channel.ts'
import { fetchSession } from '../session/session-api.ts'
import { type ConnectionEnd, type ConnectionStatus, RealtimeConnection, type RealtimeMessage } from './connection.ts'
import { EventBuffer, type RealtimePatches } from './event-buffer.ts'

type Wire = { status: ConnectionStatus; send: (message: RealtimeMessage) => void }
type Refused = { error?: string; status?: number; details?: unknown; requestId?: string }
type Waiting = { resolve: (data: unknown) => void; reject: (failure: ApiFailure) => void }

type CallTiming = { pollMs: number; connectWaitMs: number; answerMs: number }

/** Specification section 9: an action started while connecting waits, polling every 500 ms, at most 10 s. The server answers within 5 s. */
const defaultTiming: CallTiming = { pollMs: 500, connectWaitMs: 10_000, answerMs: 10_000 }

const createNoAnswerFailure = () => new ApiFailure('realtime_no_answer', 0)

/** Actions sent over the realtime channel and their answers, matched by id. */
export class PendingCalls {
  private readonly wire: Wire
  private readonly timing: CallTiming
  private readonly waiting = new Map<string, Waiting>()

  constructor(wire: Wire, timing: Partial<CallTiming> = {}) {
    this.wire = wire
    this.timing = { ...defaultTiming, ...timing }
  }

  /** Waits for the connection, sends once, and resolves with the answer's data. */
  async call(action: string, input: object, key?: string): Promise<unknown> {
    await this.untilConnected()
    const id = crypto.randomUUID()
    let answerTimeout: ReturnType<typeof setTimeout> | undefined
    try {
      return await new Promise((resolve, reject) => {
        answerTimeout = setTimeout(() => reject(createNoAnswerFailure()), this.timing.answerMs)
        this.waiting.set(id, { resolve, reject })
        this.wire.send({ action, id, ...(key !== undefined && { key }), data: input })
      })
    } finally {
      clearTimeout(answerTimeout)
      this.waiting.delete(id)
    }
  }

  /** True when the message was the answer to a call. */
  settle(message: RealtimeMessage): boolean {
    const call = this.waiting.get(message.id ?? '')
    if (!call) return false
    const data = (message.data ?? {}) as Refused
    if (typeof data.error === 'string')
      throwWithTexts(new ApiFailure(data.error, data.status ?? 400, data)).catch(call.reject)
    else call.resolve(message.data)
    return true
  }

  /** The connection is gone, so the outcome of these calls is unknown: a caller with an idempotency key retries. */
  abandon(): void {
    for (const call of this.waiting.values()) call.reject(createNoAnswerFailure())
  }

  private async untilConnected(): Promise<void> {
    const end = Date.now() + this.timing.connectWaitMs
    while (this.wire.status.state !== 'connected') {
      if (Date.now() >= end) throw new ApiFailure('realtime_not_connected', 0)
      await new Promise((resolve) => setTimeout(resolve, this.timing.pollMs))
    }
  }
}

export type LiveStatus = ConnectionStatus & {
  /** When the last message arrived, in epoch milliseconds: the age of the screen. */
  lastMessageAt: number | undefined
}

/** The realtime channel of the signed-in person. */
export class Realtime {
  private readonly connection: RealtimeConnection
  private readonly calls: PendingCalls
  private readonly buffer: EventBuffer
  private readonly queries: QueryClient
  private readonly listeners = new Set<() => void>()
  private readonly watchers = new Set<(message: RealtimeMessage) => void>()
  live: LiveStatus

  constructor(queries: QueryClient, patches: RealtimePatches, onEnd: (reason: ConnectionEnd) => void) {
    this.queries = queries
    this.buffer = new EventBuffer(queries, patches)
    this.connection = new RealtimeConnection({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime`,
      refreshSession: async () => (await fetchSession()) !== null,
      onStatus: (status) => this.changed(status),
      onMessage: (message) => this.receive(message),
      onReconnected: () => void this.readAgain(),
      onEnd,
      isOnline: () => navigator.onLine,
    })
    this.calls = new PendingCalls(this.connection)
    this.live = { ...this.connection.status, lastMessageAt: undefined }
  }

  start(): () => void {
    const online = () => this.connection.tryNow()
    const offline = () => this.connection.lost()
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    this.connection.start()
    const detachChannel = setChannel(this)
    return () => {
      detachChannel()
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
      this.buffer.clear()
      this.calls.abandon()
      this.connection.stop()
    }
  }

  tryNow = (): void => this.connection.tryNow()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Calls the watcher for every message, independently of the cache patches; for messages that are not cached answers. */
  onMessage(watcher: (message: RealtimeMessage) => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  call<Name extends ActionName>(action: Name, input: ActionInput<Name>, key?: string): Promise<ActionOutput<Name>> {
    return this.calls.call(action, input, key) as Promise<ActionOutput<Name>>
  }

  private receive(message: RealtimeMessage): void {
    this.live = { ...this.live, lastMessageAt: Date.now() }
    if (!this.calls.settle(message)) {
      this.buffer.add(message)
      for (const watcher of this.watchers) watcher(message)
    }
  }

  private changed(status: ConnectionStatus): void {
    if (status.state !== 'connected' && this.live?.state === 'connected') this.calls.abandon()
    this.live = { ...status, lastMessageAt: this.live?.lastMessageAt }
    for (const listener of this.listeners) listener()
  }

  /** Refetches missed data; reading a plant also renews its watch. */
  private async readAgain(): Promise<void> {
    this.buffer.clear()
    await this.queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
  }
}

export const RealtimeContext = createContext<Realtime | null>(null)

export function useRealtime(): Realtime | null {
  return useContext(RealtimeContext)
}

const subscribeToNothing = () => () => undefined

/** The state of the channel; undefined without a signed-in person. Rerenders on a change of state, not on each message. */
export function useLiveStatus(): LiveStatus | undefined {
  const realtime = useRealtime()
  const state = useSyncExternalStore(realtime?.subscribe ?? subscribeToNothing, () => realtime?.live.state)
  useSyncExternalStore(realtime?.subscribe ?? subscribeToNothing, () => realtime?.live.attempt)
  return state === undefined ? undefined : realtime?.live
}
