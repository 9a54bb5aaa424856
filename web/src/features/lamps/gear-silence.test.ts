import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import type { LineCondition } from '../central-units/index.ts'
import { lastReadOf, silenceOf } from './gear-silence.ts'

const lastSeen = '2026-11-30T15:23:00.000Z'
const read_at = '2026-11-19T08:00:00.000Z'
const lampWith = (condition: Lamp['condition'], more: Partial<Lamp> = {}) =>
  ({ condition, mode: 'normal', errors: [], ...more }) as unknown as Lamp

test.each<[Lamp['condition'], LineCondition | undefined, string | null]>([
  ['offline', 'noPower', 'noPower'],
  ['offline', 'gatewayAway', 'gatewayAway'],
  ['offline', 'silent', 'noAnswer'],
  ['offline', 'unknown', null],
  ['offline', undefined, null],
  ['error', 'noPower', null],
  ['ok', 'ok', null],
])('gear that is %s on a line that is %s has the cause %s', (condition, line, cause) => {
  expect(silenceOf(lampWith(condition), line)).toBe(cause)
})

test('gear with a fault that says that it does not answer is silent too', () => {
  const lamps = [
    lampWith('error', { errors: ['communication'] }),
    lampWith('error', { mode: 'unreachable', errors: ['battery_short'] }),
  ]
  expect(lamps.map((lamp) => silenceOf(lamp, 'silent'))).toEqual(['noAnswer', 'noAnswer'])
  expect(lamps.map((lamp) => lastReadOf({ ...lamp, read_at }, { lastSeen, roundS: 38 }))).toEqual([read_at, read_at])
  expect(lastReadOf(lampWith('unknown', { mode: null }), { lastSeen, roundS: 38 })).toBeNull()
})

test('gear that answers was read in the last round, other gear when it answered last', () => {
  const round = { lastSeen, roundS: 38 }
  expect(lastReadOf(lampWith('ok', { read_at }), round)).toBe(lastSeen)
  expect(lastReadOf(lampWith('offline', { read_at }), round)).toBe(read_at)
  expect(lastReadOf(lampWith('ok', { read_at }), { lastSeen, roundS: null })).toBe(read_at)
  expect(lastReadOf(lampWith('offline'), round)).toBeNull()
})
