import { domainEvent } from '../../kernel/domain-events.ts'

/** Units, their connections or their counts of lamps may have changed. */
export const unitsChanged = domainEvent('unitsChanged')
