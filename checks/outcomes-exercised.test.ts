import { expect, it } from 'vitest'
import { declaredOutcomes, findOutcomeFaults } from './outcomes-exercised.ts'

const declared = ['saveCu ok', 'saveCu UNIT_BUSY', 'getLamps ok']

it('each action declares a success and its refusals', () => {
  expect(declaredOutcomes()).toEqual(expect.arrayContaining(['updatePlant ok', 'updatePlant CHANGED_MEANWHILE']))
})

it('the check finds an outcome that no test exercised', () => {
  expect(findOutcomeFaults(declared, new Set(declared))).toEqual([])
  expect(findOutcomeFaults(declared, new Set(['saveCu ok', 'getLamps ok', '']))).toEqual([
    'No test exercises: saveCu UNIT_BUSY',
  ])
})
