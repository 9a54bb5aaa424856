import { expect, it } from 'vitest'
import { declaredOutcomes, findOutcomeFaults } from './outcomes-exercised.ts'

const declared = ['saveCu ok', 'saveCu UNIT_BUSY', 'getLamps ok']

it('each action declares a success and its refusals', () => {
  expect(declaredOutcomes()).toEqual(expect.arrayContaining(['updatePlant ok', 'updatePlant CHANGED_MEANWHILE']))
})

it('the check passes if every outcome is exercised or listed as pending', () => {
  expect(findOutcomeFaults(declared, new Set(['saveCu ok', 'getLamps ok', '']), { saveCu: ['UNIT_BUSY'] })).toEqual([])
})

it.each([
  {
    fault: 'a gap',
    exercised: ['saveCu ok', 'getLamps ok'],
    pending: {},
    reason: 'No test exercises: saveCu UNIT_BUSY',
  },
  {
    fault: 'a gap that is closed',
    exercised: declared,
    pending: { saveCu: ['UNIT_BUSY'] },
    reason: 'Is exercised now; take it out of checks/pending-refusals.ts: saveCu UNIT_BUSY',
  },
  {
    fault: 'a gap that cannot be',
    exercised: declared,
    pending: { getLamps: ['LAMP_NOT_FOUND'] },
    reason: 'Is not declared; take it out of checks/pending-refusals.ts: getLamps LAMP_NOT_FOUND',
  },
] as const)('the check finds $fault', ({ exercised, pending, reason }) => {
  expect(findOutcomeFaults(declared, new Set<string>(exercised), pending)).toEqual([reason])
})
