import { expect, test } from 'vitest'
import { driftOf } from './clock-readings.ts'

const now = new Date('2026-03-01T10:00:00Z')
const heard = (unit: string, aheadS: number | null) => ({
  unit,
  life: '00000000000000a1',
  boot: 1,
  connection: 0,
  online: true,
  at: aheadS === null ? null : new Date(now.getTime() + aheadS * 1000),
})

test('one clock that is off is seen among many that are right, and one that says nothing is unknown', () => {
  for (let n = 0; n < 64; n++) driftOf(heard(`logica_${n}`, -0.2), now)
  expect(driftOf(heard('logica_0A1B2C', -1200), now)).toBe(-1200)
  expect(driftOf(heard('logica_0A1B2D', 90), now)).toBe(90)
  expect(driftOf(heard('logica_0A1B2E', null), now)).toBeNull()
})

test('when all messages come forty seconds late no clock is taken as wrong, and one that is stays so', () => {
  for (let n = 0; n < 64; n++) driftOf(heard(`logica_${n}`, -40 - (n % 2)), now)
  expect(Math.abs(driftOf(heard('logica_000001', -40), now) ?? Number.NaN)).toBeLessThanOrEqual(1)
  expect(driftOf(heard('logica_0A1B2C', -1240), now)).toBeLessThan(-1190)
})

test('a message is read once, however many ask for it', () => {
  const news = heard('logica_0A1B2C', 7)
  expect(driftOf(news, now)).toBe(driftOf(news, new Date(now.getTime() + 60_000)))
})
