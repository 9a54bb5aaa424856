import type { Log } from './log.ts'

/**
 * A fact that one feature lets others of this server know of, apart from what screens are shown. The feature in which it
 * happens declares and exports it, and another subscribes. It may be lost: what must happen is a row, and is found there
 * by those who look now and then.
 */
export type DomainEvent = { readonly name: string }

export const domainEvent = (name: string): DomainEvent => ({ name })

/** The registry of one node: who subscribes to what. A subscriber that fails is logged, and stops nobody else. */
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
