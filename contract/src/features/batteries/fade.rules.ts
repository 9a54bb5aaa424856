/** How batteries fade, from their autonomy tests. Pure arithmetic; shares are of the rated duration. */

/** Autonomy test with a complete measurement of a lamp: its time, and the lamp's share of the rated duration. */
export type Measurement = { at: number; share: number }

/** Measurements of one battery in order of time. */
export type Segment = readonly Measurement[]

const yearMs = 365.25 * 86_400_000

/** A larger rise between tests means a new battery, because a battery does not regain capacity. */
const newBatteryRise = 0.12

/** Splits the measurements of a lamp by its successive batteries, newest last. */
export const splitByBattery = (measurements: readonly Measurement[]): Segment[] => {
  const segments: Measurement[][] = []
  for (const measurement of measurements.toSorted((a, b) => a.at - b.at)) {
    const last = segments.at(-1)?.at(-1)
    if (!last || measurement.share - last.share > newBatteryRise) segments.push([])
    segments.at(-1)?.push(measurement)
  }
  return segments
}

/** Regression line of one battery: mean point, slope per year, and spread of the measurements in time. */
type TrendLine = { n: number; at: number; share: number; slope: number; spread: number; residual: number }

export const fitLine = (segment: Segment): TrendLine => {
  const n = segment.length
  const at = segment.reduce((sum, one) => sum + one.at, 0) / n
  const share = segment.reduce((sum, one) => sum + one.share, 0) / n
  const years = segment.map((one) => (one.at - at) / yearMs)
  const spread = years.reduce((sum, x) => sum + x * x, 0)
  const covariance = segment.reduce((sum, one, i) => sum + (years[i] ?? 0) * (one.share - share), 0)
  const slope = spread > 0 ? covariance / spread : 0
  const residual = segment.reduce((sum, one, i) => sum + (one.share - share - slope * (years[i] ?? 0)) ** 2, 0)
  return { n, at, share, slope, spread, residual }
}

/** Common parameters of the batteries of one code: fading rate, variation between batteries, and measurement error. */
export type Pool = { slope: number; between: number; ofMean: number; noise: number }

/** Lower bound of the measurement error: charge, temperature and steps of the gear differ from test to test. */
const minNoise = 0.005

/** Minimum measurements for a fading rate of one battery. */
export const minMeasurementsForLine = 3

/**
 * Pools the batteries of one code, because each has few measurements: mean slope weighted by precision, and the true
 * variance between batteries (DerSimonian and Laird's moments). Null if no battery has enough measurements.
 */
export const poolSegments = (segments: readonly Segment[]): Pool | null => {
  const lines = segments
    .filter(({ length }) => length >= minMeasurementsForLine)
    .map(fitLine)
    .filter(({ spread }) => spread > 0)
  if (lines.length === 0) return null
  const degreesOfFreedom = lines.reduce((sum, { n }) => sum + n - 2, 0)
  const noise = Math.max(minNoise, Math.sqrt(lines.reduce((sum, { residual }) => sum + residual, 0) / degreesOfFreedom))
  const weightedLines = lines.map(({ slope, spread }) => ({ slope, weight: spread / noise ** 2 }))
  const total = weightedLines.reduce((sum, { weight }) => sum + weight, 0)
  const fixedSlope = weightedLines.reduce((sum, { slope, weight }) => sum + slope * weight, 0) / total
  const slopeScatter = weightedLines.reduce((sum, { slope, weight }) => sum + weight * (slope - fixedSlope) ** 2, 0)
  const squaredWeights = weightedLines.reduce((sum, { weight }) => sum + weight * weight, 0)
  const between = Math.max(0, (slopeScatter - (lines.length - 1)) / (total - squaredWeights / total || 1))
  const shrunkLines = weightedLines.map(({ slope, weight }) => ({ slope, weight: 1 / (1 / weight + between) }))
  const totalWeight = shrunkLines.reduce((sum, { weight }) => sum + weight, 0)
  return {
    slope: shrunkLines.reduce((sum, { slope, weight }) => sum + slope * weight, 0) / totalWeight,
    between,
    ofMean: 1 / totalWeight,
    noise,
  }
}

/** Standard normal distribution function; error below 1e-7 (Abramowitz and Stegun 26.2.17). */
export const normalCdf = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    0.3989422804014327 *
    Math.exp((-z * z) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

type Trend = { at: number; share: number; slope: number; ofShare: number; ofSlope: number }

/** Expected course of a battery from its last measurement. */
export type Fade = Trend & { last: number; endedByLast: number }

/** Expected share of the rated duration at a time. */
export const expectedShare = ({ at, share, slope }: Trend, time: number): number =>
  share + (slope * (time - at)) / yearMs

/** Probability of a battery below its rated duration at a time, regardless of its last measurement. */
const probabilityBelowRated = (trend: Trend, time: number): number => {
  const years = (time - trend.at) / yearMs
  const deviation = Math.sqrt(trend.ofShare + trend.ofSlope * years * years)
  return normalCdf((1 - expectedShare(trend, time)) / deviation)
}

/** Line of one battery, shrunk towards the line of its code: the less data it has, the more. */
export const fitFade = (segment: Segment, pool: Pool): Fade => {
  const { n, at, share, slope, spread } = fitLine(segment)
  const ownVariance = pool.noise ** 2 / Math.max(spread, 1e-9)
  const codeVariance = pool.between + pool.ofMean
  const slopeVariance = 1 / (1 / ownVariance + 1 / codeVariance)
  const shrunkSlope = (slope / ownVariance + pool.slope / codeVariance) * slopeVariance
  const trend = { at, share, slope: shrunkSlope, ofShare: pool.noise ** 2 / n, ofSlope: slopeVariance }
  const last = segment.at(-1)?.at ?? at
  return { ...trend, last, endedByLast: probabilityBelowRated(trend, last) }
}

/** Probability of a battery's end (below the rated duration) by a time, after it passed its last measurement. */
export const probabilityEndedBy = (fade: Fade, time: number): number => {
  if (time <= fade.last) return 0
  const probabilitySinceLast =
    (probabilityBelowRated(fade, time) - fade.endedByLast) / Math.max(1e-9, 1 - fade.endedByLast)
  return Math.max(0, Math.min(1, probabilitySinceLast))
}

/** Horizon of outlooks. */
export const maxHorizonMs = 15 * yearMs
/** Bisection steps within the horizon: to less than half a day. */
const bisectionSteps = 14

/** When a share of batteries has ended; null beyond the horizon. */
export const findEndOfShare = (endedShareAt: (time: number) => number, share: number, from: number): number | null => {
  let [low, high] = [from, from + maxHorizonMs]
  if (endedShareAt(high) < share) return null
  for (let step = 0; step < bisectionSteps; step += 1) {
    const middle = (low + high) / 2
    if (endedShareAt(middle) < share) low = middle
    else high = middle
  }
  return high
}
