import { domainEvent } from '../../kernel/domain-events.ts'

/** There is a plant more, or one less. */
export const plantsChanged = domainEvent('plantsChanged')
