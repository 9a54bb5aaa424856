import { expect, test } from 'vitest'
import { autonomyOf } from './autonomy.ts'

const result = {
  cu: 'logica_0A1B2C',
  serial: 'S',
  result: 'passed',
  reason: null,
  measured_s: 3600,
  rated_min: 60,
  at: '',
} as const

test.each([
  ['measured', { type: 'emergency', autonomy: 60 }, result, { minutes: 60, isShort: false }],
  [
    'less than it must last',
    { type: 'emergency', autonomy: 60 },
    { ...result, measured_s: 3599 },
    { minutes: 3599 / 60, isShort: true },
  ],
  ['by what it had to last then', { type: 'emergency', autonomy: 180 }, result, { minutes: 60, isShort: false }],
  [
    'by its rating where the test knew none',
    { type: 'emergency', autonomy: 180 },
    { ...result, rated_min: null },
    { minutes: 60, isShort: true },
  ],
  [
    'nothing known to last',
    { type: 'emergency', autonomy: null },
    { ...result, rated_min: null },
    { minutes: 60, isShort: false },
  ],
  ['never tested', { type: 'emergency', autonomy: 60 }, undefined, { reason: 'neverTested' }],
  [
    'not executed',
    { type: 'emergency', autonomy: 60 },
    { ...result, result: 'notExecuted', measured_s: null, reason: 'inhibited' },
    { reason: 'inhibited' },
  ],
  ['not measured', { type: 'emergency', autonomy: 60 }, { ...result, measured_s: null }, { reason: 'notMeasured' }],
  ['no emergency lamp', { type: 'lighting', autonomy: null }, undefined, {}],
] as const)('%s', (_title, lamp, last, expectedAutonomy) => {
  expect(autonomyOf(lamp, last)).toEqual(expectedAutonomy)
})
