/** A line of the list, or the rest of a run of lines with one cause. */
export type ListItem<Row> = { row: Row } | { foldOf: string; first: Row; count: number }

/** Lines of a run that stay visible. */
const keptLines = 3

/** Folds the end of each long run of lines with the same key, so that one cause does not fill the page. */
export function foldRuns<Row>(
  rows: readonly Row[],
  keyOf: ((row: Row) => string | undefined) | undefined,
  unfolded: ReadonlySet<string>,
): readonly ListItem<Row>[] {
  const items: ListItem<Row>[] = []
  let start = 0
  while (start < rows.length) {
    const first = rows[start] as Row
    const key = keyOf?.(first)
    let end = start + 1
    while (key !== undefined && end < rows.length && keyOf?.(rows[end] as Row) === key) end++
    const isFolded = key !== undefined && !unfolded.has(key) && end - start > keptLines + 1
    const shown = isFolded ? rows.slice(start, start + keptLines) : rows.slice(start, end)
    items.push(...shown.map((row) => ({ row })))
    if (isFolded) items.push({ foldOf: key, first, count: end - start - keptLines })
    start = end
  }
  return items
}
