import type { Walk, WalkLamp } from './walk.ts'

/** Fields to decide who holds a lamp; the server evaluates rows, the client its last answer. */
export type ClaimableLamp = {
  state: WalkLamp['state']
  /** Null if its unit no longer lists it. */
  addr: number | null
  putOff: number
  taken: { by: string; until: number } | null
}

/** Whether somebody holds the lamp at this time. */
export const isClaimed = ({ taken: claim }: Pick<ClaimableLamp, 'taken'>, now: number): boolean =>
  claim !== null && claim.until > now

/** Whether a person may get the lamp: it has no place, exists, and nobody else holds it. */
export const isClaimableBy = (lamp: ClaimableLamp, person: string, now: number): boolean =>
  lamp.state === 'open' && lamp.addr !== null && (!isClaimed(lamp, now) || lamp.taken?.by === person)

/**
 * Next lamp of a person, in the order of the walk: the one already held, else the first free one of those postponed
 * least.
 */
export const nextLamp = <Lamp extends ClaimableLamp>(
  lamps: readonly Lamp[],
  person: string,
  now: number,
): Lamp | null => {
  const freeLamps = lamps.filter((lamp) => isClaimableBy(lamp, person, now))
  const claimedLamp = freeLamps.find((lamp) => lamp.taken?.by === person && isClaimed(lamp, now))
  const leastPutOff = Math.min(...freeLamps.map(({ putOff }) => putOff))
  return claimedLamp ?? freeLamps.find(({ putOff }) => putOff === leastPutOff) ?? null
}

/** Whether every lamp has a place. A skipped lamp does not count, because it waits for another visit. */
export const isAllPlaced = ({ total, done }: Pick<Walk, 'total' | 'done'>): boolean => total === done

/** Number of recent places for the pace; with fewer the pace is unknown. */
const paceSampleSize = 10

/**
 * Minutes for the remaining lamps at the pace of the last places, by whomever; null while unknown.
 * @param placedAt times of the places, in milliseconds
 */
export const minutesLeft = (placedAt: readonly number[], remainingLamps: number): number | null => {
  const last = placedAt.toSorted((a, b) => a - b).slice(-paceSampleSize)
  const [first] = last
  const latest = last.at(-1)
  if (last.length < paceSampleSize || first === undefined || latest === undefined) return null
  return Math.ceil(((latest - first) / (last.length - 1) / 60_000) * remainingLamps)
}
