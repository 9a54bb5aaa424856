import type { UpChannel } from '@vigilux/device-plane/topics.ts'

/** So many faults within this time are no accident. */
export const faultsInARow = 5
export const countedMs = 10 * 60_000
/** After its last fault a unit is slowed down for so long: to one message of a channel in so much time. */
const slowedMs = 5 * 60_000
const slowedPaceMs = 1_000
/** Units remembered at most before those that have behaved since are forgotten. */
const mostRemembered = 10_000

type Conduct = { faults: number[]; slowedUntil: number; next: Map<UpChannel, number> }

/**
 * Remembers which units send to this node what cannot be read or stored, and slows those down that do so repeatedly. Each channel has
 * its own pace, so that a unit with rubbish on one is still seen to live on another.
 */
export const createUnitConduct = (now: () => number) => {
  const units = new Map<string, Conduct>()

  const forgetTheGood = () => {
    for (const [unit, { faults, slowedUntil }] of units)
      if (slowedUntil < now() && (faults.at(-1) ?? 0) < now() - countedMs) units.delete(unit)
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
      if (units.size >= mostRemembered) forgetTheGood()
      const at = now()
      const conduct = units.get(unit) ?? { faults: [], slowedUntil: 0, next: new Map() }
      conduct.faults = [...conduct.faults.filter((earlier) => earlier > at - countedMs), at].slice(-faultsInARow)
      units.set(unit, conduct)
      if (conduct.faults.length === faultsInARow) conduct.slowedUntil = at + slowedMs
    },
  }
}
