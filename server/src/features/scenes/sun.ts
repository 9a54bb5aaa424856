import { Body, Equator, Observer, SiderealTime } from 'astronomy-engine'
import type { Position } from '../../ports/places.ts'

/**
 * Sunrises and sunsets between two instants, and whether the sun is up at the end. Near the polar circles a day may
 * have two sunsets, just after midnight and just before the next, or none.
 */
export type Sun = { dawn: Date[]; sunset: Date[]; upAtEnd: boolean }

const hourMs = 3_600_000
const knotMs = 6 * hourMs
const radian = Math.PI / 180
/** Altitude of the sun's center in degrees at sunrise and sunset, as in almanacs: 34′ of refraction, 16′ of radius. */
const risingAt = -50 / 60

/** The geocentric sun in degrees: its declination and its Greenwich hour angle. */
type Knot = { dec: number; gha: number }
const cachedKnots = new Map<number, Knot>()
/** Maximum number of cached knots: three years. */
const maxCachedKnots = 4_500
const middle = new Observer(0, 0, 0)

const computeKnot = (number: number): Knot => {
  const at = new Date(number * knotMs)
  const { ra, dec } = Equator(Body.Sun, at, middle, true, true)
  return { dec, gha: (SiderealTime(at) - ra) * 15 }
}

/** The sun's coordinates are the same for all plants: computed four times a day and interpolated linearly. */
const knotAt = (number: number): Knot => {
  const found = cachedKnots.get(number) ?? computeKnot(number)
  if (cachedKnots.size >= maxCachedKnots && !cachedKnots.has(number)) cachedKnots.clear()
  cachedKnots.set(number, found)
  return found
}

const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360

const sunAt = (at: number): Knot => {
  const number = Math.floor(at / knotMs)
  const part = at / knotMs - number
  const [a, b] = [knotAt(number), knotAt(number + 1)]
  return { dec: a.dec + part * (b.dec - a.dec), gha: normalizeDegrees(a.gha + part * normalizeDegrees(b.gha - a.gha)) }
}

/** Degrees of the sun above its altitude at sunrise. */
const heightAt = (at: number, { lat, long }: Position): number => {
  const { dec, gha } = sunAt(at)
  const sine =
    Math.sin(lat * radian) * Math.sin(dec * radian) +
    Math.cos(lat * radian) * Math.cos(dec * radian) * Math.cos((gha + long) * radian)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / radian - risingAt
}

/** The sun's lowest and highest points between two instants; between neighboring points it only rises or only sinks. */
const turningPoints = (from: number, until: number, { long }: Position): number[] => {
  const points = [from]
  const angle = normalizeDegrees(sunAt(from).gha + long)
  const toNext = (180 - (angle % 180)) * (24 / 360) * hourMs
  for (let at = from + toNext; at < until; at += 12 * hourMs) points.push(at)
  return [...points, until]
}

const crossing = (from: number, until: number, at: Position): Date => {
  const rises = heightAt(until, at) > 0
  let [lowerBound, upperBound] = [from, until]
  while (upperBound - lowerBound > 500) {
    const middle = (lowerBound + upperBound) / 2
    if (heightAt(middle, at) > 0 === rises) upperBound = middle
    else lowerBound = middle
  }
  return new Date(upperBound)
}

/** Sunrises and sunsets between two instants at a place. */
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
