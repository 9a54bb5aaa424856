import type { PlannedLamp } from '../plan-facts.ts'
import type { Neighbours } from './neighbours.rules.ts'

/** Lamps of one unit and group in the same test; no two of them are neighbours. */
export type Cell = {
  unitId: string
  group: 'even' | 'odd' | null
  lamps: number[]
  /** All neighbours of these lamps. */
  beside: ReadonlySet<number>
}

type Growing = Omit<Cell, 'beside'> & { beside: Set<number> }

/** Groups lamps, in their order, so no cell contains neighbours or more than `maxLamps` lamps. */
export const cellsOf = (
  wantedLamps: readonly number[],
  lamps: readonly PlannedLamp[],
  neighbours: Neighbours,
  maxLamps: number,
): Cell[] => {
  const cells = new Map<string, Growing[]>()
  for (const at of wantedLamps) {
    const lamp = lamps[at]
    if (!lamp) continue
    const key = `${lamp.unitId} ${lamp.parity}`
    const open = cells.get(key) ?? []
    const cellWithSpace = open.find((cell) => cell.lamps.length < maxLamps && !cell.beside.has(at))
    const cell = cellWithSpace ?? { unitId: lamp.unitId, group: lamp.parity, lamps: [], beside: new Set<number>() }
    cell.lamps.push(at)
    for (const other of neighbours[at] ?? []) cell.beside.add(other)
    if (!cellWithSpace) cells.set(key, [...open, cell])
  }
  return [...cells.values()].flat()
}

/** The cell of already grouped lamps. */
export const cellOf = (wantedLamps: readonly number[], lamps: readonly PlannedLamp[], neighbours: Neighbours): Cell => {
  const groups = new Set(wantedLamps.map((at) => lamps[at]?.parity ?? null))
  const [group = null] = groups
  return {
    unitId: lamps[wantedLamps[0] ?? -1]?.unitId ?? '',
    group: groups.size === 1 ? group : null,
    lamps: [...wantedLamps],
    beside: new Set(wantedLamps.flatMap((at) => [...(neighbours[at] ?? [])])),
  }
}

/** Whether two cells share a lamp or contain neighbours of each other. */
export const overlap = (a: Pick<Cell, 'lamps' | 'beside'>, b: Pick<Cell, 'lamps' | 'beside'>): boolean => {
  const [smaller, larger] = a.lamps.length < b.lamps.length ? [a, b] : [b, a]
  return smaller.lamps.some((at) => larger.beside.has(at)) || smaller.lamps.some((at) => larger.lamps.includes(at))
}
