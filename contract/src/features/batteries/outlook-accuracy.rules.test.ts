import { describe, expect, it } from 'vitest'
import type { MeasuredLamp } from './outlook.rules.ts'
import { computeOutlookAccuracy } from './outlook-accuracy.rules.ts'

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs
const minimumData = { tests: 3, lamps: 20 }
const lamp = (...shares: number[]): MeasuredLamp => ({
  code: '415.009',
  neededNow: false,
  measured: shares.map((share, year) => ({ at: year * yearMs, share })),
})

/** The same numbers in every run. */
const createRandom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return (seed + 0.5) / 2 ** 32
}
const bell = (next: () => number) => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())

/** Lamps whose batteries fade at a known rate; no test measures exactly. */
const createBattery = (next: () => number) => {
  const start = 1.3 + 0.05 * bell(next)
  const slope = -Math.max(0.03, 0.1 + 0.02 * bell(next))
  return { start, slope, end: ((1 - start) / slope) * yearMs }
}
const measuredUntilItFails = (
  { start, slope }: ReturnType<typeof createBattery>,
  next: () => number,
  noise: number,
) => {
  const shares: number[] = []
  for (let year = 0; year < 30; year += 1) {
    const share = start + slope * year + noise * bell(next)
    shares.push(share)
    if (share < 1) break
  }
  return lamp(...shares)
}

describe('outlook accuracy', () => {
  it('is unknown until a battery with an outlook has ended', () => {
    expect(computeOutlookAccuracy([], minimumData)).toBeNull()
    expect(computeOutlookAccuracy([lamp(1.3, 1.2, 1.1)], minimumData)).toBeNull()
    expect(computeOutlookAccuracy([lamp(1.2, 1.1, 0.9)], minimumData)).toBeNull()
  })

  it('has almost no error where batteries end as they faded', () => {
    // Slightly later: no end before a passed test.
    const straight = Array.from({ length: 30 }, () => lamp(1.31, 1.21, 1.11, 1.01, 0.91))
    const check = computeOutlookAccuracy(straight, minimumData)
    expect(check).toMatchObject({ batteries: 30, inside: 30 })
    expect(check?.medianDays).toBeLessThan(15)
  })

  it('has a large error where batteries fail suddenly', () => {
    const sudden = Array.from({ length: 30 }, () => lamp(1.4, 1.35, 1.3, 0.4))
    const check = computeOutlookAccuracy(sudden, minimumData)
    expect(check).toMatchObject({ batteries: 30, inside: 0 })
    expect(check?.medianDays).toBeGreaterThan(365)
  })

  it.each([0.01, 0.02, 0.03])('counts nine of ten real ends inside at a measurement error of %d', (noise) => {
    const next = createRandom(42)
    const batteries = Array.from({ length: 400 }, () => createBattery(next))
    const check = computeOutlookAccuracy(
      batteries.map((one) => measuredUntilItFails(one, next, noise)),
      minimumData,
    )
    expect(check?.batteries ?? 0).toBeGreaterThan(200)
    const share = (check?.inside ?? 0) / (check?.batteries ?? 1)
    expect(share).toBeGreaterThan(0.86)
    expect(share).toBeLessThan(0.96)
  })
})
