import { useMemo, useRef, useState } from 'react'

/** How many of the numbers would have to move for the rest to stand in rising order. */
export function movedCount(positions: readonly number[]): number {
  const tails: number[] = []
  for (const position of positions) {
    const at = tails.findIndex((tail) => tail >= position)
    if (at === -1) tails.push(position)
    else tails[at] = position
  }
  return positions.length - tails.length
}

export type SteadyRows<Row> = { rows: readonly Row[]; unfit: ReadonlySet<string>; moved: number }

/**
 * The rows in the order in which the person sees them, with their new values; new rows come at the end. A row that no
 * longer fits the filter stays, and is named in `unfit`.
 */
export function steadyRows<Row>(
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
  return { rows: shown, unfit, moved: movedCount(positions) + unfit.size }
}

type SteadyOptions<Row> = {
  rows: readonly Row[]
  fresh: readonly Row[]
  keyOf: (row: Row) => string
  /** Changes when the person asks for another order or filter. */
  order: string
  /** `false`: the server gives the order, nothing is held. */
  live: boolean
}

/** Rows never move under the pointer: the order holds until the person asks for another one, or for a new sort. */
export function useSteadyRows<Row>(options: SteadyOptions<Row>): SteadyRows<Row> & { sortAgain: () => void } {
  const { rows, fresh, keyOf, order, live } = options
  const [turn, setTurn] = useState(0)
  const held = useRef<{ order: string; keys: readonly string[] }>({ order: '', keys: [] })
  const asked = `${order}\n${turn}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf is a new function on every render
  const steady = useMemo(() => {
    const isNew = held.current.order !== asked || held.current.keys.length === 0
    const seen = !live || isNew ? fresh.map(keyOf) : held.current.keys
    const next = steadyRows(seen, rows, fresh, keyOf)
    held.current = { order: asked, keys: next.rows.map(keyOf) }
    return next
  }, [rows, fresh, asked, live])
  return { ...steady, sortAgain: () => setTurn((now) => now + 1) }
}
