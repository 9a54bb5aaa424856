import { Body, Equator, Observer, SiderealTime } from 'astronomy-engine'

/** Where a plant is, in degrees; north and east are positive. */
export type Position = { lat: number; long: number }

/**
 * The sun between two instants: when it rises and sets, and where it is at the end. Near the polar circles a day may have two sunsets, just
 * after midnight and just before the next, or none.
 */
export type Sun = { dawn: Date[]; sunset: Date[]; upAtEnd: boolean }

const hourMs = 3_600_000
const knotMs = 6 * hourMs
const radian = Math.PI / 180
/** Degrees that the middle of the sun is at when almanacs say that it rises or sets: 34′ of refraction, 16′ of its radius. */
const risingAt = -50 / 60

/** The sun as seen from the middle of the earth, in degrees: its declination, and the longitude west of Greenwich that it stands over. */
type Knot = { dec: number; gha: number }
const cachedKnots = new Map<number, Knot>()
/** Knots that are kept: three years of them. */
const maxCachedKnots = 4_500
const middle = new Observer(0, 0, 0)

const computed = (number: number): Knot => {
  const at = new Date(number * knotMs)
  const { ra, dec } = Equator(Body.Sun, at, middle, true, true)
  return { dec, gha: (SiderealTime(at) - ra) * 15 }
}

/** The place of the sun is the same for all plants: it is worked out four times a day, once, and is as good as straight between. */
const knotAt = (number: number): Knot => {
  const found = cachedKnots.get(number) ?? computed(number)
  if (cachedKnots.size >= maxCachedKnots && !cachedKnots.has(number)) cachedKnots.clear()
  cachedKnots.set(number, found)
  return found
}

const wrapped = (degrees: number): number => ((degrees % 360) + 360) % 360

const sunAt = (at: number): Knot => {
  const number = Math.floor(at / knotMs)
  const part = at / knotMs - number
  const [a, b] = [knotAt(number), knotAt(number + 1)]
  return { dec: a.dec + part * (b.dec - a.dec), gha: wrapped(a.gha + part * wrapped(b.gha - a.gha)) }
}

/** Degrees that the sun is above the height at which it rises. */
const heightAt = (at: number, { lat, long }: Position): number => {
  const { dec, gha } = sunAt(at)
  const sine =
    Math.sin(lat * radian) * Math.sin(dec * radian) +
    Math.cos(lat * radian) * Math.cos(dec * radian) * Math.cos((gha + long) * radian)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / radian - risingAt
}

/** From one instant to the next the sun only climbs or only sinks: its lowest and highest points lie between. */
const turningPoints = (from: number, until: number, { long }: Position): number[] => {
  const points = [from]
  const angle = wrapped(sunAt(from).gha + long)
  const toNext = (180 - (angle % 180)) * (24 / 360) * hourMs
  for (let at = from + toNext; at < until; at += 12 * hourMs) points.push(at)
  return [...points, until]
}

const crossing = (from: number, until: number, at: Position): Date => {
  const rises = heightAt(until, at) > 0
  let [low, high] = [from, until]
  while (high - low > 500) {
    const half = (low + high) / 2
    if (heightAt(half, at) > 0 === rises) high = half
    else low = half
  }
  return new Date(high)
}

/** When the sun rises and sets between two instants at a place. */
export const sunBetween = (from: Date, until: Date, at: Position): Sun => {
  const points = turningPoints(from.getTime(), until.getTime(), at)
  const sun: Sun = { dawn: [], sunset: [], upAtEnd: false }
  let wasUp = heightAt(from.getTime(), at) > 0
  for (const [n, point] of points.entries()) {
    const isUp = heightAt(point, at) > 0
    if (n > 0 && isUp !== wasUp) {
      const moment = crossing(points[n - 1] ?? point, point, at)
      sun[isUp ? 'dawn' : 'sunset'].push(moment)
    }
    wasUp = isUp
  }
  return { ...sun, upAtEnd: wasUp }
}
