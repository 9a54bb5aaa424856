import { expect, it } from 'vitest'
import { findInterruption, type OpenTest } from './lost-test.rules.ts'

const minute = 60_000
const hour = 60 * minute
const openTest = (overrides: Partial<OpenTest> = {}, unit: Partial<OpenTest['unit']> = {}): OpenTest => ({
  kind: 'autonomy',
  lamps: 4,
  ratedMin: 60,
  heardAt: 0,
  boot: 3,
  isAccepted: true,
  ...overrides,
  unit: {
    online: true,
    isAnotherLife: false,
    boot: 3,
    since: -hour,
    lampsBoot: 3,
    lampsAt: minute,
    inTest: true,
    ...unit,
  },
})

it('a test runs while a lamp is in test or its unit is away', () => {
  expect(findInterruption(openTest(), 24, hour)).toBeNull()
  expect(findInterruption(openTest({}, { online: false, inTest: false, boot: 4, lampsBoot: 4 }), 24, hour)).toBeNull()
  expect(findInterruption(openTest({}, { inTest: false, boot: 4, lampsBoot: 4, since: hour }), 24, hour)).toBeNull()
})

it('a test is interrupted by a new boot unless its lamps are still in test', () => {
  const backOnline = { boot: 4, lampsBoot: 4, since: hour, inTest: false }
  expect(findInterruption(openTest({}, backOnline), 24, hour + 30_000)).toBe('unit_restarted')
  expect(findInterruption(openTest({}, { ...backOnline, inTest: true }), 24, hour + 30_000)).toBeNull()
  // Lamps have not reported since.
  expect(findInterruption(openTest({}, { ...backOnline, lampsBoot: 3 }), 24, hour + 30_000)).toBeNull()
  expect(findInterruption(openTest({}, { ...backOnline, inTest: null }), 24, hour + 30_000)).toBeNull()
})

it('an accepted test is interrupted if its unit reconnects without a record', () => {
  const backOnline = { boot: 4, lampsBoot: 4, since: minute, inTest: false }
  expect(findInterruption(openTest({ boot: null }, backOnline), 24, hour)).toBe('unit_restarted')
  expect(findInterruption(openTest({ boot: null, isAccepted: false }, backOnline), 24, hour)).toBeNull()
  expect(findInterruption(openTest({ boot: null }, { ...backOnline, since: -minute }), 24, hour)).toBeNull()
})

it('a test is interrupted after lamps report no test for five minutes', () => {
  const noTest = { inTest: false }
  expect(findInterruption(openTest({}, noTest), 24, 5 * minute - 1)).toBeNull()
  expect(findInterruption(openTest({}, noTest), 24, 5 * minute)).toBe('test_unknown')
  // The lamps last reported before the test started.
  expect(findInterruption(openTest({}, { ...noTest, lampsAt: -1 }), 24, 5 * minute)).toBeNull()
})

it('a test of a silent unit is interrupted after twice its length plus charge time', () => {
  const awayFields = { online: false }
  const interruptionOf = (test: Partial<OpenTest>, charge: number, at: number) =>
    findInterruption(openTest(test, awayFields), charge, at)
  expect([interruptionOf({}, 24, 26 * hour - 1), interruptionOf({}, 24, 26 * hour)]).toEqual([null, 'unit_silent'])
  expect([interruptionOf({}, 12, 14 * hour - 1), interruptionOf({}, 12, 14 * hour)]).toEqual([null, 'unit_silent'])
  expect(interruptionOf({ ratedMin: null }, 24, 40 * hour)).toBe('unit_silent')
  expect(interruptionOf({ kind: 'functional' }, 24, 24 * hour + 80 * minute)).toBe('unit_silent')
})

it('a test is interrupted once its unit is back in another life for 30 s', () => {
  const reset = (since: number, online = true) => openTest({}, { isAnotherLife: true, boot: 0, since, online })
  expect(findInterruption(reset(hour - 29_000), 24, hour)).toBeNull()
  expect(findInterruption(reset(hour - 30_000, false), 24, hour)).toBeNull()
  expect(findInterruption(reset(hour - 30_000), 24, hour)).toBe('unit_restarted')
})
