import { describe, expect, it } from 'vitest'
import {
  expectedShare,
  findEndOfShare,
  fitFade,
  fitLine,
  normalCdf,
  poolSegments,
  probabilityEndedBy,
  splitByBattery,
} from './fade.rules.ts'

const yearMs = 365.25 * 86_400_000
const years = (...shares: number[]) => shares.map((share, year) => ({ at: year * yearMs, share }))

describe('batteries of a lamp', () => {
  it.each([
    ['none', [], []],
    ['one that fades', [1.3, 1.2, 1.1], [[1.3, 1.2, 1.1]]],
    ['one whose measurements waver', [1.3, 1.22, 1.26, 1.15], [[1.3, 1.22, 1.26, 1.15]]],
    [
      'another after one that ended',
      [1.2, 1.05, 0.8, 1.3, 1.2],
      [
        [1.2, 1.05, 0.8],
        [1.3, 1.2],
      ],
    ],
    ['another before the first had ended', [1.1, 1.02, 1.3], [[1.1, 1.02], [1.3]]],
  ])('%s', (_name, shares, expected) => {
    expect(splitByBattery(years(...shares)).map((one) => one.map(({ share }) => share))).toEqual(expected)
  })

  it('are split regardless of the order of the results', () => {
    expect(splitByBattery(years(1.2, 0.8, 1.3).toReversed())).toHaveLength(2)
  })
})

it('a fitted line runs through the measurements', () => {
  const line = fitLine(years(1.3, 1.2, 1.1))
  expect(line).toMatchObject({
    n: 3,
    share: expect.closeTo(1.2),
    slope: expect.closeTo(-0.1),
    residual: expect.closeTo(0),
  })
})

it.each([
  [0, 0.5],
  [1.6449, 0.95],
  [-1.6449, 0.05],
  [4, 0.99997],
])('the share below %d is %d', (z, share) => {
  expect(normalCdf(z)).toBeCloseTo(share, 4)
})

describe('pooled batteries of one code', () => {
  it('have no result without a battery measured three times', () => {
    expect(poolSegments([years(1.3, 1.2)])).toBeNull()
    expect(poolSegments([])).toBeNull()
  })

  it('have one slope and no spread where they fade alike', () => {
    const pool = poolSegments([years(1.3, 1.2, 1.1), years(1.4, 1.3, 1.2), years(1.25, 1.15, 1.05)])
    expect(pool?.slope).toBeCloseTo(-0.1)
    expect(pool?.between).toBeCloseTo(0)
  })

  it('have a spread that shows how differently they fade', () => {
    const slowFade = Array.from({ length: 20 }, () => years(1.3, 1.25, 1.2))
    const quickFade = Array.from({ length: 20 }, () => years(1.4, 1.25, 1.1))
    const pool = poolSegments([...slowFade, ...quickFade])
    expect(pool?.slope).toBeCloseTo(-0.1)
    expect(Math.sqrt(pool?.between ?? 0)).toBeCloseTo(0.05, 2)
  })
})

describe('battery outlook', () => {
  const pool = { slope: -0.1, between: 0.0004, ofMean: 0.00001, noise: 0.01 }
  const fade = fitFade(years(1.3, 1.2, 1.1), pool)

  it('follows the fitted line', () => {
    expect(expectedShare(fade, 3 * yearMs)).toBeCloseTo(1)
    expect((findEndOfShare((time) => probabilityEndedBy(fade, time), 0.5, fade.last) ?? 0) / yearMs).toBeCloseTo(3, 1)
  })

  it('starts after the last measurement and reaches certainty in the end', () => {
    expect(probabilityEndedBy(fade, 2 * yearMs)).toBe(0)
    expect(probabilityEndedBy(fade, 12 * yearMs)).toBeGreaterThan(0.99)
  })

  it('widens as the data gets noisier', () => {
    const width = (fit: typeof fade) => {
      const at = (share: number) =>
        findEndOfShare((time) => probabilityEndedBy(fit, time), share, fit.last) ?? Number.POSITIVE_INFINITY
      return at(0.95) - at(0.05)
    }
    const noisyFade = fitFade(years(1.3, 1.2, 1.1), { ...pool, noise: 0.04, between: 0.002 })
    expect(width(noisyFade)).toBeGreaterThan(2 * width(fade))
  })

  it('is empty where the end lies too far ahead', () => {
    const steadyFade = fitFade(years(1.3, 1.3, 1.3), { ...pool, slope: 0, between: 0.0000001 })
    expect(findEndOfShare((time) => probabilityEndedBy(steadyFade, time), 0.5, steadyFade.last)).toBeNull()
  })

  it('of a battery with few measurements follows its code', () => {
    const short = [0, 0.01, 0.02].map((year) => ({ at: year * yearMs, share: 1.3 - year * 5 }))
    expect(fitFade(short, pool).slope).toBeCloseTo(-0.1, 1)
  })
})
