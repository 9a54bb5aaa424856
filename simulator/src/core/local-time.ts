/** What a unit knows of the plant's clock: how far it is from UTC, and when that changes. Times in milliseconds of the unit's clock. */
export type LocalTime = {
  utcOffsetMin: number
  /** In order of time. */
  changes?: readonly { at: string; utcOffsetMin: number }[] | undefined
}

const minuteMs = 60_000
const dayMs = 86_400_000

const offsetAt = ({ utcOffsetMin, changes = [] }: LocalTime, at: number): number =>
  changes.findLast((change) => Date.parse(change.at) <= at)?.utcOffsetMin ?? utcOffsetMin

/** What a clock in the plant shows at an instant, as if it were UTC. */
export const toWallTime = (local: LocalTime, at: number): number => at + offsetAt(local, at) * minuteMs

/**
 * The instant at which a clock in the plant shows this. What it shows twice is the first of both; what it never shows, as it was set
 * forward over it, is as long after the change as it would have been without.
 */
export const toInstant = (local: LocalTime, wall: number): number => {
  const { utcOffsetMin, changes = [] } = local
  const offsets = [utcOffsetMin, ...changes.map((change) => change.utcOffsetMin)]
  const shown = offsets.map((offset) => wall - offset * minuteMs).filter((at) => toWallTime(local, at) === wall)
  if (shown.length > 0) return Math.min(...shown)
  const skipped = changes.findIndex(({ at, utcOffsetMin: after }, index) => {
    const [changed, before] = [Date.parse(at), offsets[index] ?? utcOffsetMin]
    return changed + before * minuteMs <= wall && wall < changed + after * minuteMs
  })
  return wall - (offsets[skipped] ?? utcOffsetMin) * minuteMs
}

/** The minute of the day that a clock in the plant shows. */
export const minuteOfDay = (local: LocalTime, at: number): number => {
  const wall = toWallTime(local, at)
  return (wall - Math.floor(wall / dayMs) * dayMs) / minuteMs
}
