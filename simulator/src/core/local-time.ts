/**
 * Plant clock as known to a unit: its offset from UTC, and the changes of it. Times in milliseconds of the unit's
 * clock.
 */
export type LocalTime = {
  utcOffsetMin: number
  /** Sorted by time. */
  changes?: readonly { at: string; utcOffsetMin: number }[] | undefined
}

const minuteMs = 60_000
const dayMs = 86_400_000

const offsetAt = ({ utcOffsetMin, changes = [] }: LocalTime, at: number): number =>
  changes.findLast((change) => Date.parse(change.at) <= at)?.utcOffsetMin ?? utcOffsetMin

/** Wall time in the plant at an instant, as if it were UTC. */
export const toWallTime = (local: LocalTime, at: number): number => at + offsetAt(local, at) * minuteMs

/**
 * Instant of a wall time in the plant. An ambiguous time is the earlier instant. A time skipped by a clock change is
 * shifted by the length of the change.
 */
export const toInstant = (local: LocalTime, wallTime: number): number => {
  const { utcOffsetMin, changes = [] } = local
  const offsets = [utcOffsetMin, ...changes.map((change) => change.utcOffsetMin)]
  const shown = offsets.map((offset) => wallTime - offset * minuteMs).filter((at) => toWallTime(local, at) === wallTime)
  if (shown.length > 0) return Math.min(...shown)
  const skippingChange = changes.findIndex(({ at, utcOffsetMin: after }, index) => {
    const [changed, before] = [Date.parse(at), offsets[index] ?? utcOffsetMin]
    return changed + before * minuteMs <= wallTime && wallTime < changed + after * minuteMs
  })
  return wallTime - (offsets[skippingChange] ?? utcOffsetMin) * minuteMs
}

/** Minute of the day by the plant's clock. */
export const minuteOfDay = (local: LocalTime, at: number): number => {
  const wallTime = toWallTime(local, at)
  return (wallTime - Math.floor(wallTime / dayMs) * dayMs) / minuteMs
}
