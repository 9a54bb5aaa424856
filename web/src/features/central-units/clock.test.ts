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
  [60, [], undefined],
  [60, ['protocol_fault'], undefined],
  [60, ['protocol_fault', 'clock_wrong'], 'drift'],
  [0, ['clock_wrong'], 'zone'],
  [null, [], undefined],
] as const)('a unit at %s minutes of which %j is found has the trouble %s', (cu_utc_offset, findings, trouble) => {
  expect(clockTrouble({ cu_utc_offset, findings: [...findings] }, 'Europe/Rome', winter)).toBe(trouble)
})
