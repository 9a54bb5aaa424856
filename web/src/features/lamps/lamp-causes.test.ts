import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { findStateToExplain, listHiddenStates } from './lamp-causes.ts'

const explainedStates = (mode: Lamp['mode'], errors: Lamp['errors'], connected = true) => {
  const lamp = { mode, errors, condition: conditionOf({ mode, errors }, connected) }
  return [findStateToExplain(lamp), ...listHiddenStates(lamp)]
}

test('an emergency hides the faults', () => {
  expect(explainedStates('emergency', ['led_open', 'charger'])).toEqual(['emergency'])
})

test('a state that a fault hides follows the fault', () => {
  expect(explainedStates('inhibited', ['led_open'])).toEqual([undefined, 'inhibited'])
  expect(explainedStates('autonomyTest', ['charger'])).toEqual([undefined, 'testRunning'])
  expect(explainedStates('normal', ['charger'])).toEqual([undefined])
})

test('a lamp of a silent unit is only offline', () => {
  expect(explainedStates('inhibited', ['led_open'], false)).toEqual(['offline'])
})
