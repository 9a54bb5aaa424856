import { domainEvent } from '../../kernel/domain-events.ts'

/** A test has come further, or what it found is other than before. */
export const testsChanged = domainEvent('testsChanged')
