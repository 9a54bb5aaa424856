/** Seeded random numbers: the same words yield the same numbers, so that a generated past is reproducible. */
export type Dice = {
  /** From 0, below 1. */
  next(): number
  /** From `least` to below `most`. */
  between(least: number, most: number): number
}

const prime = 0x01000193

export const diceOf = (...words: readonly (string | number)[]): Dice => {
  let state = 0x811c9dc5
  for (const letter of words.join(' ')) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), prime) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (least, most) => least + next() * (most - least) }
}
