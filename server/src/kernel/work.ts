import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { Ports } from '../ports/ports.ts'
import { type AuditRecorder, createAuditRecorder } from './audit-notes.ts'
import type { Deadline } from './deadline.ts'
import type { DomainEvent } from './domain-events.ts'
import type { Tx } from './transaction.ts'

/**
 * Recipients of an event: everyone who watches a plant, or all browsers of one person. `home` names people whose
 * browsers also receive it while they watch no plant, as on the plant list. `exceptSocket` is skipped, because it saved
 * the change.
 */
export type Audience = { plant: string; home?: string[]; exceptSocket?: string } | { user: string }

type BroadcastOf<N extends EventName> = { audience: Audience; event: N; data: EventData<N> }
/** An event for screens. */
export type Broadcast = { [N in EventName]: BroadcastOf<N> }[EventName]

/** Items that accumulate during a piece of work and are processed together right before its COMMIT. */
export type Collection<Item> = { readonly name: string; readonly item?: Item }

/** Declares a collection. `server/src/composition/before-commit.ts` lists its finisher. */
export const collection = <Item>(name: string): Collection<Item> => ({ name })

/** Processes the items of one collection, within the same transaction. */
export type Finisher = { readonly name: string; finish(work: Work, items: unknown[]): Promise<void> }

export const finisher = <Item>(
  { name }: Collection<Item>,
  finish: (work: Work, items: Item[]) => Promise<void>,
): Finisher =>
  // Only `collect` adds items to a collection, so their type is certain.
  ({ name, finish: (work, items) => finish(work, items as Item[]) })

/** One piece of work. Its writes are stored together or not at all; its effects are sent after COMMIT. */
export type Work = {
  /** The open transaction. */
  readonly tx: Tx
  readonly ports: Ports
  /** Start of the work, by the clock of the database. */
  readonly now: Date
  /** Audit record of the work, stored only for work that a person requested. */
  readonly audit: AuditRecorder
  /** Shows an event on screens after COMMIT. Delivery is not guaranteed: a screen that missed it reads again. */
  broadcast<N extends EventName>(audience: Audience, event: N, data: EventData<N>): void
  /** Notifies other features after COMMIT, once per event. Delivery is not guaranteed: what must happen is a row. */
  emit(event: DomainEvent): void
  /** Adds items to be processed right before COMMIT. */
  collect<Item>(target: Collection<Item>, ...items: readonly Item[]): void
  /** Runs an effect after COMMIT and before any notification. Lost if the server stops in between. */
  afterCommit(effect: () => void): void
}

/** Runs a piece of work in one transaction; database and log are bound. */
export type InTransaction = <T>(work: (work: Work) => Promise<T>, deadline?: Deadline) => Promise<T>

/** Effects of a piece of work after its COMMIT. */
export type CommittedEffects = { effects: (() => void)[]; broadcasts: Broadcast[]; events: ReadonlySet<DomainEvent> }

/** Opens a piece of work on a transaction. Call `finish` right before COMMIT; `committedEffects` is complete by then. */
export const openWork = (tx: Tx, ports: Ports, finishers: readonly Finisher[]) => {
  const committed = { effects: [] as (() => void)[], broadcasts: [] as Broadcast[], events: new Set<DomainEvent>() }
  const collectedItems = new Map<string, unknown[]>()
  const work: Work = {
    tx,
    ports,
    now: ports.clock.now(),
    audit: createAuditRecorder(),
    // The compiler cannot relate an event to its data.
    broadcast: (audience, event, data) => void committed.broadcasts.push({ audience, event, data } as Broadcast),
    emit: (event) => void committed.events.add(event),
    collect({ name }, ...items) {
      if (items.length > 0) collectedItems.set(name, [...(collectedItems.get(name) ?? []), ...items])
    },
    afterCommit: (effect) => void committed.effects.push(effect),
  }
  return {
    work,
    committedEffects: committed as CommittedEffects,
    /** Processes the collected items in the order of the finishers, until none is left. */
    async finish(): Promise<void> {
      while (collectedItems.size > 0) {
        const next = finishers.find(({ name }) => collectedItems.has(name))
        if (!next) throw new Error(`nothing finishes ${[...collectedItems.keys()].join(', ')}`)
        const items = collectedItems.get(next.name) ?? []
        collectedItems.delete(next.name)
        await next.finish(work, items)
      }
    },
  }
}
