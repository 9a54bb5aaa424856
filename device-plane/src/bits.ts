/** Names of the set bits; bit n belongs to the n-th name. Throws for a bit without a name. */
export const namesOfBits = <Name extends string>(mask: number, names: readonly (Name | null)[]): Name[] => {
  if (mask >>> 0 >= 2 ** names.length) throw new RangeError(`bit beyond ${names.length}: 0x${mask.toString(16)}`)
  return names.filter((name, bit): name is Name => name !== null && ((mask >>> bit) & 1) === 1)
}

/** Names of the set bits of an invalid mask; bits without a name are skipped. */
export const knownNamesOfBits = <Name extends string>(mask: number, names: readonly (Name | null)[]): Name[] =>
  names.filter((name, bit): name is Name => name !== null && ((mask >>> bit) & 1) === 1)

/** Group numbers 1 to 16 of the set bits; bit n-1 is group n. */
export const groupsOfMask = (mask: number): number[] => {
  const groups: number[] = []
  // Runs for every lamp in every message, so it allocates no intermediate list.
  for (let group = 1; group <= 16; group++) if ((mask >>> (group - 1)) & 1) groups.push(group)
  return groups
}

/** Member at a position, or an error with the name of the list. */
export const memberAt = <Member>(members: readonly Member[], index: number, what: string): Member => {
  const member = members[index]
  if (member === undefined) throw new RangeError(`${what} ${index} does not exist`)
  return member
}
