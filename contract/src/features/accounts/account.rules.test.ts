import { expect, test } from 'vitest'
import { statesAllowingDecision } from './account.rules.ts'
import { type ValidationState, validationDecisions, validationStates } from './account.ts'

const decisionsFrom: Record<ValidationState, readonly string[]> = {
  pending: ['verified', 'refused'],
  verified: ['suspended'],
  refused: ['verified'],
  suspended: ['verified'],
}

test.each(validationStates)(
  'an account that is %s can become what the office may make of it, and nothing else',
  (state) => {
    const possible = validationDecisions.filter((decision) => statesAllowingDecision[decision].includes(state))
    expect(possible).toEqual(decisionsFrom[state])
  },
)

test('nothing is decided twice', () => {
  for (const decision of validationDecisions) expect(statesAllowingDecision[decision]).not.toContain(decision)
})
