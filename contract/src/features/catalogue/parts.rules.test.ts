import { expect, test } from 'vitest'
import { type LampError, lampErrors } from '../lamps/lamp.ts'
import { partForFault, partKindsFor } from './parts.rules.ts'
import type { ProductKind } from './product.ts'

const kinds: Record<string, ProductKind> = { 'B-1': 'battery', 'M-1': 'ledModule', 'D-1': 'driver' }
const lamp = {
  batteryCode: 'B-1',
  parts: ['D-1', 'M-1', 'B-1'].map((code) => ({ code, everyYears: null })),
}

test.each<[LampError, string | null]>([
  ['battery_duration', 'B-1'],
  ['battery_duration_under_30s', 'B-1'],
  ['led_open', 'M-1'],
  ['lamp_failure', 'M-1'],
  ['charger', 'D-1'],
  ['uv_tube', null],
  ['communication', null],
  ['battery_not_connected', null],
])('fault %s asks for part %s', (error, part) => {
  expect(partForFault(lamp, error, (code) => kinds[code])).toBe(part)
})

test('a fault asks for no part that is missing in the catalogue', () => {
  const noParts = { batteryCode: null, parts: [] }
  expect(lampErrors.map((error) => partForFault(noParts, error, () => 'battery'))).toEqual(lampErrors.map(() => null))
})

test('every fault names the kinds of parts that repair it', () => {
  expect(lampErrors.filter((error) => !Array.isArray(partKindsFor(error)))).toEqual([])
})
