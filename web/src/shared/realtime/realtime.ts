import type { QueryClient } from '@tanstack/react-query'
import {
  type ConnectionEnd,
  type ConnectionStatus,
  PendingCalls,
  RealtimeConnection,
  type RealtimeMessage,
} from '@vigilux/client/connection.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ActionInput, ActionName, ActionOutput } from '../api/actions.ts'
import { throwWithTexts } from '../api/api-failure.ts'
import { setChannel } from '../api/channel.ts'
import { fetchSession } from '../session/session-api.ts'
import { EventBuffer, type RealtimePatches } from './event-buffer.ts'

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

  /** Calls the watcher for every message, beside the cache patches; for messages outside the cached answers. */
  onMessage(watcher: (message: RealtimeMessage) => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  call<Name extends ActionName>(action: Name, input: ActionInput<Name>, key?: string): Promise<ActionOutput<Name>> {
    return this.calls.call(action, input, key).catch(throwWithTexts) as Promise<ActionOutput<Name>>
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

/** The state of the channel; undefined when nobody is signed in. Rerenders when the state changes. */
export function useLiveStatus(): LiveStatus | undefined {
  const realtime = useRealtime()
  const state = useSyncExternalStore(realtime?.subscribe ?? subscribeToNothing, () => realtime?.live.state)
  useSyncExternalStore(realtime?.subscribe ?? subscribeToNothing, () => realtime?.live.attempt)
  return state === undefined ? undefined : realtime?.live
}
