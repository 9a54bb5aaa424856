import type { ValidationDecision, ValidationState } from './account.ts'

/**
 * From which state of an account the office can come to a decision. A new one is accepted or refused; a verified one is
 * suspended; one that was refused or suspended is opened (again).
 */
export const statesAllowingDecision: Record<ValidationDecision, readonly ValidationState[]> = {
  verified: ['pending', 'refused', 'suspended'],
  refused: ['pending'],
  suspended: ['verified'],
}
