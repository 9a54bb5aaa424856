import { actions } from '@vigilux/contract/actions.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
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

test('names an empty date as such, and each refusal of a field once', () => {
  const { input } = actions.setDateTimeFunzionale
  const codesOf = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value)
    return error ? fieldRefusals(error).map(({ path, code }) => `${path} ${code}`) : []
  }
  const unit = { plantId, topic: 'logica_0A1B2C' }
  expect(codesOf(input, { ...unit, set: '' })).toEqual(['set test_date_empty'])
  expect(codesOf(input, { ...unit, set: 'tomorrow' })).toEqual(['set not_a_date'])
  expect(codesOf(input, { ...unit, set: '0900-01-01T00:00:00Z' })).toEqual(['set year_out_of_range'])
  const twice = z
    .string()
    .refine(() => false, { error: 'same_point' })
    .refine(() => false, { error: 'same_point' })
  expect(codesOf(z.object({ at: twice }), { at: 'x' })).toEqual(['at same_point'])
})
