import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { findStateToExplain, listHiddenStates } from './lamp-causes.ts'

const told = (mode: Lamp['mode'], errors: Lamp['errors'], connected = true) => {
  const lamp = { mode, errors, condition: conditionOf({ mode, errors }, connected) }
  return [findStateToExplain(lamp), ...listHiddenStates(lamp)]
}

test('an emergency stands before the faults', () => {
  expect(told('emergency', ['led_open', 'charger'])).toEqual(['emergency'])
})

test('what a fault hides is told after it', () => {
  expect(told('inhibited', ['led_open'])).toEqual([undefined, 'inhibited'])
  expect(told('autonomyTest', ['charger'])).toEqual([undefined, 'testRunning'])
  expect(told('normal', ['charger'])).toEqual([undefined])
})

test('a lamp of a silent unit is offline and nothing else', () => {
  expect(told('inhibited', ['led_open'], false)).toEqual(['offline'])
})
