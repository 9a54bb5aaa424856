/** Seeded random numbers: the same words yield the same numbers, so a generated past is reproducible. */
export type Dice = {
  /** From 0, below 1. */
  next(): number
  /** From `min` to below `max`. */
  between(min: number, max: number): number
}

const prime = 0x01000193

export const diceOf = (...seedParts: readonly (string | number)[]): Dice => {
  let state = 0x811c9dc5
  for (const character of seedParts.join(' ')) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), prime) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (min, max) => min + next() * (max - min) }
}
