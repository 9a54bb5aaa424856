/** The names whose bits are set; bit n belongs to the n-th name. A bit without a name is impossible and throws. */
export const namesOfBits = <Name extends string>(mask: number, names: readonly (Name | null)[]): Name[] => {
  if (mask >>> 0 >= 2 ** names.length) throw new RangeError(`bit beyond ${names.length}: 0x${mask.toString(16)}`)
  return names.filter((name, bit): name is Name => name !== null && ((mask >>> bit) & 1) === 1)
}

/** The same for an odd mask: a bit without a name is left out. */
export const knownNamesOfBits = <Name extends string>(mask: number, names: readonly (Name | null)[]): Name[] =>
  names.filter((name, bit): name is Name => name !== null && ((mask >>> bit) & 1) === 1)

/** Numbers 1 to 16 of the groups whose bits are set; bit n-1 is group n. */
export const groupsOfMask = (mask: number): number[] => {
  const groups: number[] = []
  // Of every lamp in every message: no list is made of the groups that it is not in.
  for (let group = 1; group <= 16; group++) if ((mask >>> (group - 1)) & 1) groups.push(group)
  return groups
}

/** The member at a position, or an error that names the list. */
export const memberAt = <Member>(members: readonly Member[], index: number, what: string): Member => {
  const member = members[index]
  if (member === undefined) throw new RangeError(`${what} ${index} does not exist`)
  return member
}
