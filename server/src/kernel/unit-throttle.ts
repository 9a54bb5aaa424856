/** So many faults within this time are no accident. */
export const maxFaultsInWindow = 5
export const faultWindowMs = 10 * 60_000
/** Letters of one unit that are written at once; after those, one in this time. */
const deadLetterBurst = 100
const deadLetterIntervalMs = 1_000
/** Units remembered at most before those that have behaved since are forgotten. */
const maxRemembered = 10_000

/**
 * `letters`: how many may be written at once, as of `lettersAt`. `oddLetters`: when letters were written of messages that
 * were stored without their odd parts.
 */
type UnitBudget = { letters: number; lettersAt: number; oddLetters: number[] }

/**
 * Remembers which units send to this node what cannot be read or stored, and bounds the dead letters that they cost.
 * Whatever is valid is taken, however much is bad beside it.
 */
export const createUnitThrottle = (now: () => number) => {
  const units = new Map<string, UnitBudget>()

  const forgetTheGood = () => {
    for (const [unit, { lettersAt, oddLetters }] of units)
      if (Math.max(lettersAt, oddLetters.at(-1) ?? 0) < now() - faultWindowMs) units.delete(unit)
  }

  const conductOf = (unit: string): UnitBudget => {
    if (units.size >= maxRemembered) forgetTheGood()
    const conduct = units.get(unit) ?? { letters: deadLetterBurst, lettersAt: now(), oddLetters: [] }
    units.set(unit, conduct)
    return conduct
  }

  return {
    /** Whether a letter of a message that is set aside may be written now. */
    admitsDeadLetter(unit: string): boolean {
      const conduct = conductOf(unit)
      const regained = (now() - conduct.lettersAt) / deadLetterIntervalMs
      conduct.letters = Math.min(deadLetterBurst, conduct.letters + regained)
      conduct.lettersAt = now()
      if (conduct.letters < 1) return false
      conduct.letters -= 1
      return true
    },
    /** Whether a letter of a message with odd parts is written: as many within the counted time as mark a protocol fault. */
    admitsPartialDeadLetter(unit: string): boolean {
      const at = now()
      const conduct = conductOf(unit)
      conduct.oddLetters = conduct.oddLetters.filter((earlier) => earlier > at - faultWindowMs)
      if (conduct.oddLetters.length >= maxFaultsInWindow) return false
      conduct.oddLetters.push(at)
      return true
    },
  }
}
