import {
  type DrawingSize,
  metresBetween,
  metresOfPixel,
} from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Reach } from './canvas/draw-overlays.ts'
import type { Places, Spot } from './draft.ts'

/** The size of a drawing, and the metres of its longer side. */
export type ScaledSize = DrawingSize & { longSideM: number }

const toPlanSpot = ([x, y]: Spot) => ({ x, y })

export const metresApart = (size: ScaledSize, a: Spot, b: Spot): number =>
  metresBetween(size, size.longSideM, toPlanSpot(a), toPlanSpot(b))

/** A lamp in these states does not count as a replacement when another fails. */
const darkConditions: ReadonlySet<string> = new Set(['error', 'offline', 'inhibited'])

/** The circle of a lamp and other working emergency lamps; null for other lamps, or those on no plan. */
export function computeReach(
  key: string | undefined,
  {
    places,
    byKey,
    size,
    reachM,
  }: { places: Places; byKey: ReadonlyMap<string, Lamp>; size: ScaledSize; reachM: number },
): Reach | null {
  const centre = key === undefined ? undefined : places.get(key)
  if (key === undefined || !centre || byKey.get(key)?.type !== 'emergency') return null
  const otherCentres = [...places].flatMap(([otherKey, at]) => {
    const lamp = byKey.get(otherKey)
    const providesLight = otherKey !== key && lamp?.type === 'emergency' && !darkConditions.has(lamp.condition)
    return providesLight && metresApart(size, centre, at) < 2 * reachM ? [at] : []
  })
  return { centre, others: otherCentres, radius: reachM / metresOfPixel(size, size.longSideM) }
}

/** Grid cells along each side of the examined square. */
const fields = 160

/** Square metres of the plan covered by this lamp alone, counted by grid cells. */
export function computeAreaM2({ centre, others, radius }: Reach, size: ScaledSize): number {
  const { width, height } = size
  const [cx, cy] = [centre[0] * width, centre[1] * height]
  const otherCentresPx = others.map(([x, y]) => [x * width, y * height] as const)
  const step = (2 * radius) / fields
  const isWithinRadius = (x: number, y: number, [ox, oy]: readonly [number, number]) =>
    (x - ox) ** 2 + (y - oy) ** 2 <= radius ** 2
  let count = 0
  for (let n = 0; n < fields * fields; n++) {
    const x = cx - radius + ((n % fields) + 0.5) * step
    const y = cy - radius + (Math.floor(n / fields) + 0.5) * step
    const isOnPlan = x >= 0 && y >= 0 && x <= width && y <= height
    if (
      isOnPlan &&
      isWithinRadius(x, y, [cx, cy]) &&
      !otherCentresPx.some((otherCentrePx) => isWithinRadius(x, y, otherCentrePx))
    )
      count++
  }
  return count * (step * metresOfPixel(size, size.longSideM)) ** 2
}

/** The nearest devices of the same kind, with their distances in metres. */
export function findNearest(
  key: string,
  { places, byKey, size }: { places: Places; byKey: ReadonlyMap<string, Lamp>; size: ScaledSize },
  maxCount: number,
): { lamp: Lamp; key: string; metres: number }[] {
  const origin = places.get(key)
  const type = byKey.get(key)?.type
  if (!origin) return []
  return [...places]
    .flatMap(([otherKey, at]) => {
      const lamp = byKey.get(otherKey)
      return lamp && otherKey !== key && lamp.type === type
        ? [{ lamp, key: otherKey, metres: metresApart(size, origin, at) }]
        : []
    })
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, maxCount)
}
