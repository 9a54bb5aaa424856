import { domainEvent } from '../../kernel/domain-events.ts'

/** A test has progressed, or its results have changed. */
export const testsChanged = domainEvent('testsChanged')
