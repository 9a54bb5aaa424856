import { domainEvent } from '../../kernel/domain-events.ts'

/** A command is to go out now; one that goes out later is found by the sender in time. */
export const commandDue = domainEvent('commandDue')
