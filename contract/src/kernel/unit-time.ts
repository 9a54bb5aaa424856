/** Time by the clock of a unit, possibly wrong. Without a zone (`hasZone` false) it is read as UTC. */
export type UnitTime = { at: Date; hasZone: boolean }

const timePattern =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?$/
/** Maximum characters of a match of the pattern. */
const maxCharacters = 40
const minuteMs = 60_000

const isRealDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * Parses a time as units write it: ISO 8601 with `Z`, with an offset, or without a zone.
 * @param reported any value in the place of a time in a message
 * @returns null for anything but a time
 */
export const parseUnitTime = (reported: unknown): UnitTime | null => {
  if (typeof reported !== 'string' || reported.length > maxCharacters) return null
  const parts = timePattern.exec(reported)
  if (!parts) return null
  const number = (group: number): number => Number(parts[group] ?? 0)
  const [year, month, day] = [number(1), number(2), number(3)]
  const [hour, minute, second] = [number(4), number(5), number(6)]
  const offsetMin = (number(10) * 60 + number(11)) * (parts[9] === '-' ? -1 : 1)
  const milliseconds = Math.floor(Number(`0.${parts[7] ?? 0}`) * 1000)
  const isEndOfDay = hour === 24 && minute + second + milliseconds === 0
  const isTime = (hour < 24 || isEndOfDay) && minute < 60 && second <= 60 && number(10) < 24 && number(11) < 60
  if (!isTime || !isRealDay(year, month, day)) return null
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  at.setUTCHours(hour, minute, second, milliseconds)
  return {
    at: new Date(at.getTime() - offsetMin * minuteMs),
    hasZone: parts[8] !== undefined || parts[9] !== undefined,
  }
}
