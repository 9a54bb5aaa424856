/** The zone of the reader's device: for times that belong to no plant. */
export const ownZone = ''

/** One for each zone: making it costs more than all that a long list asks of it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...(timeZone !== ownZone && { timeZone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** Milliseconds by which a zone's clock is ahead of UTC at an instant. */
function offsetMs(timeZone: string, at: number): number {
  const parts = clockOf(timeZone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(at / 1000) * 1000
}

/** Whether the reader's clock shows the same time at an instant as a clock in the zone. */
export function isOwnTime(at: number, timeZone: string): boolean {
  return timeZone === ownZone || offsetMs(timeZone, at) === -new Date(at).getTimezoneOffset() * 60_000
}

/** The day that it is in a zone: `2026-11-30`. */
export function todayIn(timeZone: string): string {
  return wallTime(new Date().toISOString(), timeZone).slice(0, 10)
}

/** What a clock in the zone shows at an instant, as a date-and-time field writes it: `2026-11-30T06:00`. */
export function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 16)
}

/** The instant at which a clock in the zone shows this; in the hour that a clock change skips, the one after it. */
export function instantOf(wall: string, timeZone: string): string | undefined {
  // A date parser guesses at what is not whole; a field that was not filled in is no date.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return undefined
  const asUtc = Date.parse(`${wall}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  const first = asUtc - offsetMs(timeZone, asUtc)
  return new Date(asUtc - offsetMs(timeZone, first)).toISOString()
}
