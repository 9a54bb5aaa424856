import type { PlanLamp } from './plan-facts.ts'

/** Which lamps are beside which, by their numbers. */
export type Neighbours = readonly ReadonlySet<number>[]

/** One source of what is known of neighbours: says of pairs of lamps that they are. */
type NeighbourSource = (lamps: readonly PlanLamp[], join: (a: number, b: number) => void) => void

const gather = (lamps: readonly PlanLamp[], keyOf: (lamp: PlanLamp) => string | null): Map<string, number[]> => {
  const found = new Map<string, number[]>()
  for (const [at, lamp] of lamps.entries()) {
    const key = keyOf(lamp)
    if (key === null) continue
    const its = found.get(key)
    if (its) its.push(at)
    else found.set(key, [at])
  }
  return found
}

/** Whether the other group lights a place while this one is tested. */
const hasBothGroups = (lamps: readonly PlanLamp[], place: readonly number[]): boolean =>
  (['even', 'odd'] as const).every((group) => place.some((at) => lamps[at]?.parity === group))

/**
 * In a room even and odd lamps are beside each other; those of one group are not, as long as the other group lights the room. A lamp of
 * neither group is beside all.
 */
const byRoom: NeighbourSource = (lamps, join) => {
  for (const place of gather(lamps, ({ room }) => room).values()) {
    const isLit = hasBothGroups(lamps, place)
    for (const [n, a] of place.entries())
      for (const b of place.slice(n + 1)) {
        const group = lamps[a]?.parity ?? null
        if (!isLit || group === null || group !== lamps[b]?.parity) join(a, b)
      }
  }
}

/** A lamp whose room nobody has said may be beside any of its unit that is not of its group. */
const byTestGroup: NeighbourSource = (lamps, join) => {
  for (const place of gather(lamps, ({ unitId }) => unitId).values()) {
    const isLit = hasBothGroups(lamps, place)
    const lost = place.filter((at) => lamps[at]?.room === null && lamps[at]?.parity !== null)
    for (const a of lost)
      for (const b of place) if (a !== b && (!isLit || lamps[b]?.parity !== lamps[a]?.parity)) join(a, b)
  }
}

const sources: readonly NeighbourSource[] = [byRoom, byTestGroup]

/** What all sources know together. */
export const neighboursOf = (lamps: readonly PlanLamp[]): Neighbours => {
  const found = lamps.map(() => new Set<number>())
  for (const source of sources)
    source(lamps, (a, b) => {
      found[a]?.add(b)
      found[b]?.add(a)
    })
  return found
}

/** Nobody can say what is beside it: it has neither a room nor a group. */
export const isUnknown = ({ room, parity }: PlanLamp): boolean => room === null && parity === null

/** Rooms of several lamps that are all of one group: they are tested one after the other. */
export const roomsOfOneGroup = (lamps: readonly PlanLamp[]): number[][] =>
  [...gather(lamps, ({ room }) => room).values()].filter(
    (place) =>
      place.length > 1 &&
      lamps[place[0] ?? -1]?.parity != null &&
      place.every((at) => lamps[at]?.parity === lamps[place[0] ?? -1]?.parity),
  )
