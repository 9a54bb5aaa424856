import { domainEvent } from '../../kernel/domain-events.ts'

/** Logbooks have new entries; the heads tell which. */
export const entriesAdded = domainEvent('entriesAdded')
