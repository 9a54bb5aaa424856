/** One line of the table: ours, and what the same machine can do at most in the same run. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** The raw figure beside it, and what it is. */
  limit?: { value: number; what: string }
  note?: string
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** Milliseconds that a piece of work takes, many times over. */
export const times = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await work()
    all.push(performance.now() - began)
  }
  return all
}

export const printTable = (figures: readonly Figure[]): void => {
  const rows = figures.map(({ name, value, unit, limit, note }) => [
    name,
    `${rounded(value)} ${unit}`,
    limit ? `${rounded(limit.value)} ${unit} (${limit.what})` : '',
    limit ? `${Math.round((value / limit.value) * 100)} %` : '',
    note ?? '',
  ])
  const head = ['figure', 'ours', 'limit in the same run', 'ratio', 'note']
  const widths = head.map((word, column) => Math.max(word.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

/** Without it every message waits for the last one's acknowledgement by TCP. */
export const immediate = (client: { stream: unknown }): void => {
  ;(client.stream as { setNoDelay?(on: boolean): void }).setNoDelay?.(true)
}
