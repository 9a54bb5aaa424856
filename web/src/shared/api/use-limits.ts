import type { OperatorLimits } from '@vigilux/contract/kernel/operator-limits.ts'
import { useAction } from './use-action.ts'

/** What the operator of the installation has set; undefined until it was read. It changes with a new server alone. */
export const useLimits = (): OperatorLimits | undefined =>
  useAction('getLimits', {}, { staleTime: Number.POSITIVE_INFINITY }).data
