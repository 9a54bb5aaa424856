import { expect, test } from 'vitest'
import { clockTrouble, zoneOffset } from './clock.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')

test.each([
  ['Europe/Rome', winter, 60],
  ['Europe/Rome', summer, 120],
  ['UTC', winter, 0],
  ['Asia/Kolkata', winter, 330],
  ['America/St_Johns', winter, -210],
] as const)('%s is at %s %i minutes ahead of UTC', (zone, at, minutes) => {
  expect(zoneOffset(zone, at)).toBe(minutes)
})

test.each([
  [{ cu_utc_offset: 60, clock_drift: 0 }, undefined],
  [{ cu_utc_offset: 60, clock_drift: 300 }, undefined],
  [{ cu_utc_offset: 60, clock_drift: 301 }, 'drift'],
  [{ cu_utc_offset: 60, clock_drift: -301 }, 'drift'],
  [{ cu_utc_offset: 0, clock_drift: 0 }, 'zone'],
  [{ cu_utc_offset: null, clock_drift: null }, undefined],
] as const)('a unit with %j has the trouble %s', (unit, trouble) => {
  expect(clockTrouble(unit, 'Europe/Rome', winter)).toBe(trouble)
})
