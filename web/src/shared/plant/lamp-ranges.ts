/** Lamp positions with consecutive ones as ranges: `1–32, 40`. */
export function lampRanges(addrs: readonly number[]): string {
  const sorted = [...new Set(addrs)].sort((a, b) => a - b)
  const runs: [number, number][] = []
  for (const addr of sorted) {
    const last = runs.at(-1)
    if (last && addr === last[1] + 1) last[1] = addr
    else runs.push([addr, addr])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}
