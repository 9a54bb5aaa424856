import type { QueryClient } from '@tanstack/react-query'
import {
  type ConnectionEnd,
  type ConnectionStatus,
  PendingCalls,
  RealtimeConnection,
  type RealtimeMessage,
} from '@vigilux/client/connection.ts'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ActionInput, ActionName, ActionOutput } from '../api/actions.ts'
import { throwWithTexts } from '../api/api-failure.ts'
import { setChannel } from '../api/use-action.ts'
import { fetchSession } from '../session/session-api.ts'
import { ChangesDuringReads } from './changes-during-reads.ts'

/** How a patch may change cached answers. All changes of a batch are written together. */
export type CachePatcher = {
  /** Changes each cached answer of an action whose input fits; `change` returns the same object without change. */
  update: <Name extends ActionName>(
    action: Name,
    matchesInput: (input: ActionInput<Name>) => boolean,
    change: (answer: ActionOutput<Name>) => ActionOutput<Name>,
  ) => void
  /** Marks cached answers of an action as stale: visible ones are refetched. */
  refetch: <Name extends ActionName>(action: Name, matchesInput?: (input: ActionInput<Name>) => boolean) => void
  /** Like `refetch`, with a random delay of up to a second: for large answers refetched by all browsers. */
  refetchSpread: CachePatcher['refetch']
}

/** Maximum random delay of a refetch by all browsers. */
const jitterMs = 1_000

/** A feature's table from an event to its cache patch, in its `*.realtime.ts`; several may listen to one event. */
export type RealtimePatches = { [Name in EventName]?: (cache: CachePatcher, data: EventData<Name>) => void }

/** Merges tables; two patches of one event both receive it, in the given order. */
export function combinePatches(...tables: readonly RealtimePatches[]): RealtimePatches {
  const patchByEvent: Record<string, (cache: CachePatcher, data: never) => void> = {}
  for (const table of tables)
    for (const [event, patch] of Object.entries(table)) {
      const earlierPatch = patchByEvent[event]
      patchByEvent[event] = earlierPatch
        ? (cache, data) => {
            earlierPatch(cache, data)
            patch(cache, data)
          }
        : patch
    }
  return patchByEvent as RealtimePatches
}

/** Milliseconds from the end of one batch to the next: at least a frame, at most a delay people do not notice. */
type Pause = { minMs: number; maxMs: number }

/** Pause after a batch as a multiple of its duration: a fifth of the time renders, the rest is for input. */
const pauseFactor = 4

/**
 * Patches the cache once per batch: one render for any number of events. The first event after a quiet time is applied
 * at once; later ones are gathered for as long as this browser needs to stay responsive.
 */
export class EventBuffer {
  private readonly queries: QueryClient
  private readonly patches: RealtimePatches
  private readonly pause: Pause
  private events: RealtimeMessage[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private quietUntil = Number.NEGATIVE_INFINITY
  private readonly spread: Jittered
  private readonly changesDuringReads: ChangesDuringReads

  constructor(queries: QueryClient, patches: RealtimePatches, pause: Pause = { minMs: 16, maxMs: 250 }) {
    this.queries = queries
    this.patches = patches
    this.pause = pause
    this.spread = new Jittered(queries)
    this.changesDuringReads = new ChangesDuringReads(queries)
  }

  add(event: RealtimeMessage): void {
    this.events.push(event)
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.quietUntil - performance.now()))
  }

  private rest(startedAt: number): void {
    const now = performance.now()
    const { minMs, maxMs } = this.pause
    this.quietUntil = now + Math.min(maxMs, Math.max(minMs, (now - startedAt) * pauseFactor))
    if (this.timer === undefined) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.flush(), this.quietUntil - now)
  }

  clear(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.events = []
  }

  flush(): void {
    const events = this.events
    this.clear()
    const startedAt = performance.now()
    this.quietUntil = startedAt + this.pause.maxMs
    const batch = new Batch(this.queries, this.spread, this.changesDuringReads)
    for (const { action, data } of events) {
      const patch = this.patches[action as EventName] as ((cache: CachePatcher, data: unknown) => void) | undefined
      patch?.(batch, data)
    }
    batch.write()
    // Queued behind the cache's own timer, after which everything is rendered and the cost is known.
    setTimeout(() => this.rest(startedAt))
  }
}

/** Merges refetches requested until a random moment of this browser. */
class Jittered {
  private readonly queries: QueryClient
  private hashes = new Set<string>()

  constructor(queries: QueryClient) {
    this.queries = queries
  }

  add(hash: string): void {
    if (this.hashes.size === 0) setTimeout(() => this.read(), Math.random() * jitterMs)
    this.hashes.add(hash)
  }

  private read(): void {
    const hashes = this.hashes
    this.hashes = new Set()
    void this.queries.invalidateQueries({ predicate: (query) => hashes.has(query.queryHash) })
  }
}

class Batch implements CachePatcher {
  private readonly queries: QueryClient
  private readonly spread: Jittered
  private readonly changesDuringReads: ChangesDuringReads
  private readonly changed = new Map<string, { key: readonly unknown[]; answer: unknown }>()
  private readonly stale = new Set<string>()

  constructor(queries: QueryClient, spread: Jittered, changesDuringReads: ChangesDuringReads) {
    this.queries = queries
    this.spread = spread
    this.changesDuringReads = changesDuringReads
  }

  update: CachePatcher['update'] = (action, matchesInput, change) => {
    for (const query of this.cached(action, matchesInput)) {
      this.changesDuringReads.add(query, change as (answer: unknown) => unknown)
      const previousAnswer = this.changed.get(query.queryHash)?.answer ?? query.state.data
      if (previousAnswer === undefined) continue
      const answer = change(previousAnswer as Parameters<typeof change>[0])
      if (answer !== previousAnswer) this.changed.set(query.queryHash, { key: query.queryKey, answer })
    }
  }

  refetch: CachePatcher['refetch'] = (action, matchesInput = () => true) => {
    for (const query of this.cached(action, matchesInput)) this.stale.add(query.queryHash)
  }

  refetchSpread: CachePatcher['refetch'] = (action, matchesInput = () => true) => {
    for (const query of this.cached(action, matchesInput)) this.spread.add(query.queryHash)
  }

  write(): void {
    for (const { key, answer } of this.changed.values()) this.queries.setQueryData(key, answer)
    if (this.stale.size === 0) return
    void this.queries.invalidateQueries({ predicate: (query) => this.stale.has(query.queryHash) })
  }

  private cached<Name extends ActionName>(action: Name, matchesInput: (input: ActionInput<Name>) => boolean) {
    const queriesOfAction = this.queries.getQueryCache().findAll({ queryKey: [action] })
    return queriesOfAction.filter((query) => matchesInput((query.queryKey[1] ?? {}) as ActionInput<Name>))
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
