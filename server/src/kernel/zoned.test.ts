import { expect, it } from 'vitest'
import { clocksOf } from './zoned.ts'

it('lists the clock changes of all zones in a span, and the offset of each zone between them', () => {
  const year = { from: new Date('2025-12-31T23:00:00Z'), until: new Date('2026-12-31T23:00:00Z') }
  expect(clocksOf(['Europe/Rome', 'Asia/Kolkata', 'America/New_York'], year)).toEqual({
    zones: ['Europe/Rome', 'Asia/Kolkata', 'America/New_York'],
    changes: ['2026-03-08T07:00:00Z', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z'].map(
      (at) => new Date(at),
    ),
    offsetsS: [
      [3600, 19_800, -18_000],
      [3600, 19_800, -14_400],
      [7200, 19_800, -14_400],
      [3600, 19_800, -14_400],
      [3600, 19_800, -18_000],
    ].flat(),
  })
  expect(clocksOf([], year)).toEqual({ zones: [], changes: [], offsetsS: [] })
})
