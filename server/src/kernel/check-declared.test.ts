import { expect, it } from 'vitest'
import { checkDeclaredOutput, checkDeclaredRefusal } from './check-declared.ts'
import { Refusal } from './refusal.ts'

it('an output with undeclared fields or another shape is a defect', () => {
  expect(() => checkDeclaredOutput('updatePlant', { version: 1 })).not.toThrow()
  expect(() => checkDeclaredOutput('updatePlant', { version: 1, ownerEmail: 'a' })).toThrow('more than it declares')
  expect(() => checkDeclaredOutput('updatePlant', { version: 'one' })).toThrow()
})

it('an undeclared refusal is a defect', () => {
  const codes = [
    'CHANGED_MEANWHILE',
    'PLANT_NOT_FOUND',
    'SERVER_BUSY',
    'NAME_DOES_NOT_MATCH',
    'CODE_TOO_SHORT',
  ] as const
  const undeclared = codes.filter((code) => {
    try {
      checkDeclaredRefusal('updatePlant', new Refusal(code))
      return false
    } catch {
      return true
    }
  })
  expect(undeclared).toEqual(['NAME_DOES_NOT_MATCH', 'CODE_TOO_SHORT'])
})
