import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import { useAnswer } from './use-answer.ts'

/** Limits set by the installation's operator. They change only with a new server. */
export const useLimits = (): OperatorLimits => useAnswer('getLimits', {}, { staleTime: Number.POSITIVE_INFINITY })
