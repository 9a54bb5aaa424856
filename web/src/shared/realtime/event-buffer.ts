import type { QueryClient } from '@tanstack/react-query'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { ActionInput, ActionName, ActionOutput } from '../api/actions.ts'
import type { RealtimeMessage } from './connection.ts'

/** What a patch may do with the cached answers. All changes of one batch are written together. */
export type CachePatcher = {
  /** Changes every cached answer of an action whose input fits; `change` returns the old one when nothing changes. */
  update: <Name extends ActionName>(
    action: Name,
    fits: (input: ActionInput<Name>) => boolean,
    change: (answer: ActionOutput<Name>) => ActionOutput<Name>,
  ) => void
  /** Marks the cached answers of an action as stale, so that those on screen are read again. */
  refetch: <Name extends ActionName>(action: Name, fits?: (input: ActionInput<Name>) => boolean) => void
  /** The same within a second, each browser at a moment of its own: for large answers that all of them have to read again. */
  refetchSpread: CachePatcher['refetch']
}

/** Time over which browsers that all read the same again are spread. */
const jitterMs = 1_000

/** A feature's table: event to what it does to the cached answers. */
export type RealtimePatches = { [Name in EventName]?: (cache: CachePatcher, data: EventData<Name>) => void }

/** One table out of several; where two listen to one event, both receive it, in the order given. */
export function combinePatches(...tables: readonly RealtimePatches[]): RealtimePatches {
  const combined: Record<string, (cache: CachePatcher, data: never) => void> = {}
  for (const table of tables)
    for (const [event, patch] of Object.entries(table)) {
      const earlier = combined[event]
      combined[event] = earlier
        ? (cache, data) => {
            earlier(cache, data)
            patch(cache, data)
          }
        : patch
    }
  return combined as RealtimePatches
}

/** Milliseconds from the end of one batch to the next: a frame at least, and what a person does not call late at most. */
type Pause = { leastMs: number; mostMs: number }

/** The pause after a batch, of what it cost: the page is then drawn a fifth of the time, and free for people for the rest. */
const pauseFactor = 4

/**
 * Patches the cache once per batch: one redraw, however many events. The first event after a quiet time is shown at
 * once; what follows is gathered for as long as this browser needs to stay quick.
 */
export class EventBuffer {
  private readonly queries: QueryClient
  private readonly patches: RealtimePatches
  private readonly pause: Pause
  private events: RealtimeMessage[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private quietUntil = Number.NEGATIVE_INFINITY
  private readonly spread: Jittered

  constructor(queries: QueryClient, patches: RealtimePatches, pause: Pause = { leastMs: 16, mostMs: 250 }) {
    this.queries = queries
    this.patches = patches
    this.pause = pause
    this.spread = new Jittered(queries)
  }

  add(event: RealtimeMessage): void {
    this.events.push(event)
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.quietUntil - performance.now()))
  }

  private rest(began: number): void {
    const now = performance.now()
    const { leastMs, mostMs } = this.pause
    this.quietUntil = now + Math.min(mostMs, Math.max(leastMs, (now - began) * pauseFactor))
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
    const began = performance.now()
    this.quietUntil = began + this.pause.mostMs
    const batch = new Batch(this.queries, this.spread)
    for (const { action, data } of events) {
      const patch = this.patches[action as EventName] as ((cache: CachePatcher, data: unknown) => void) | undefined
      patch?.(batch, data)
    }
    batch.write()
    // Behind the cache's own timer, after which everything is drawn: then it is known what that cost.
    setTimeout(() => this.rest(began))
  }
}

/** What is read again at one moment of this browser's own, however often it was asked for until then. */
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
  private readonly changed = new Map<string, { key: readonly unknown[]; answer: unknown }>()
  private readonly stale = new Set<string>()

  constructor(queries: QueryClient, spread: Jittered) {
    this.queries = queries
    this.spread = spread
  }

  update: CachePatcher['update'] = (action, fits, change) => {
    for (const query of this.cached(action, fits)) {
      const before = this.changed.get(query.queryHash)?.answer ?? query.state.data
      if (before === undefined) continue
      const answer = change(before as Parameters<typeof change>[0])
      if (answer !== before) this.changed.set(query.queryHash, { key: query.queryKey, answer })
    }
  }

  refetch: CachePatcher['refetch'] = (action, fits = () => true) => {
    for (const query of this.cached(action, fits)) this.stale.add(query.queryHash)
  }

  refetchSpread: CachePatcher['refetch'] = (action, fits = () => true) => {
    for (const query of this.cached(action, fits)) this.spread.add(query.queryHash)
  }

  write(): void {
    for (const { key, answer } of this.changed.values()) this.queries.setQueryData(key, answer)
    if (this.stale.size === 0) return
    void this.queries.invalidateQueries({ predicate: (query) => this.stale.has(query.queryHash) })
  }

  private cached<Name extends ActionName>(action: Name, fits: (input: ActionInput<Name>) => boolean) {
    const all = this.queries.getQueryCache().findAll({ queryKey: [action] })
    return all.filter((query) => fits((query.queryKey[1] ?? {}) as ActionInput<Name>))
  }
}
