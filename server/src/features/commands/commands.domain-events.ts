import { domainEvent } from '../../kernel/domain-events.ts'

/** A command is due immediately; the sender polls for later ones. */
export const commandDue = domainEvent('commandDue')
