/** Faults within the window to count as a protocol fault. */
export const maxFaultsInWindow = 5
export const faultWindowMs = 10 * 60_000
/** Dead letters of one unit written at once; after those, one per window. */
const deadLetterBurst = 100
const deadLetterIntervalMs = 1_000
/** Maximum of remembered units; beyond it, units without recent faults are forgotten. */
const maxRemembered = 10_000

/**
 * `letters`: how many may be written, as of `lettersAt`. `partialLetters`: times of the letters for messages stored
 * without their invalid items.
 */
type UnitBudget = { letters: number; lettersAt: number; partialLetters: number[] }

/**
 * Tracks which units send unreadable or unstorable messages to this node, and limits their dead letters. Valid messages
 * are always accepted.
 */
export const createUnitThrottle = (now: () => number) => {
  const units = new Map<string, UnitBudget>()

  const dropIdleBudgets = () => {
    for (const [unit, { lettersAt, partialLetters }] of units)
      if (Math.max(lettersAt, partialLetters.at(-1) ?? 0) < now() - faultWindowMs) units.delete(unit)
  }

  const budgetOf = (unit: string): UnitBudget => {
    if (units.size >= maxRemembered) dropIdleBudgets()
    const budget = units.get(unit) ?? { letters: deadLetterBurst, lettersAt: now(), partialLetters: [] }
    units.set(unit, budget)
    return budget
  }

  return {
    /** Whether a dead letter of a message may be written. */
    admitsDeadLetter(unit: string): boolean {
      const budget = budgetOf(unit)
      const regainedLetters = (now() - budget.lettersAt) / deadLetterIntervalMs
      budget.letters = Math.min(deadLetterBurst, budget.letters + regainedLetters)
      budget.lettersAt = now()
      if (budget.letters < 1) return false
      budget.letters -= 1
      return true
    },
    /** Whether a letter of a message with invalid items is written: as many per window as mark a protocol fault. */
    admitsPartialDeadLetter(unit: string): boolean {
      const at = now()
      const budget = budgetOf(unit)
      budget.partialLetters = budget.partialLetters.filter((earlier) => earlier > at - faultWindowMs)
      if (budget.partialLetters.length >= maxFaultsInWindow) return false
      budget.partialLetters.push(at)
      return true
    },
  }
}
