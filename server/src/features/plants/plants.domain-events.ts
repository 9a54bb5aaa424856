import { domainEvent } from '../../kernel/domain-events.ts'

/** A plant was added or removed. */
export const plantsChanged = domainEvent('plantsChanged')
