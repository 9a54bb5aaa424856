export type CellValue = string | number | null | undefined

export type Sort = { column: string; descending: boolean }

function isBlank(value: CellValue): boolean {
  return value === null || value === undefined || value === ''
}

type Ranks = ReadonlyMap<CellValue, number>

/** Cached ranks by language and column, because collation is slow and the ranks stay valid until a new text appears. */
const rankCache = new Map<string, Ranks>()

function rankedTexts(texts: ReadonlySet<string>, locale: string | undefined, column: string): Ranks {
  const name = `${locale ?? ''} ${column}`
  const cachedRanks = rankCache.get(name)
  if (cachedRanks && [...texts].every((text) => cachedRanks.has(text))) return cachedRanks
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const ranks = new Map<string, number>()
  let last: string | undefined
  let rank = 0
  for (const text of [...texts].sort(compare)) {
    if (last !== undefined && compare(last, text) !== 0) rank++
    ranks.set(text, rank)
    last = text
  }
  rankCache.set(name, ranks)
  return ranks
}

function rankedNumbers(numbers: ReadonlySet<number>): Ranks {
  return new Map([...numbers].sort((a, b) => a - b).map((value, rank) => [value, rank]))
}

/** The rank of each value among all values; none for blanks. */
function ranksOf(values: readonly CellValue[], locale: string | undefined, column: string): (number | undefined)[] {
  const filledValues = new Set(values.filter((value) => !isBlank(value)))
  if ([...filledValues].every((value) => typeof value === 'number')) {
    const ranks = rankedNumbers(filledValues as ReadonlySet<number>)
    return values.map((value) => ranks.get(value))
  }
  const ranks = rankedTexts(new Set([...filledValues].map(String)), locale, column)
  return values.map((value) => (isBlank(value) ? undefined : ranks.get(String(value))))
}

/**
 * Empty values last in either direction; numbers by size, texts by the language's collation with numeric order. Stable.
 * Each value is read once, and each distinct text compared once.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: Sort | undefined,
  columns: readonly { id: string; value?: (row: Row) => CellValue }[],
  locale?: string,
): readonly Row[] {
  const readValue = columns.find((column) => column.id === sort?.column)?.value
  if (!sort || !readValue) return rows
  const count = rows.length
  const ranks = ranksOf(rows.map(readValue), locale, sort.column)
  const blankRank = ranks.reduce<number>((maxRank, rank) => Math.max(maxRank, (rank ?? -1) + 1), 0)
  // Rank and index combined in one number, for the built-in numeric sort, which needs no callback.
  const keys = new Float64Array(count)
  for (const [place, rank] of ranks.entries())
    keys[place] = (rank === undefined ? blankRank : sort.descending ? blankRank - 1 - rank : rank) * count + place
  const order = keys.sort()
  return Array.from(order, (key) => rows[key % count] as Row)
}
