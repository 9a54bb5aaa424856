import { expect, test } from 'vitest'
import { unitErrors } from '../central-units/central-unit.ts'
import { lampErrors } from '../lamps/lamp.ts'
import { comesUncharged, likelyWork, proofOf, testOfProof } from './fault-proof.rules.ts'
import { workKinds } from './work.ts'

test('each fault of an emergency lamp has the proof that fits its part', () => {
  const proofs = Object.groupBy(lampErrors, (error) => proofOf({ of: 'lamp', error, isEmergency: true }))
  expect(proofs.autonomyTest).toEqual([
    'autonomy_test_failed',
    'battery_low_voltage',
    'battery_not_connected',
    'battery_short',
    'battery_test_failure',
    'battery_duration',
    'battery_duration_under_30s',
  ])
  expect(proofs.functionalTest).toEqual([
    'functional_test_failed',
    'led_open',
    'led_short',
    'led_partial_short',
    'lamp_failure',
  ])
  expect(proofs.report).toContain('charger')
  expect(proofs.report).toContain('communication')
  expect(proofs.report).toContain('uv_tube')
})

test('unit faults and faults of other lamps are proven by a report', () => {
  expect(new Set(unitErrors.map((error) => proofOf({ of: 'unit', error, isEmergency: true })))).toEqual(
    new Set(['report']),
  )
  expect(proofOf({ of: 'lamp', error: 'led_open', isEmergency: false })).toBe('report')
})

test('a proof by test names the test of its own kind', () => {
  expect(['autonomyTest', 'functionalTest', 'report'].map((proof) => testOfProof(proof as never))).toEqual([
    'autonomy',
    'functional',
    null,
  ])
})

test('only a new battery or lamp comes uncharged', () => {
  expect(workKinds.filter(comesUncharged)).toEqual(['batteryReplaced', 'lampReplaced'])
})

test.each([
  ['lamp', 'battery_short', 'batteryReplaced'],
  ['lamp', 'led_open', 'partReplaced'],
  ['lamp', 'charger', 'partReplaced'],
  ['lamp', 'wiring', 'repaired'],
  ['unit', 'battery_short', 'repaired'],
  ['unit', 'fuse', 'repaired'],
] as const)('a %s with %s suggests the work %s', (faultOwner, error, work) => {
  expect(likelyWork({ of: faultOwner, error })).toBe(work)
})
