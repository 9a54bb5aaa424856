import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { VirtualLamp } from './lamp.ts'
import { setFaults } from './lamp-faults.ts'
import type { Random } from './random.ts'
import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

/** Repair by the technician; `addr` is null for the unit itself. */
export type Repair = { unit: string; addr: number | null; faults: readonly string[] }

/** Real milliseconds at any speed of the estate: a visitor sees the fault before its repair. */
const repairDelayMs = [300_000, 540_000] as const
const pollIntervalMs = 5_000

type Trouble = { key: string; repair: Repair; mend(): void }

const oldBatteryFaults: readonly ReportedLampError[] = ['battery_duration', 'battery_low_voltage']

const repairLamp = (unit: VirtualUnit, lamp: VirtualLamp): void => {
  if (lamp.faults.some((fault) => oldBatteryFaults.includes(fault))) lamp.capacity = Math.max(lamp.capacity, 1.3)
  setFaults(unit.context, lamp, [])
}

const lampTroubles = (unit: VirtualUnit): Trouble[] =>
  unit.list.known
    .filter(({ faults }) => faults.length > 0)
    .map((lamp) => ({
      key: `${unit.id} ${lamp.serial}`,
      repair: { unit: unit.id, addr: lamp.addr, faults: [...lamp.faults] },
      mend: () => repairLamp(unit, lamp),
    }))

const unitTroubles = (unit: VirtualUnit): Trouble[] =>
  [...unit.troubles.faults].map((fault) => ({
    key: `${unit.id} ${fault}`,
    repair: { unit: unit.id, addr: null, faults: [fault] },
    mend: () => unit.troubles.setFault(fault, false),
  }))

const mainsTrouble = (unit: VirtualUnit): Trouble[] =>
  unit.isOnBattery
    ? [
        {
          key: `${unit.id} mains`,
          repair: { unit: unit.id, addr: null, faults: ['no_mains'] },
          mend: () => unit.setMains(true),
        },
      ]
    : []

/**
 * Technician who repairs a fault 5 to 9 minutes after its start, unless it is already repaired, and reports the repair.
 * Units meant to stay without mains keep their power cut.
 */
export const startTechnician = (
  units: Iterable<VirtualUnit>,
  wheel: Wheel,
  options: { random: Random; staysDark(unit: VirtualUnit): boolean; onRepair(repair: Repair): void },
): void => {
  const { random, staysDark, onRepair } = options
  const visits = new Map<string, number>()
  let elapsedMs = 0

  const troubles = (): Trouble[] =>
    [...units]
      .filter((unit) => unit.context.isEnrolled())
      .flatMap((unit) => [...lampTroubles(unit), ...unitTroubles(unit), ...(staysDark(unit) ? [] : mainsTrouble(unit))])

  const checkTroubles = (): void => {
    elapsedMs += pollIntervalMs
    const open = troubles()
    const keys = new Set(open.map(({ key }) => key))
    for (const key of visits.keys()) if (!keys.has(key)) visits.delete(key)
    for (const { key, repair, mend } of open) {
      const at = visits.get(key) ?? elapsedMs + random.whole(...repairDelayMs)
      visits.set(key, at)
      if (at > elapsedMs) continue
      visits.delete(key)
      mend()
      onRepair(repair)
    }
  }
  wheel.every(pollIntervalMs, checkTroubles)
}
