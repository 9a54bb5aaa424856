import type { Walk, WalkLamp } from './walk.ts'

/** What decides on which lamp is whose; the server judges rows by it, and the client what it was told. */
export type ClaimableLamp = {
  state: WalkLamp['state']
  /** Null where the unit lists it no more. */
  addr: number | null
  putOff: number
  taken: { by: string; until: number } | null
}

/** Whether somebody is at the lamp, at this time. */
export const isClaimed = ({ taken }: Pick<ClaimableLamp, 'taken'>, now: number): boolean =>
  taken !== null && taken.until > now

/** Whether somebody may be given the lamp: it has no place yet, is there, and nobody else is at it. */
export const isClaimableBy = (lamp: ClaimableLamp, person: string, now: number): boolean =>
  lamp.state === 'open' && lamp.addr !== null && (!isClaimed(lamp, now) || lamp.taken?.by === person)

/**
 * The lamp that a person is given next, of those of a walk in their order: the one that the person is at already, else the first
 * free one of those that were put off least.
 */
export const nextLamp = <Lamp extends ClaimableLamp>(
  lamps: readonly Lamp[],
  person: string,
  now: number,
): Lamp | null => {
  const free = lamps.filter((lamp) => isClaimableBy(lamp, person, now))
  const own = free.find((lamp) => lamp.taken?.by === person && isClaimed(lamp, now))
  const least = Math.min(...free.map(({ putOff }) => putOff))
  return own ?? free.find(({ putOff }) => putOff === least) ?? null
}

/** Whether nothing is left to do: every lamp has a place. One that was skipped waits for somebody to come again. */
export const isAllPlaced = ({ total, done }: Pick<Walk, 'total' | 'done'>): boolean => total === done

/** Places from which the pace is taken; before there are as many nobody knows it. */
const paceSampleSize = { least: 3, most: 10 } as const

/**
 * Minutes that the rest takes at the pace of the last places, whoever gave them; null while that is not known.
 * @param placedAt when lamps were given their places, in milliseconds
 */
export const minutesLeft = (placedAt: readonly number[], left: number): number | null => {
  const last = placedAt.toSorted((a, b) => a - b).slice(-paceSampleSize.most)
  const [first] = last
  const newest = last.at(-1)
  if (last.length < paceSampleSize.least || first === undefined || newest === undefined) return null
  return Math.ceil(((newest - first) / (last.length - 1) / 60_000) * left)
}
