import { domainEvent } from '../../kernel/domain-events.ts'

/** Units, their connections or what they count of their lamps may be other than before. */
export const unitsChanged = domainEvent('unitsChanged')
