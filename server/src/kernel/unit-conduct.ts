import type { UpChannel } from '@vigilux/device-plane/topics.ts'

/** So many faults within this time are no accident. */
export const faultsInARow = 5
export const countedMs = 10 * 60_000
/** After its last fault a unit is slowed down for so long: to one message of a channel in so much time. */
const slowedMs = 5 * 60_000
const slowedPaceMs = 1_000
/** Units remembered at most before those that have behaved since are forgotten. */
const mostRemembered = 10_000

/** `oddLetters`: when letters were kept of messages that were stored without their odd parts. */
type Conduct = { faults: number[]; oddLetters: number[]; slowedUntil: number; next: Map<UpChannel, number> }

const freshConduct = (): Conduct => ({ faults: [], oddLetters: [], slowedUntil: 0, next: new Map() })

/**
 * Remembers which units send to this node what cannot be read or stored, and slows those down that do so repeatedly. Each channel has
 * its own pace, so that a unit with rubbish on one is still seen to live on another.
 */
export const createUnitConduct = (now: () => number) => {
  const units = new Map<string, Conduct>()

  const forgetTheGood = () => {
    for (const [unit, { faults, oddLetters, slowedUntil }] of units) {
      const last = Math.max(faults.at(-1) ?? 0, oddLetters.at(-1) ?? 0)
      if (slowedUntil < now() && last < now() - countedMs) units.delete(unit)
    }
  }

  const conductOf = (unit: string): Conduct => {
    if (units.size >= mostRemembered) forgetTheGood()
    const conduct = units.get(unit) ?? freshConduct()
    units.set(unit, conduct)
    return conduct
  }

  return {
    /** Whether a message may be looked at now; costs nothing for a unit that has behaved. */
    admits(unit: string, channel: UpChannel): boolean {
      const conduct = units.get(unit)
      const at = now()
      if (!conduct || at >= conduct.slowedUntil) return true
      if (at < (conduct.next.get(channel) ?? 0)) return false
      conduct.next.set(channel, at + slowedPaceMs)
      return true
    },
    /** Counts a fault of a unit, and slows it down where it does so repeatedly. */
    fault(unit: string): void {
      const at = now()
      const conduct = conductOf(unit)
      conduct.faults = [...conduct.faults.filter((earlier) => earlier > at - countedMs), at].slice(-faultsInARow)
      if (conduct.faults.length === faultsInARow) conduct.slowedUntil = at + slowedMs
    },
    /**
     * Whether a letter of a message with odd parts is kept: as many within the counted time as mark a protocol fault. The
     * unit is not slowed down, because the rest of its messages is wanted.
     */
    admitsOddLetter(unit: string): boolean {
      const at = now()
      const conduct = conductOf(unit)
      conduct.oddLetters = conduct.oddLetters.filter((earlier) => earlier > at - countedMs)
      if (conduct.oddLetters.length >= faultsInARow) return false
      conduct.oddLetters.push(at)
      return true
    },
  }
}
