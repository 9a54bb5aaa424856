import { expect, test } from 'vitest'
import { type UnitSafetyFacts, unitSafety } from './unit-safety.rules.ts'

const sound: UnitSafetyFacts = {
  isAcquired: true,
  isUnknownUnit: false,
  isConnected: true,
  onBattery: false,
  isInhibited: false,
  lamps: { onBattery: 0, inError: 0, inhibited: 0 },
  errors: [],
  warnings: [],
  findings: [],
}
const worst: Partial<UnitSafetyFacts> = {
  onBattery: true,
  isInhibited: true,
  lamps: { onBattery: 2, inError: 1, inhibited: 3 },
  errors: ['charger'],
  warnings: ['maintenance_needed'],
  findings: ['clock_wrong'],
}

test.each<[string, Partial<UnitSafetyFacts>, string]>([
  ['nothing', {}, 'ok'],
  ['a warning', { warnings: ['maintenance_needed'] }, 'warning'],
  ['a finding that warns', { findings: ['clock_wrong'] }, 'warning'],
  ['an inhibition of its own', { isInhibited: true }, 'inhibited'],
  ['an inhibition by its warning', { warnings: ['system_inhibited'] }, 'inhibited'],
  ['one inhibited lamp', { lamps: { ...sound.lamps, inhibited: 1 } }, 'inhibited'],
  ['a fault and an inhibition', { errors: ['charger'], isInhibited: true }, 'error'],
  ['one faulty lamp', { lamps: { ...sound.lamps, inError: 1 } }, 'error'],
  ['one lamp on battery', { lamps: { ...sound.lamps, onBattery: 1 }, errors: ['charger'] }, 'emergency'],
  ['a mains failure', { onBattery: true }, 'emergency'],
])('a connected unit with %s has its worst state', (_, change, condition) => {
  expect(unitSafety({ ...sound, ...change })).toMatchObject({ contact: 'connected', condition })
})

test.each<[string, Partial<UnitSafetyFacts>, string]>([
  ['silent', { isConnected: false }, 'none'],
  ['replaced by an unknown unit', { isUnknownUnit: true, isConnected: false }, 'unknownUnit'],
])('a unit that is %s keeps its errors open, and nothing else is known of it', (_, change, contact) => {
  const { faults, ...safety } = unitSafety({ ...sound, ...worst, ...change })
  expect(safety).toEqual({ contact, onBattery: false, inhibited: false, isFaulty: true, condition: 'offline' })
  expect(faults.map(({ code }) => code)).toEqual(['charger'])
})

test('a unit that is not enrolled has no state', () => {
  expect(unitSafety({ ...sound, ...worst, isAcquired: false })).toEqual({
    contact: 'notAcquired',
    onBattery: false,
    inhibited: false,
    faults: [],
    isFaulty: false,
    condition: 'offline',
  })
})
