import { expect, test } from 'vitest'
import { isRepeatedTime, offsetText, withOffsetIfRepeated, zoneOffsetMin } from './zone-offset.ts'

/**
 * Local clocks go back at 03:00 CEST, and at 02:00 in Newfoundland. On Lord Howe Island they go back by half an hour.
 */
test.each([
  ['Europe/Rome', '2026-10-24T23:59:59Z', false],
  ['Europe/Rome', '2026-10-25T00:00:00Z', true],
  ['Europe/Rome', '2026-10-25T00:30:00Z', true],
  ['Europe/Rome', '2026-10-25T01:59:59Z', true],
  ['Europe/Rome', '2026-10-25T02:00:00Z', false],
  ['Europe/Rome', '2026-03-29T00:59:59Z', false],
  ['Europe/Rome', '2026-03-29T01:00:00Z', false],
  ['Europe/Rome', '2026-07-01T00:30:00Z', false],
  ['America/St_Johns', '2026-11-01T03:30:00Z', true],
  ['America/St_Johns', '2026-11-01T05:30:00Z', false],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', true],
  ['Australia/Lord_Howe', '2026-04-04T14:15:00Z', false],
  ['UTC', '2026-10-25T00:30:00Z', false],
])('the time in %s at %s is repeated: %s', (zone, at, isRepeated) => {
  expect(isRepeatedTime(zone, Date.parse(at))).toBe(isRepeated)
})

test('only a repeated time shows its offset', () => {
  const text = (at: string) => withOffsetIfRepeated('02:30', 'Europe/Rome', Date.parse(at))
  expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z'].map(text)).toEqual([
    '02:30 (+02:00)',
    '02:30 (+01:00)',
    '02:30',
  ])
  expect(offsetText('America/St_Johns', Date.parse('2026-07-01T00:00:00Z'))).toBe('-02:30')
})

test.each([
  ['Europe/Rome', '2026-01-15T12:00:00Z', 60],
  ['Europe/Rome', '2026-07-15T12:00:00Z', 120],
  ['UTC', '2026-01-15T12:00:00Z', 0],
  ['Asia/Kolkata', '2026-01-15T12:00:00Z', 330],
  ['America/St_Johns', '2026-01-15T12:00:00.750Z', -210],
  ['Australia/Lord_Howe', '2027-04-03T15:00:00Z', 630],
])('zone %s at %s is %i minutes ahead of UTC', (zone, at, minutes) => {
  expect(zoneOffsetMin(zone, Date.parse(at))).toBe(minutes)
})
