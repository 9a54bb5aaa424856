/** Bit mask of names, the n-th name at bit n. Names without a bit in the type are skipped. */
export const bitsOf = <Name>(names: readonly Name[], setNames: Iterable<Name | undefined>): number => {
  let bits = 0
  for (const name of setNames) {
    const bit = name === undefined ? -1 : names.indexOf(name)
    if (bit >= 0) bits = (bits | (1 << bit)) >>> 0
  }
  return bits
}

/** Names of a table in its own order. */
export const namesIn = <Name extends string>(table: Partial<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[]
