import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { applyConnection, mergeLamps } from './lamps.realtime.ts'

const lamp = (id: number, change: Partial<Lamp> = {}): Lamp => ({
  cu: 'logica_0A1B2C',
  id,
  serial: `S${id}`,
  type: 'emergency',
  function: null,
  description: '',
  location: '',
  notes: '',
  version: 0,
  product_code: null,
  groups: [],
  line: null,
  parity: null,
  mode: 'normal',
  errors: [],
  condition: 'ok',
  battery: null,
  dimming: null,
  autonomy: null,
  software_version: null,
  reported_at: null,
  condition_since: null,
  ...change,
})
const list = (...lamps: Lamp[]) => ({ lamps, total: lamps.length, next: null })

test('an updated lamp replaces its row and leaves the others unchanged', () => {
  const before = list(lamp(1), lamp(2), lamp(3))
  const after = mergeLamps(before, [lamp(2, { condition: 'error' })], 'all')
  expect(after.lamps.map(({ id, condition }) => `${id} ${condition}`)).toEqual(['1 ok', '2 error', '3 ok'])
  expect(after.lamps[0]).toBe(before.lamps[0])
  expect(after.total).toBe(3)
})

test('the same number in another unit is another lamp', () => {
  const after = mergeLamps(list(lamp(1)), [lamp(1, { cu: 'logica_0A1B2D' })], 'all')
  expect(after.lamps).toHaveLength(2)
  expect(after.total).toBe(2)
})

test('a lamp of another kind is not added to the list', () => {
  const before = list(lamp(1))
  expect(mergeLamps(before, [lamp(9, { type: 'lighting' })], 'emergency')).toBe(before)
  expect(mergeLamps(before, [lamp(9, { type: 'sensor' })], 'other').lamps).toHaveLength(2)
})

test('a silent unit sets its lamps offline and restores their last condition later', () => {
  const before = list(lamp(1), lamp(2, { errors: ['led_open'], condition: 'error' }), lamp(3, { cu: 'x_00000' }))
  const silentLamps = applyConnection(before, 'logica_0A1B2C', false)
  expect(silentLamps.lamps.map(({ condition }) => condition)).toEqual(['offline', 'offline', 'ok'])
  const onlineLamps = applyConnection(silentLamps, 'logica_0A1B2C', true)
  expect(onlineLamps.lamps.map(({ condition }) => condition)).toEqual(['ok', 'error', 'ok'])
  expect(applyConnection(onlineLamps, 'logica_0A1B2C', true)).toBe(onlineLamps)
})
