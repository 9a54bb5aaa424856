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

describe('the batteries of a lamp', () => {
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

  it('are told apart in whatever order the results came', () => {
    expect(splitByBattery(years(1.2, 0.8, 1.3).toReversed())).toHaveLength(2)
  })
})

it('a line goes through what was measured', () => {
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
])('below %d lie %d', (z, share) => {
  expect(normalCdf(z)).toBeCloseTo(share, 4)
})

describe('what batteries of one code have in common', () => {
  it('is nothing where none was measured three times', () => {
    expect(poolSegments([years(1.3, 1.2)])).toBeNull()
    expect(poolSegments([])).toBeNull()
  })

  it('is one slope where they fade alike, and none of them differs', () => {
    const pool = poolSegments([years(1.3, 1.2, 1.1), years(1.4, 1.3, 1.2), years(1.25, 1.15, 1.05)])
    expect(pool?.slope).toBeCloseTo(-0.1)
    expect(pool?.between).toBeCloseTo(0)
  })

  it('is how far they differ where they do', () => {
    const slowFade = Array.from({ length: 20 }, () => years(1.3, 1.25, 1.2))
    const quickFade = Array.from({ length: 20 }, () => years(1.4, 1.25, 1.1))
    const pool = poolSegments([...slowFade, ...quickFade])
    expect(pool?.slope).toBeCloseTo(-0.1)
    expect(Math.sqrt(pool?.between ?? 0)).toBeCloseTo(0.05, 2)
  })
})

describe('the outlook of a battery', () => {
  const pool = { slope: -0.1, between: 0.0004, ofMean: 0.00001, noise: 0.01 }
  const fade = fitFade(years(1.3, 1.2, 1.1), pool)

  it('goes on as its line does', () => {
    expect(expectedShare(fade, 3 * yearMs)).toBeCloseTo(1)
    expect((findEndOfShare((time) => probabilityEndedBy(fade, time), 0.5, fade.last) ?? 0) / yearMs).toBeCloseTo(3, 1)
  })

  it('has not ended by its last measurement, and surely has in the end', () => {
    expect(probabilityEndedBy(fade, 2 * yearMs)).toBe(0)
    expect(probabilityEndedBy(fade, 12 * yearMs)).toBeGreaterThan(0.99)
  })

  it('is the wider the less is known', () => {
    const width = (fit: typeof fade) => {
      const at = (share: number) =>
        findEndOfShare((time) => probabilityEndedBy(fit, time), share, fit.last) ?? Number.POSITIVE_INFINITY
      return at(0.95) - at(0.05)
    }
    const noisyFade = fitFade(years(1.3, 1.2, 1.1), { ...pool, noise: 0.04, between: 0.002 })
    expect(width(noisyFade)).toBeGreaterThan(2 * width(fade))
  })

  it('says nothing of what lies too far ahead', () => {
    const steadyFade = fitFade(years(1.3, 1.3, 1.3), { ...pool, slope: 0, between: 0.0000001 })
    expect(findEndOfShare((time) => probabilityEndedBy(steadyFade, time), 0.5, steadyFade.last)).toBeNull()
  })

  it('that is hardly measured is what its code does', () => {
    const short = [0, 0.01, 0.02].map((year) => ({ at: year * yearMs, share: 1.3 - year * 5 }))
    expect(fitFade(short, pool).slope).toBeCloseTo(-0.1, 1)
  })
})
