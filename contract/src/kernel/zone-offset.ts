/** Cached per zone, because creating a format costs more than all uses in a long list. */
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

/** Milliseconds by which a zone is ahead of UTC at an instant; without a zone, the runtime's own. */
export const zoneOffsetMs = (timeZone: string | undefined, at: number): number => {
  // Not cached: a device may move to another zone.
  if (timeZone === undefined) return -new Date(at).getTimezoneOffset() * 60_000
  const parts = zoneFormat(timeZone).formatToParts(at)
  const partOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wallMs = Date.UTC(
    partOf('year'),
    partOf('month') - 1,
    partOf('day'),
    partOf('hour'),
    partOf('minute'),
    partOf('second'),
  )
  return wallMs - Math.floor(at / 1000) * 1000
}

/** Offset of a zone from UTC at an instant, in whole minutes, positive to the east. `setClock` sends it to units. */
export const zoneOffsetMin = (timeZone: string | undefined, at: number): number =>
  Math.round(zoneOffsetMs(timeZone, at) / 60_000)

const halfDayMs = 12 * 3_600_000

/** Whether a clock in the zone shows this time twice: in the hour before and after the end of summer time. */
export const isRepeatedTime = (timeZone: string | undefined, at: number): boolean => {
  const offset = zoneOffsetMs(timeZone, at)
  return [at - halfDayMs, at + halfDayMs].some((nearby) => {
    const nearbyOffset = zoneOffsetMs(timeZone, nearby)
    return nearbyOffset !== offset && zoneOffsetMs(timeZone, at + offset - nearbyOffset) === nearbyOffset
  })
}

/** Offset of a zone at an instant, as ISO 8601 writes it: `+02:00`. */
export const offsetText = (timeZone: string | undefined, at: number): string => {
  const minutes = zoneOffsetMin(timeZone, at)
  const padTwo = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${padTwo(Math.floor(Math.abs(minutes) / 60))}:${padTwo(Math.abs(minutes) % 60)}`
}

/** Appends the offset to a time shown twice by the zone's clock. */
export const withOffsetIfRepeated = (text: string, timeZone: string | undefined, at: number): string =>
  isRepeatedTime(timeZone, at) ? `${text} (${offsetText(timeZone, at)})` : text
