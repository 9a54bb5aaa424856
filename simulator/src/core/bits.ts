/** The bits of these names, the n-th name at bit n. A name that the type has no bit for cannot be said. */
export const bitsOf = <Name>(names: readonly Name[], set: Iterable<Name | undefined>): number => {
  let bits = 0
  for (const name of set) {
    const bit = name === undefined ? -1 : names.indexOf(name)
    if (bit >= 0) bits = (bits | (1 << bit)) >>> 0
  }
  return bits
}

/** The names of a table in its own order. */
export const namesIn = <Name extends string>(table: Partial<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[]
