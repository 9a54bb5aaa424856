import { expect, test } from 'vitest'
import { computeSnoozeEnd } from './snooze-times.ts'

const now = Date.parse('2026-03-28T22:30:00Z')

test.each([
  ['hours', '', 'Europe/Rome', '2026-03-29T02:30:00.000Z'],
  // The clocks change in this night.
  ['tomorrow', '', 'Europe/Rome', '2026-03-29T06:00:00.000Z'],
  ['tomorrow', '', 'Pacific/Auckland', '2026-03-29T19:00:00.000Z'],
  ['week', '', 'Europe/Rome', '2026-04-04T06:00:00.000Z'],
  ['date', '2026-04-01T12:15', 'Europe/Rome', '2026-04-01T10:15:00.000Z'],
  ['date', '2026-04-01', 'Europe/Rome', undefined],
] as const)('%s %s in %s', (choice, typedText, zone, snoozeEnd) => {
  expect(computeSnoozeEnd(choice, typedText, now, zone)).toBe(snoozeEnd)
})
