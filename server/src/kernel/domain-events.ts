import type { Log } from './log.ts'

/**
 * An event between features of one server, declared and exported by its own feature, unlike events for screens.
 * Delivery is not guaranteed: essential work is a row, which the subscriber also polls.
 */
export type DomainEvent = { readonly name: string }

export const domainEvent = (name: string): DomainEvent => ({ name })

/** The event registry of one node. A failing subscriber is logged, and stops no other. */
export const createDomainEvents = (log: Log) => {
  const subscribers = new Map<string, (() => void)[]>()
  return {
    publish({ name }: DomainEvent): void {
      for (const subscriber of subscribers.get(name) ?? [])
        try {
          subscriber()
        } catch (error) {
          log.error({ err: error, event: name }, 'a subscriber of a domain event failed')
        }
    },
    subscribe({ name }: DomainEvent, subscriber: () => void): void {
      subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber])
    },
  }
}

export type DomainEvents = ReturnType<typeof createDomainEvents>
