import { z } from 'zod'
import { domainEvent } from '../../kernel/domain-events.ts'

/** Some or all sessions of a person ended: no node may believe in one of them for as long as it remembers it. */
export const sessionsEnded = domainEvent('sessionsEnded', z.object({ userId: z.string() }))
