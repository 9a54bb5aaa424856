import { actions } from '@vigilux/contract/actions.ts'
import { expect, test } from 'vitest'
import { fieldRefusals } from './field-refusals.ts'

const plantId = '00000000-0000-4000-8000-000000000001'

test('an own code reaches the caller, including digits', () => {
  const lamps = [{ addr: 1, groups: [] }]
  const { error } = actions.assignGroups.input.safeParse({ plantId, topic: 'logica_0A1B2C', lamps })
  expect(error && fieldRefusals(error)).toEqual([{ path: 'lamps.0.groups', code: 'groups_1_to_4' }])
})

test('a zod message is reduced to the kind of issue', () => {
  const { error } = actions.assignGroups.input.safeParse({ plantId, topic: 'logica_0A1B2C', lamps: 7 })
  expect(error && fieldRefusals(error)).toEqual([{ path: 'lamps', code: 'invalid_type' }])
})
