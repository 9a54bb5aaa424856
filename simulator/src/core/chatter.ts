import { setFaults } from './lamp-faults.ts'
import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

export type Chatter = { reportEveryMs: number; recordEveryMs: number }
/** Messages of all chattering units so far. */
export type ChatterCounts = { states: number; records: number }

/**
 * Makes a unit send at a steady pace, for load tests: one state of one lamp, and one record of an alternating fault.
 * Returns a function to stop it.
 */
export const startChatter = (
  unit: VirtualUnit,
  wheel: Wheel,
  chatter: Chatter,
  counts: ChatterCounts,
): (() => void) => {
  let at = 0
  const lampInTurn = () => {
    const { known } = unit.list
    at = (at + 1) % Math.max(1, known.length)
    return known[at]
  }
  const reportTimer = wheel.every(
    chatter.reportEveryMs,
    () => {
      const lamp = lampInTurn()
      if (!lamp || !unit.isConnected) return
      unit.context.changed([lamp])
      counts.states++
    },
    unit.random.whole(1, chatter.reportEveryMs),
  )
  const recordTimer = wheel.every(
    chatter.recordEveryMs,
    () => {
      const [lamp] = unit.list.known
      if (!lamp) return
      setFaults(unit.context, lamp, lamp.faults.length > 0 ? [] : ['led_open'])
      counts.records++
    },
    unit.random.whole(1, chatter.recordEveryMs),
  )
  return () => {
    reportTimer.cancel()
    recordTimer.cancel()
  }
}
