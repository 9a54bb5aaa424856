import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { Ports } from '../ports/ports.ts'
import { type AuditRecorder, createAuditRecorder } from './audit-notes.ts'
import type { Deadline } from './deadline.ts'
import type { DomainEvent } from './domain-events.ts'
import type { Tx } from './transaction.ts'

/**
 * Who is shown an event: those who watch a plant, or all browsers of one person. `home` names people whose browsers are shown
 * it too while they watch no plant at all, as on the plant list. `exceptSocket` has it already: it has just saved it.
 */
export type Audience = { plant: string; home?: string[]; exceptSocket?: string } | { user: string }

type BroadcastOf<N extends EventName> = { audience: Audience; event: N; data: EventData<N> }
/** An event for screens. */
export type Broadcast = { [N in EventName]: BroadcastOf<N> }[EventName]

/** Things that gather while a piece of work goes on, and are dealt with together right before its COMMIT. */
export type Collection<Item> = { readonly name: string; readonly item?: Item }

/** Declares a collection. What becomes of its items is in `server/src/composition/before-commit.ts`. */
export const collection = <Item>(name: string): Collection<Item> => ({ name })

/** What becomes of the items of one collection: as much a part of the work as everything before. */
export type Finisher = { readonly name: string; finish(work: Work, items: unknown[]): Promise<void> }

export const finisher = <Item>(
  { name }: Collection<Item>,
  finish: (work: Work, items: Item[]) => Promise<void>,
): Finisher =>
  // Items of a collection are put in by `collect` alone, which takes no others.
  ({ name, finish: (work, items) => finish(work, items as Item[]) })

/** One piece of work. What it stores is stored together or not at all; what it sends leaves after COMMIT. */
export type Work = {
  /** The open transaction. */
  readonly tx: Tx
  readonly ports: Ports
  /** When the work began, by the clock of the database. */
  readonly now: Date
  /** What the audit says of it. Kept of what a person asked for alone. */
  readonly audit: AuditRecorder
  /** Shows an event on screens after COMMIT. It may be lost: a screen that missed it reads again. */
  broadcast<N extends EventName>(audience: Audience, event: N, data: EventData<N>): void
  /** Notifies other features after COMMIT, once however often it happens. It may be lost: what must happen is a row. */
  emit(event: DomainEvent): void
  /** Adds to what is dealt with right before COMMIT. */
  collect<Item>(into: Collection<Item>, ...items: readonly Item[]): void
  /** Does something after COMMIT and before anybody is notified. Lost where the server ends in between. */
  afterCommit(effect: () => void): void
}

/** Does a piece of work in one transaction; on which database, and what is logged, is settled. */
export type InTransaction = <T>(work: (work: Work) => Promise<T>, deadline?: Deadline) => Promise<T>

/** What leaves a piece of work once it is committed. */
export type CommittedEffects = { effects: (() => void)[]; broadcasts: Broadcast[]; events: ReadonlySet<DomainEvent> }

/** Opens a piece of work on a transaction. `finish` is to be called right before COMMIT, in which `leaving` is complete. */
export const openWork = (tx: Tx, ports: Ports, finishers: readonly Finisher[]) => {
  const leaving = { effects: [] as (() => void)[], broadcasts: [] as Broadcast[], events: new Set<DomainEvent>() }
  const collected = new Map<string, unknown[]>()
  const work: Work = {
    tx,
    ports,
    now: ports.clock.now(),
    audit: createAuditRecorder(),
    // The compiler does not see that an event and its data are of one kind.
    broadcast: (audience, event, data) => void leaving.broadcasts.push({ audience, event, data } as Broadcast),
    emit: (event) => void leaving.events.add(event),
    collect({ name }, ...items) {
      if (items.length > 0) collected.set(name, [...(collected.get(name) ?? []), ...items])
    },
    afterCommit: (effect) => void leaving.effects.push(effect),
  }
  return {
    work,
    committedEffects: leaving as CommittedEffects,
    /** Deals with what was collected, in the order of the finishers, until nothing is left. */
    async finish(): Promise<void> {
      while (collected.size > 0) {
        const next = finishers.find(({ name }) => collected.has(name))
        if (!next) throw new Error(`nothing finishes ${[...collected.keys()].join(', ')}`)
        const items = collected.get(next.name) ?? []
        collected.delete(next.name)
        await next.finish(work, items)
      }
    },
  }
}
