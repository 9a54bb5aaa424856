import { useMemo, useRef, useState } from 'react'

/** How many of the numbers would have to move for the rest to be in ascending order. */
export function countMoved(positions: readonly number[]): number {
  const tails: number[] = []
  for (const position of positions) tails[findInsertionIndex(tails, position)] = position
  return positions.length - tails.length
}

/** Insertion index in an ascending list: the first element not smaller. */
function findInsertionIndex(ascending: readonly number[], position: number): number {
  let from = 0
  let to = ascending.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ascending[middle] ?? 0) < position) from = middle + 1
    else to = middle
  }
  return from
}

export type SteadyRows<Row> = { rows: readonly Row[]; unfit: ReadonlySet<string>; moved: number }

/** The rows in their displayed order with new values, new ones last. Rows without a match any more stay, in `unfit`. */
export function stabilizeRows<Row>(
  shownKeys: readonly string[],
  rows: readonly Row[],
  freshRows: readonly Row[],
  keyOf: (row: Row) => string,
): SteadyRows<Row> {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const places = new Map(freshRows.map((row, place) => [keyOf(row), place]))
  const shownKeySet = new Set(shownKeys)
  const remainingRows = shownKeys.map((key) => byKey.get(key)).filter((row) => row !== undefined)
  const shown = [...remainingRows, ...freshRows.filter((row) => !shownKeySet.has(keyOf(row)))]
  const keys = shown.map(keyOf)
  const unfitKeys = new Set(keys.filter((key) => !places.has(key)))
  const positions = keys.map((key) => places.get(key)).filter((place) => place !== undefined)
  return { rows: shown, unfit: unfitKeys, moved: countMoved(positions) + unfitKeys.size }
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

const noKeys: ReadonlySet<string> = new Set()

/** Rows never move under the pointer: their order holds until the person changes it or sorts again. */
export function useSteadyRows<Row>(options: SteadyOptions<Row>): SteadyRows<Row> & { sortAgain: () => void } {
  const { rows, fresh, keyOf, order, live } = options
  const [sortCount, setSortCount] = useState(0)
  const heldOrder = useRef<{ order: string; rows: readonly Row[] }>({ order: '', rows: [] })
  const orderKey = `${order}\n${sortCount}\n${live}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: keyOf may be a new function on every render
  const steadyRows = useMemo((): SteadyRows<Row> => {
    const isNew = !live || heldOrder.current.order !== orderKey || heldOrder.current.rows.length === 0
    const next = isNew
      ? { rows: fresh, unfit: noKeys, moved: 0 }
      : stabilizeRows(heldOrder.current.rows.map(keyOf), rows, fresh, keyOf)
    heldOrder.current = { order: orderKey, rows: next.rows }
    return next
  }, [rows, fresh, orderKey, live])
  return { ...steadyRows, sortAgain: () => setSortCount((now) => now + 1) }
}
