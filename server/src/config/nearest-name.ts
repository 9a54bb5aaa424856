/** Edits between two texts: letters added, removed, replaced, or exchanged with their neighbour. */
const countEdits = (from: string, to: string): number => {
  let previous: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (previous[j - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    previous = row
    row = next
  }
  return row[to.length] ?? 0
}

/** Short names are too alike: `HOME` and `HOST`, `MQTT_HOST` and `MQTT_PORT` differ by two letters. */
const maxEdits = (name: string): number => {
  if (name.length < 6) return 0
  return name.length < 12 ? 1 : 2
}

/** The name probably meant, or undefined if none is close enough. Case is ignored. */
export const nearestName = (name: string, names: readonly string[]): string | undefined =>
  names
    .map((known) => ({ known, edits: countEdits(name.toUpperCase(), known) }))
    .filter(({ known, edits }) => edits <= maxEdits(known))
    .sort((a, b) => a.edits - b.edits)[0]?.known
