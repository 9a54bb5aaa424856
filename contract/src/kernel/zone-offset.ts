/** One for each zone: making it costs more than all that a long list asks of it. */
const formatsByZone = new Map<string, Intl.DateTimeFormat>()

const zoneFormat = (timeZone: string): Intl.DateTimeFormat => {
  const clock =
    formatsByZone.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formatsByZone.set(timeZone, clock)
  return clock
}

/** Milliseconds by which a zone's clock is ahead of UTC at an instant; without a zone, that of the runtime. */
export const zoneOffsetMs = (timeZone: string | undefined, at: number): number => {
  // Asked each time: a device may move to another zone.
  if (timeZone === undefined) return -new Date(at).getTimezoneOffset() * 60_000
  const parts = zoneFormat(timeZone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(at / 1000) * 1000
}

/** Offset of a zone from UTC at an instant, in whole minutes, positive to the east. Units receive it in `setClock`. */
export const zoneOffsetMin = (timeZone: string | undefined, at: number): number =>
  Math.round(zoneOffsetMs(timeZone, at) / 60_000)

const halfDayMs = 12 * 3_600_000

/** Whether a clock in the zone shows this time twice: the hour before and the hour after it is put back. */
export const isRepeatedTime = (timeZone: string | undefined, at: number): boolean => {
  const offset = zoneOffsetMs(timeZone, at)
  return [at - halfDayMs, at + halfDayMs].some((near) => {
    const other = zoneOffsetMs(timeZone, near)
    return other !== offset && zoneOffsetMs(timeZone, at + offset - other) === other
  })
}

/** The offset of a zone at an instant, as ISO 8601 writes it: `+02:00`. */
export const offsetText = (timeZone: string | undefined, at: number): string => {
  const minutes = zoneOffsetMin(timeZone, at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** A time as a text, followed by its offset where the zone's clock shows that time twice. */
export const withOffsetIfRepeated = (text: string, timeZone: string | undefined, at: number): string =>
  isRepeatedTime(timeZone, at) ? `${text} (${offsetText(timeZone, at)})` : text
