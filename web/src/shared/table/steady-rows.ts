import { useMemo, useRef, useState } from 'react'

/** How many of the numbers would have to move for the rest to be in ascending order. */
export function countMoved(positions: readonly number[]): number {
  const tails: number[] = []
  for (const position of positions) tails[findInsertionIndex(tails, position)] = position
  return positions.length - tails.length
}

/** Insertion index in an ascending list: the first element that is not smaller. */
function findInsertionIndex(rising: readonly number[], position: number): number {
  let from = 0
  let to = rising.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((rising[middle] ?? 0) < position) from = middle + 1
    else to = middle
  }
  return from
}

export type SteadyRows<Row> = { rows: readonly Row[]; unfit: ReadonlySet<string>; moved: number }

/** The rows in their displayed order, with new values; new rows are appended. A row that stops matching the filter stays, and is in `unfit`. */
export function stabilizeRows<Row>(
  seen: readonly string[],
  rows: readonly Row[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): SteadyRows<Row> {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const places = new Map(fresh.map((row, place) => [keyOf(row), place]))
  const known = new Set(seen)
  const kept = seen.map((key) => byKey.get(key)).filter((row) => row !== undefined)
  const shown = [...kept, ...fresh.filter((row) => !known.has(keyOf(row)))]
  const keys = shown.map(keyOf)
  const unfit = new Set(keys.filter((key) => !places.has(key)))
  const positions = keys.map((key) => places.get(key)).filter((place) => place !== undefined)
  return { rows: shown, unfit, moved: countMoved(positions) + unfit.size }
}

type SteadyOptions<Row> = {
  rows: readonly Row[]
  fresh: readonly Row[]
  keyOf: (row: Row) => string
  /** Changes when the person changes the order or filter. */
  order: string
  /** `false` when the server orders the rows, or while rows load: the order is not held. */
  live: boolean
}

const none: ReadonlySet<string> = new Set()

/** Rows never move under the pointer: their order holds until the person changes it or sorts again. */
export function useSteadyRows<Row>(options: SteadyOptions<Row>): SteadyRows<Row> & { sortAgain: () => void } {
  const { rows, fresh, keyOf, order, live } = options
  const [turn, setTurn] = useState(0)
  const held = useRef<{ order: string; rows: readonly Row[] }>({ order: '', rows: [] })
  const asked = `${order}\n${turn}\n${live}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf may be a new function on every render
  const steady = useMemo((): SteadyRows<Row> => {
    const isNew = !live || held.current.order !== asked || held.current.rows.length === 0
    const next = isNew
      ? { rows: fresh, unfit: none, moved: 0 }
      : stabilizeRows(held.current.rows.map(keyOf), rows, fresh, keyOf)
    held.current = { order: asked, rows: next.rows }
    return next
  }, [rows, fresh, asked, live])
  return { ...steady, sortAgain: () => setTurn((now) => now + 1) }
}
