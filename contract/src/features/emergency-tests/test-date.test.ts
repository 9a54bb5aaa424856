import { expect, test } from 'vitest'
import { testActions } from './emergency-tests.actions.ts'

const codesOf = (set: unknown) => {
  const input = { plantId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', topic: 'logica_0A1B2C', set }
  return testActions.setDateTimeFunzionale.input.safeParse(input).error?.issues.map(({ message }) => message)
}

test.each([
  ['', 'test_date_empty'],
  ['tomorrow', 'not_a_date'],
  ['2026-02-30T10:00:00Z', 'not_a_date'],
  ['2150-02-03T10:00:00Z', 'test_date_late'],
])('the test date %j is refused as %s', (set, code) => {
  expect(codesOf(set)).toContain(code)
})
