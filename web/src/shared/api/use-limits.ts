import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import { useAnswer } from './use-answer.ts'

/** What the operator of the installation has set. It changes with a new server alone. */
export const useLimits = (): OperatorLimits => useAnswer('getLimits', {}, { staleTime: Number.POSITIVE_INFINITY })
