import { instantOf, wallTime } from '../../shared/format/wall-time.ts'

export const snoozeChoices = ['hours', 'tomorrow', 'week', 'date'] as const
export type SnoozeChoice = (typeof snoozeChoices)[number]

const hourMs = 3_600_000
export const shortSnoozeMs = 4 * hourMs

/** Eight in the morning some days later, by the plant's clock. */
function morning(now: number, days: number, timeZone: string): string | undefined {
  const [today = ''] = wallTime(new Date(now).toISOString(), timeZone).split('T')
  const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10)
  return instantOf(`${day}T08:00`, timeZone)
}

/** When a snoozed cause returns: in four hours, on a morning, or at a typed date. */
export function computeSnoozeEnd(
  choice: SnoozeChoice,
  typedDate: string,
  now: number,
  timeZone: string,
): string | undefined {
  if (choice === 'hours') return new Date(now + shortSnoozeMs).toISOString()
  if (choice === 'tomorrow') return morning(now, 1, timeZone)
  if (choice === 'week') return morning(now, 7, timeZone)
  return instantOf(typedDate, timeZone)
}
