import type { Verdict } from '@vigilux/contract/features/compliance/compliance.ts'
import type { StateName } from './states.ts'

/** Style of a rule's state, and of a verdict over several rules or plants. */
export const styleOfState = { met: 'ok', notMet: 'error', unknown: 'unknown' } as const satisfies Record<
  Verdict['state'],
  StateName
>
