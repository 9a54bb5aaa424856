import { expect, test } from 'vitest'
import { statesAllowingDecision } from './account.rules.ts'
import { type ValidationState, validationDecisions, validationStates } from './account.ts'

const decisionsFrom: Record<ValidationState, readonly string[]> = {
  pending: ['verified', 'refused'],
  verified: ['suspended'],
  refused: ['verified'],
  suspended: ['verified'],
}

test.each(validationStates)('the office can only take the allowed decisions about an account that is %s', (state) => {
  const possible = validationDecisions.filter((decision) => statesAllowingDecision[decision].includes(state))
  expect(possible).toEqual(decisionsFrom[state])
})

test('a decision cannot be repeated', () => {
  for (const decision of validationDecisions) expect(statesAllowingDecision[decision]).not.toContain(decision)
})
