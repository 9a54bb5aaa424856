import { expect, test } from 'vitest'
import { historyStart } from './history.rules.ts'

test.each([
  // Days count in the plant's zone: in Rome, 2 March begins one hour earlier than in Greenwich.
  ['basic', 'Europe/Rome', '2026-03-02T09:00:00Z', '2026-01-30T23:00:00.000Z'],
  ['basic', 'Europe/Rome', '2026-03-02T23:30:00Z', '2026-01-31T23:00:00.000Z'],
  ['basic', 'America/New_York', '2026-03-02T03:00:00Z', '2026-01-30T05:00:00.000Z'],
  // Across the clock change.
  ['basic', 'Europe/Rome', '2026-04-10T09:00:00Z', '2026-03-10T23:00:00.000Z'],
  // A day without a midnight begins at its first moment.
  ['basic', 'Africa/Cairo', '2026-05-24T09:00:00Z', '2026-04-23T22:00:00.000Z'],
  ['pro', 'Europe/Rome', '2026-03-02T09:00:00Z', null],
  ['expired', 'Europe/Rome', '2026-03-02T09:00:00Z', null],
] as const)('a %s plant in %s at %s sees history from %s on', (tier, zone, now, start) => {
  expect(historyStart(tier, zone, new Date(now))?.toISOString() ?? null).toBe(start)
})
