import { z } from 'zod'
import type { Bus } from './bus.ts'
import type { DomainEvents } from './domain-events.ts'

const shared = z.object({ name: z.string(), data: z.unknown() })

/** Joins the domain events of this node with those of the others. */
export const shareEvents = (nodeId: string, bus: Pick<Bus, 'broadcast' | 'receives'>, events: DomainEvents): void => {
  events.sharesBy((name, data) => bus.broadcast('happened', { name, data }))
  bus.receives('happened', (from, body) => {
    const read = shared.safeParse(body)
    if (from !== nodeId && read.success) events.takeShared(read.data.name, read.data.data)
  })
}
