import type { TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { describe, expect, test } from 'vitest'
import { namesOfBits } from './bits.ts'
import {
  durationOfGear,
  failureErrors,
  functionOfGear,
  modeOfGear,
  pendingTestOfGear,
  percentOfGear,
  ratedMinOfGear,
  resultOfGear,
} from './emergency-gear.ts'

/** All 256 values of each byte of part 202, against tables written from the standard rather than from the code. */

const bytes = Array.from({ length: 256 }, (_, byte) => byte)
const has = (byte: number, bit: number) => Math.floor(byte / 2 ** bit) % 2 === 1
const attempt = <Value>(read: () => Value): Value | 'invalid' => {
  try {
    return read()
  } catch {
    return 'invalid'
  }
}

test('EMERGENCY MODE: bits 0 to 5 name one mode each, and a byte of 0 is no answer', () => {
  const names: LampMode[] = ['rest', 'normal', 'emergency', 'emergency', 'functionalTest', 'autonomyTest']
  const table = bytes.map((byte) => {
    if (byte === 0) return 'unreachable'
    const set = names.filter((_, bit) => has(byte, bit))
    if (set.length !== 1) return 'invalid'
    return set[0] === 'normal' && has(byte, 6) ? 'inhibited' : set[0]
  })
  expect(bytes.map((byte) => attempt(() => modeOfGear(byte, 0)))).toEqual(table)
  expect(new Set(table).size).toBe(8)
})

test('EMERGENCY STATUS: bit 0 alone changes the mode, and only from normal', () => {
  for (const byte of bytes) {
    expect(modeOfGear(0x02, byte)).toBe(has(byte, 0) ? 'inhibited' : 'normal')
    expect(modeOfGear(0x04, byte)).toBe('emergency')
    expect(modeOfGear(0x00, byte)).toBe('unreachable')
  }
})

test('FEATURES: bit 2 is switched maintained, bit 1 maintained', () => {
  const table = bytes.map((byte) => (has(byte, 2) ? 'switchable' : has(byte, 1) ? 'maintained' : 'nonMaintained'))
  expect(bytes.map(functionOfGear)).toEqual(table)
})

test('FAILURE STATUS: each bit but the two of exceeded delays is a fault', () => {
  const names: (ReportedLampError | null)[] = [
    'charger',
    'battery_duration',
    'battery_low_voltage',
    'lamp_failure',
    null,
    null,
    'functional_test_failed',
    'battery_test_failure',
  ]
  const table = bytes.map((byte) => names.filter((name, bit) => name !== null && has(byte, bit)))
  expect(bytes.map((byte) => namesOfBits(byte, failureErrors))).toEqual(table)
})

describe('result of a test', () => {
  const sides = [
    { kind: 'functional', done: 1, pending: 4, delayed: 4 },
    { kind: 'autonomy', done: 2, pending: 5, delayed: 5 },
  ] as const

  test.each(sides)('$kind counts with its done flag alone, and not while pending', ({ kind, done, pending }) => {
    for (const status of bytes)
      for (const failure of bytes) {
        const { result } = resultOfGear(kind, { status, failure })
        expect(result !== 'notExecuted').toBe(has(status, done) && !has(status, pending))
      }
  })

  test.each(sides)('$kind without a result says whether its delay is exceeded', ({ kind, done, delayed }) => {
    for (const failure of bytes) {
      const reason: TestReason = has(failure, delayed) ? 'max_delay_exceeded' : 'no_result'
      const statuses = bytes.filter((status) => !has(status, done))
      for (const status of statuses)
        expect(resultOfGear(kind, { status, failure })).toEqual({ result: 'notExecuted', reason })
    }
  })

  test('a done functional test failed by bit 6 alone', () => {
    const reasonOf = (failure: number): TestReason | null => {
      if (has(failure, 3)) return 'lamp_failure'
      if (has(failure, 2)) return 'battery_failure'
      return has(failure, 0) ? 'circuit_failure' : null
    }
    expect(bytes.map((failure) => resultOfGear('functional', { status: 0x02, failure }))).toEqual(
      bytes.map((failure) =>
        has(failure, 6) ? { result: 'failed', reason: reasonOf(failure) } : { result: 'passed', reason: null },
      ),
    )
  })

  test('a done autonomy test failed by bit 7 or 1', () => {
    const reasonOf = (failure: number): TestReason | null => {
      if (has(failure, 1)) return 'battery_duration'
      if (has(failure, 3)) return 'lamp_failure'
      if (has(failure, 2)) return 'battery_failure'
      return has(failure, 0) ? 'circuit_failure' : null
    }
    expect(bytes.map((failure) => resultOfGear('autonomy', { status: 0x04, failure }))).toEqual(
      bytes.map((failure) =>
        has(failure, 7) || has(failure, 1)
          ? { result: 'failed', reason: reasonOf(failure) }
          : { result: 'passed', reason: null },
      ),
    )
  })
})

test('a pending test waits for its battery, or once that is full for its delay', () => {
  const table = (pending: number) =>
    bytes.map((byte) => (has(byte, pending) ? (has(byte, 3) ? 'delay' : 'charging') : null))
  expect(bytes.map((byte) => pendingTestOfGear('functional', byte))).toEqual(table(4))
  expect(bytes.map((byte) => pendingTestOfGear('autonomy', byte))).toEqual(table(5))
})

test('durations have steps of 2 min: 0 is under 2 min, 255 is 510 min or more', () => {
  expect(bytes.map(durationOfGear)).toEqual(bytes.map((byte) => byte * 120))
  expect(bytes.map(ratedMinOfGear)).toEqual(bytes.map((byte) => (byte === 0 ? null : byte * 2)))
  expect([durationOfGear(255), ratedMinOfGear(255)]).toEqual([510 * 60, 510])
})

test('a charge of 254 is full, and 255 unknown', () => {
  expect([0, 1, 127, 254, 255].map(percentOfGear)).toEqual([0, 0, 50, 100, null])
})
