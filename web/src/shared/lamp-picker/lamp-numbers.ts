/** Highest position of any unit type; callers pass a type's own limit where it is known. */
const maxNumber = 992

/** Parses "1-10, 14" to ascending positions; undefined when it is invalid. */
export function parseLampNumbers(text: string): number[] | undefined {
  const numbers = new Set<number>()
  for (const part of text.split(/[,;\s]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    const first = Number(from)
    const last = Number(to)
    if (!(first >= 1 && last >= first && last <= maxNumber)) return undefined
    for (let number = first; number <= last; number++) numbers.add(number)
  }
  return numbers.size > 0 ? [...numbers].sort((a, b) => a - b) : undefined
}
