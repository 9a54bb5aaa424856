import type { z } from 'zod'
import type { Log } from './log.ts'

/**
 * A fact that one feature lets others of the server know of, apart from what screens are shown. The feature in which it
 * happens declares and exports it; who acts on it subscribes. It may be lost, as any event: what must happen is a row,
 * and is found there by whoever was not notified.
 */
export type DomainEvent<Data = void> = {
  readonly name: string
  /** What other nodes receive of it; an event without this stays on the node where it happened. */
  readonly forAllNodes?: z.ZodType<Data>
}

/** Declares an event that stays on its node, or one that all nodes receive with the given data. */
export const domainEvent = <Data = void>(name: string, forAllNodes?: z.ZodType<Data>): DomainEvent<Data> =>
  forAllNodes ? { name, forAllNodes } : { name }

/** Notifies the subscribers of an event. */
export type Publish = <Data>(event: DomainEvent<Data>, data: Data) => void

type Share = (name: string, data: unknown) => void
type Subscription = { event: DomainEvent<unknown>; subscriber(data: unknown): void }

/** The registry of one node: who subscribes to what. A subscriber that fails is logged, and stops nobody else. */
export const createDomainEvents = (log: Log) => {
  const subscriptions = new Map<string, Subscription[]>()
  let share: Share = () => undefined

  const notify = (name: string, data: unknown): void => {
    for (const { subscriber } of subscriptions.get(name) ?? [])
      try {
        subscriber(data)
      } catch (error) {
        log.error({ err: error, event: name }, 'a subscriber of a domain event failed')
      }
  }
  const publish: Publish = (event, data) => {
    notify(event.name, data)
    if (event.forAllNodes) share(event.name, data)
  }

  return {
    publish,
    subscribe<Data>(event: DomainEvent<Data>, subscriber: (data: Data) => void): void {
      const others = subscriptions.get(event.name) ?? []
      // The data is of the event's own kind: here it was published with the event, or parsed as `forAllNodes` says.
      subscriptions.set(event.name, [...others, { event, subscriber } as Subscription])
    },
    /** Registers how what is for all nodes reaches the others. */
    sharesBy(sharer: Share): void {
      share = sharer
    },
    /** Takes what happened on another node; what cannot be read is left. */
    takeShared(name: string, data: unknown): void {
      const read = subscriptions.get(name)?.[0]?.event.forAllNodes?.safeParse(data)
      if (read?.success) notify(name, read.data)
      else log.debug({ event: name }, 'what another node published has no subscriber here, or cannot be read')
    },
  }
}

export type DomainEvents = ReturnType<typeof createDomainEvents>
