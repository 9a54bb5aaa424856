import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, type NextMove, nextMove, rearmSteps, type StepLife } from './operation.rules.ts'
import { operationStates, stepRoles, stepStates } from './operation.ts'

/** Steps in short: role, state and error, as in `work failed expired`. */
const steps = (...short: string[]): StepLife[] =>
  short.map((text) => {
    const [role, state, error = null] = text.split(' ') as [StepLife['role'], StepLife['state'], StepLife['error']?]
    return { role, state, error }
  })
const send = (step: number): NextMove => ({ do: 'send', step })
const end = (state: 'done' | 'interrupted' | 'cancelled'): NextMove => ({ do: 'end', state })

describe('next move of an operation', () => {
  it.each<{ when: string; expectedSteps: string[]; cancelled?: true; move: NextMove }>([
    { when: 'nothing is done', expectedSteps: ['open waiting', 'work waiting', 'close waiting'], move: send(0) },
    { when: 'one is under way', expectedSteps: ['open done', 'work underWay', 'work waiting'], move: { do: 'wait' } },
    { when: 'one is under way, cancelled', expectedSteps: ['work underWay'], cancelled: true, move: { do: 'wait' } },
    { when: 'it is open', expectedSteps: ['open done', 'work waiting', 'close waiting'], move: send(1) },
    { when: 'all work is done', expectedSteps: ['open done', 'work done', 'close waiting'], move: send(2) },
    { when: 'all is done', expectedSteps: ['open done', 'work done', 'close done'], move: end('done') },
    { when: 'all is done, cancelled', expectedSteps: ['work done'], cancelled: true, move: end('done') },
    { when: 'it was never open', expectedSteps: ['work done', 'close waiting'], move: end('interrupted') },
    { when: 'there is no frame', expectedSteps: ['work done', 'work waiting'], move: send(1) },
    {
      when: 'the unit refused one',
      expectedSteps: ['open done', 'work failed refused', 'work waiting', 'close waiting'],
      move: send(2),
    },
    {
      when: 'the unit refused the last',
      expectedSteps: ['open done', 'work failed refused', 'close done'],
      move: end('interrupted'),
    },
    {
      when: 'the unit did not answer',
      expectedSteps: ['open done', 'work failed communication_error', 'work waiting', 'close waiting'],
      move: send(3),
    },
    { when: 'one expired', expectedSteps: ['work failed expired', 'work waiting'], move: end('interrupted') },
    {
      when: 'it could not be opened',
      expectedSteps: ['open failed refused', 'work waiting', 'close waiting'],
      move: end('interrupted'),
    },
    {
      when: 'some was left out',
      expectedSteps: ['open done', 'work leftOut', 'work waiting', 'close waiting'],
      move: send(3),
    },
    {
      when: 'it is cancelled while open',
      expectedSteps: ['open done', 'work waiting', 'close waiting'],
      cancelled: true,
      move: send(2),
    },
    {
      when: 'it is cancelled before it is open',
      expectedSteps: ['open waiting', 'work waiting', 'close waiting'],
      cancelled: true,
      move: end('cancelled'),
    },
    {
      when: 'closing failed',
      expectedSteps: ['open done', 'work done', 'close failed expired'],
      move: end('interrupted'),
    },
  ])('when $when', ({ expectedSteps, cancelled = false, move }) => {
    expect(nextMove(steps(...expectedSteps), cancelled)).toEqual(move)
  })
})

describe('rearmed operation', () => {
  it('keeps done work, and opens and closes the frame again', () => {
    const before = steps('open done', 'work done', 'work failed refused', 'work leftOut', 'close done')
    expect(rearmSteps(before)).toEqual(
      steps('open waiting', 'work done', 'work waiting', 'work waiting', 'close waiting'),
    )
  })
})

it('an operation has ended in every state except running and cancelling', () => {
  expect(operationStates.filter((state) => !hasEnded(state))).toEqual(['running', 'cancelling'])
})

describe('any steps of an operation', () => {
  const step: fc.Arbitrary<StepLife> = fc.record({
    role: fc.constantFrom(...stepRoles),
    state: fc.constantFrom(...stepStates),
    error: fc.constantFrom('refused', 'expired', 'communication_error', null),
  })
  it('send only waiting steps, one at a time', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), (steps, cancelling) => {
        const move = nextMove(steps, cancelling)
        if (steps.some(({ state }) => state === 'underWay')) expect(move.do).toBe('wait')
        if (move.do === 'send') expect(steps[move.step]?.state).toBe('waiting')
      }),
    )
  })
})
