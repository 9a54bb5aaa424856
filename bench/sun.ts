import { Body, Observer, SearchRiseSet } from 'astronomy-engine'
import { sunBetween } from '../server/src/features/scenes/sun.ts'
import { type Figure, figureOf } from './measure.ts'

const plants = 10_000
const days = 40
const dayMs = 86_400_000
/** Sample of plants computed by the library, with one search per rise and set; all would take minutes. */
const sample = 25
const begin = Date.UTC(2026, 10, 24)

/** Spread over the inhabited earth. */
const placeOf = (n: number) => ({ lat: ((n * 7) % 140) - 70, long: ((n * 13) % 360) - 180 })
const daysFrom = (first: number) => Array.from({ length: days }, (_, day) => first + day * dayMs)

const measureOurs = (first: number): number => {
  const startedAt = performance.now()
  for (let n = 0; n < plants; n++)
    for (const day of daysFrom(first)) sunBetween(new Date(day), new Date(day + dayMs), placeOf(n))
  return (performance.now() - startedAt) / 1_000
}

const library = (first: number): number => {
  const startedAt = performance.now()
  for (let n = 0; n < sample; n++) {
    const { lat, long } = placeOf(n * (plants / sample))
    const observer = new Observer(lat, long, 0)
    for (const day of daysFrom(first))
      for (const direction of [1, -1]) SearchRiseSet(Body.Sun, observer, direction, new Date(day), 1)
  }
  return ((performance.now() - startedAt) / 1_000) * (plants / sample)
}

/** Sunrise and sunset of 10,000 plants for the 40 days of a scene list. */
export const benchSun = async (): Promise<Figure[]> => {
  const firstDays = [0, 100, 200].map((after) => begin + after * dayMs)
  const limit = { values: firstDays.map(library), what: `the library's own search, ${sample} plants, scaled up` }
  return [figureOf(`sun of ${plants} plants for ${days} days`, 's', firstDays.map(measureOurs), limit)]
}
