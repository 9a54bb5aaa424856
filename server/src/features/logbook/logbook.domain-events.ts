import { domainEvent } from '../../kernel/domain-events.ts'

/** Logbooks have more entries than before; which, the heads say. */
export const entriesAdded = domainEvent('entriesAdded')
