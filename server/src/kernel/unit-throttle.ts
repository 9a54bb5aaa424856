/** Faults within the window that count as a protocol fault. */
export const maxFaultsInWindow = 5
export const faultWindowMs = 10 * 60_000
/** Dead letters of one unit written at once; after those, one per window. */
const deadLetterBurst = 100
const deadLetterIntervalMs = 1_000
/** Maximum of remembered units; beyond it, units that have behaved since are forgotten. */
const maxRemembered = 10_000

/**
 * `letters`: how many may be written, as of `lettersAt`. `oddLetters`: times of the letters for messages stored without
 * their invalid items.
 */
type UnitBudget = { letters: number; lettersAt: number; oddLetters: number[] }

/**
 * Tracks which units send unreadable or unstorable messages to this node, and limits their dead letters. Valid messages
 * are always accepted.
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
    /** Whether a dead letter of a message may be written. */
    admitsDeadLetter(unit: string): boolean {
      const conduct = conductOf(unit)
      const regained = (now() - conduct.lettersAt) / deadLetterIntervalMs
      conduct.letters = Math.min(deadLetterBurst, conduct.letters + regained)
      conduct.lettersAt = now()
      if (conduct.letters < 1) return false
      conduct.letters -= 1
      return true
    },
    /** Whether a letter of a message with invalid items is written: as many per window as mark a protocol fault. */
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
