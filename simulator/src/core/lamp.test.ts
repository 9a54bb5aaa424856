import { expect, test } from 'vitest'
import { chargeAt, crc8, lampsOf, setActivity, updateCharges } from './lamp.ts'
import { randomOf } from './random.ts'

test('the checksum of a serial is CRC-8 with polynomial 0x07', () => {
  expect(crc8([...'123456789'].map((digit) => digit.charCodeAt(0)))).toBe(0xf4)
})

test('the same seed creates the same lamps, and another seed others', () => {
  expect(lampsOf(50, randomOf(1))).toEqual(lampsOf(50, randomOf(1)))
  expect(lampsOf(50, randomOf(1))).not.toEqual(lampsOf(50, randomOf(2)))
})

test('lamps of a unit have unique serials, and long serials include their checksum', () => {
  const lamps = lampsOf(992, randomOf(7))
  expect(new Set(lamps.map(({ serial }) => serial.slice(0, 6))).size).toBe(992)
  for (const { serial } of lamps.filter((lamp) => lamp.serial.length === 8)) {
    const [a, b, c, check] = [...Buffer.from(serial, 'hex')]
    expect(crc8([a!, b!, c!])).toBe(check)
  }
})

test('a battery empties in its rated time times its capacity and charges in a day', () => {
  const [lamp] = lampsOf(1, randomOf(1))
  const chargedLamp = { ...lamp!, ratedMin: 60, capacity: 1, charge: 1, faults: [] }
  setActivity(chargedLamp, 'emergency', 1_000, 1)
  expect(chargeAt(chargedLamp, 1_000 + 30 * 60_000, 1)).toBeCloseTo(0.5)
  expect(chargeAt(chargedLamp, 1_000 + 90 * 60_000, 1)).toBe(0)
  setActivity(chargedLamp, 'normal', 1_000 + 60 * 60_000, 1)
  expect(chargeAt(chargedLamp, 1_000 + 13 * 3_600_000, 1)).toBeCloseTo(0.5)
})

test('a lamp with a broken charger does not charge', () => {
  const [lamp] = lampsOf(1, randomOf(1))
  const faultyLamp = { ...lamp!, charge: 0.2, chargedAt: 1, activity: 'normal' as const, faults: ['charger' as const] }
  expect(chargeAt(faultyLamp, 86_400_000, 1)).toBeCloseTo(0.2)
})

test('another speed changes how fast a battery empties but not its charge', () => {
  const [first] = lampsOf(1, randomOf(1))
  const lamp = { ...first!, ratedMin: 60, capacity: 1, charge: 1, faults: [] }
  setActivity(lamp, 'emergency', 1_000, 60)
  // Half an hour of its life in half a minute.
  updateCharges([lamp], 31_000, 60)
  expect(chargeAt(lamp, 31_000, 3_600)).toBeCloseTo(0.5)
  expect(chargeAt(lamp, 31_000 + 60_000, 1)).toBeCloseTo(0.5 - 1 / 60)
})
