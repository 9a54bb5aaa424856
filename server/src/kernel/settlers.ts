import type { DomainEvent } from './domain-events.ts'
import type { Settle, Tx } from './transaction.ts'

/** Acts on one event in the transaction in which it happens: see {@link Settle}. */
export type Settler = (tx: Tx) => Promise<(() => void) | null>

/** Who acts on which domain event in the very transaction in which it happens, so that nobody need be notified: one an event. */
export const createSettlers = () => {
  const settlers = new Map<string, Settler>()
  const settle: Settle = async ({ name }, tx) => (await settlers.get(name)?.(tx)) ?? null
  return {
    settle,
    settles(event: DomainEvent, settler: Settler): void {
      settlers.set(event.name, settler)
    },
  }
}

export type Settlers = ReturnType<typeof createSettlers>
