import { setFaults } from './lamp-faults.ts'
import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

export type Chatter = { reportEveryMs: number; recordEveryMs: number }
/** What all chattering units have said so far. */
export type ChatterCounts = { states: number; records: number }

/**
 * Lets a unit talk at a steady pace, for measuring: one state of one lamp, and one record of a fault that comes and
 * goes. Answers what ends it. Nothing is said while the unit is not connected; a record is made all the same, and waits.
 */
export const startChatter = (unit: VirtualUnit, wheel: Wheel, pace: Chatter, said: ChatterCounts): (() => void) => {
  let at = 0
  const lampInTurn = () => {
    const { known } = unit.list
    at = (at + 1) % Math.max(1, known.length)
    return known[at]
  }
  const reporting = wheel.every(
    pace.reportEveryMs,
    () => {
      const lamp = lampInTurn()
      if (!lamp || !unit.isConnected) return
      unit.context.changed([lamp])
      said.states++
    },
    unit.random.whole(1, pace.reportEveryMs),
  )
  const recording = wheel.every(
    pace.recordEveryMs,
    () => {
      const [lamp] = unit.list.known
      if (!lamp) return
      setFaults(unit.context, lamp, lamp.faults.length > 0 ? [] : ['led_open'])
      said.records++
    },
    unit.random.whole(1, pace.recordEveryMs),
  )
  return () => {
    reporting.cancel()
    recording.cancel()
  }
}
