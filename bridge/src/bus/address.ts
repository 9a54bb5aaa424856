/** Receivers of a frame. */
export type Target = { short: number } | { group: number } | 'all' | 'unaddressed'

const firstByte = (target: Target): number => {
  if (target === 'all') return 0xfe
  if (target === 'unaddressed') return 0xfc
  return 'short' in target ? checked(target.short, 63) << 1 : 0x80 | (checked(target.group, 15) << 1)
}

const checked = (value: number, max: number): number => {
  if (!Number.isInteger(value) || value < 0 || value > max) throw new RangeError(`${value} is no address up to ${max}`)
  return value
}

/** First byte of a frame whose second byte is a command. */
export const commandByte = (target: Target): number => firstByte(target) | 1
/** First byte of a frame whose second byte is a level. */
export const levelByte = (target: Target): number => firstByte(target)

/** Receivers and meaning of the first byte of another master's frame; null for a special frame. */
export const targetOf = (first: number): { target: Target; isLevel: boolean } | null => {
  const isLevel = (first & 1) === 0
  const address = first & 0xfe
  if (address < 0x80) return { target: { short: address >> 1 }, isLevel }
  if (address < 0xa0) return { target: { group: (address >> 1) & 0x0f }, isLevel }
  if (address === 0xfe) return { target: 'all', isLevel }
  return address === 0xfc ? { target: 'unaddressed', isLevel } : null
}
