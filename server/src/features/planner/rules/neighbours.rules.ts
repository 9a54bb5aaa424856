import type { PlannedLamp } from '../plan-facts.ts'

/** The neighbours of each lamp, by index. */
export type Neighbours = readonly ReadonlySet<number>[]

/** One source of neighbours: reports pairs of lamps. */
type NeighbourSource = (lamps: readonly PlannedLamp[], join: (a: number, b: number) => void) => void

const collectNeighbours = (
  lamps: readonly PlannedLamp[],
  keyOf: (lamp: PlannedLamp) => string | null,
): Map<string, number[]> => {
  const found = new Map<string, number[]>()
  for (const [at, lamp] of lamps.entries()) {
    const key = keyOf(lamp)
    if (key === null) continue
    const indexes = found.get(key)
    if (indexes) indexes.push(at)
    else found.set(key, [at])
  }
  return found
}

/** Whether the other test group lights a place while this one is tested. */
const hasBothGroups = (lamps: readonly PlannedLamp[], place: readonly number[]): boolean =>
  (['even', 'odd'] as const).every((group) => place.some((at) => lamps[at]?.parity === group))

/** Both lamps are on one floor plan with a scale: their distance decides whether they are neighbours. */
const isMeasured = (a: PlannedLamp | undefined, b: PlannedLamp | undefined): boolean =>
  a?.spot != null && a.spot.plan === b?.spot?.plan

/**
 * In a room even and odd lamps are neighbours; lamps of one group are not, as long as the other group lights the room.
 * A lamp of neither group is a neighbour of all.
 */
const byRoom: NeighbourSource = (lamps, join) => {
  for (const place of collectNeighbours(lamps, ({ room }) => room).values()) {
    const isLit = hasBothGroups(lamps, place)
    const isBeside = (a: PlannedLamp | undefined, b: PlannedLamp | undefined) =>
      !isLit || a?.parity == null || a.parity !== b?.parity
    for (const [n, a] of place.entries())
      for (const b of place.slice(n + 1))
        if (!isMeasured(lamps[a], lamps[b]) && isBeside(lamps[a], lamps[b])) join(a, b)
  }
}

/** For each of these lamps on one floor plan, the others within its distance; sweeps from left to right. */
const findNear = (lamps: readonly PlannedLamp[], indexes: readonly number[]): Map<number, number[]> => {
  const nearByLamp = new Map(indexes.map((at): [number, number[]] => [at, []]))
  const positionOf = (at: number) => lamps[at]?.spot ?? { x: 0, y: 0, reachM: 0 }
  const sorted = indexes.toSorted((a, b) => positionOf(a).x - positionOf(b).x)
  for (const [n, a] of sorted.entries()) {
    const from = positionOf(a)
    for (let m = n + 1; m < sorted.length; m++) {
      const b = sorted[m] ?? -1
      const to = positionOf(b)
      if (to.x - from.x > from.reachM) break
      if (Math.hypot(to.x - from.x, to.y - from.y) > from.reachM) continue
      nearByLamp.get(a)?.push(b)
      nearByLamp.get(b)?.push(a)
    }
  }
  return nearByLamp
}

/**
 * On a floor plan with a scale, lamps are neighbours up to the plan's distance; two lamps of one group are not, as long
 * as a lamp of the other group is as near to both.
 */
const byDistance: NeighbourSource = (lamps, join) => {
  for (const planIndexes of collectNeighbours(lamps, ({ spot }) => spot?.plan ?? null).values()) {
    const nearByLamp = findNear(lamps, planIndexes)
    for (const [a, nearLamps] of nearByLamp) {
      const group = lamps[a]?.parity ?? null
      const otherGroup = new Set(nearLamps.filter((at) => lamps[at]?.parity != null && lamps[at]?.parity !== group))
      for (const b of nearLamps) {
        const isOne = group !== null && group === lamps[b]?.parity
        if (!isOne || !nearByLamp.get(b)?.some((at) => otherGroup.has(at))) join(a, b)
      }
    }
  }
}

/** A lamp without a room or place may be a neighbour of any lamp of its unit outside its group. */
const byTestGroup: NeighbourSource = (lamps, join) => {
  for (const place of collectNeighbours(lamps, ({ unitId }) => unitId).values()) {
    const isLit = hasBothGroups(lamps, place)
    const isLost = ({ room, spot, parity }: PlannedLamp) => room === null && spot === null && parity !== null
    const unplacedLamps = place.filter((at) => lamps[at] && isLost(lamps[at]))
    for (const a of unplacedLamps)
      for (const b of place) if (a !== b && (!isLit || lamps[b]?.parity !== lamps[a]?.parity)) join(a, b)
  }
}

const sources: readonly NeighbourSource[] = [byRoom, byDistance, byTestGroup]

/** The union of all sources. */
export const neighboursOf = (lamps: readonly PlannedLamp[]): Neighbours => {
  const found = lamps.map(() => new Set<number>())
  for (const source of sources)
    source(lamps, (a, b) => {
      found[a]?.add(b)
      found[b]?.add(a)
    })
  return found
}

/** Neighbours are unknown: the lamp has no room, no place on a floor plan and no group. */
export const isUnknown = ({ room, spot, parity }: PlannedLamp): boolean =>
  room === null && spot === null && parity === null

/** Rooms whose lamps all belong to one group, without known distances: they are tested one after the other. */
export const roomsOfOneGroup = (lamps: readonly PlannedLamp[]): number[][] =>
  [...collectNeighbours(lamps, ({ room, spot }) => (spot ? null : room)).values()].filter(
    (place) =>
      place.length > 1 &&
      lamps[place[0] ?? -1]?.parity != null &&
      place.every((at) => lamps[at]?.parity === lamps[place[0] ?? -1]?.parity),
  )
