import type { ValidationDecision, ValidationState } from './account.ts'

/**
 * States of an account from which the office can take a decision. New accounts are verified or refused, verified ones
 * suspended; refused or suspended ones can be verified again.
 */
export const statesAllowingDecision: Record<ValidationDecision, readonly ValidationState[]> = {
  verified: ['pending', 'refused', 'suspended'],
  refused: ['pending'],
  suspended: ['verified'],
}
