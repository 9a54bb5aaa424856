import type { LampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { VirtualLamp } from './lamp.ts'
import { setFaults } from './lamp-faults.ts'
import { randomOf } from './random.ts'
import type { VirtualUnit } from './virtual-unit.ts'
import type { Appointment, Wheel } from './wheel.ts'

/** Real milliseconds. */
type Span = readonly [least: number, most: number]
/** Between two happenings in one unit. */
const betweenMs = [15_000, 45_000] as const
const repairAfterMs = [60_000, 240_000] as const
const mainsFailureMs = [15_000, 40_000] as const

/** What breaks in a lamp as the years go by. */
const naturalFaults: readonly [LampError, ...LampError[]] = [
  'lamp_failure',
  'battery_low_voltage',
  'battery_duration',
  'charger',
  'led_open',
  'communication',
]

/** One lamp in so many is broken from the start, so that there is something to see and to do at once. */
const lampsPerBroken = 40
const firstRepairAfterMs = [300_000, 1_200_000] as const

/**
 * Lets an enrolled unit live: some lamps are broken from the start, charges are told, faults appear and are repaired,
 * mains fails now and then, and functional tests start by themselves. The same seed makes the same life.
 */
export const letLive = (unit: VirtualUnit, wheel: Wheel, seed: number): (() => void) => {
  const random = randomOf(seed ^ 0x11fe)
  let next: Appointment | null = null

  const someLamp = (isFit: (lamp: VirtualLamp) => boolean): VirtualLamp | null => {
    const fit = unit.list.known.filter(isFit)
    return fit[random.whole(0, Math.max(0, fit.length - 1))] ?? null
  }
  const breakLamp = (mendedAfterMs: Span = repairAfterMs): void => {
    const lamp = someLamp(({ kind, faults }) => kind === 'emergency' && faults.length === 0)
    if (!lamp) return
    const fault = random.pick(naturalFaults)
    setFaults(unit.context, lamp, [fault])
    wheel.after(random.whole(...mendedAfterMs), () => setFaults(unit.context, lamp, []))
  }
  const repairLamp = (): void => {
    const lamp = someLamp(({ faults }) => faults.length > 0)
    if (lamp) setFaults(unit.context, lamp, [])
  }
  const failMains = (): void => {
    if (unit.isOnBattery) return
    unit.setMains(false)
    wheel.after(random.whole(...mainsFailureMs), () => unit.setMains(true))
  }
  const failCharger = (): void => {
    unit.troubles.setFault('charger', true)
    wheel.after(random.whole(...repairAfterMs), () => unit.troubles.setFault('charger', false))
  }
  const reportSome = (): void => {
    const count = Math.min(8, unit.list.known.length)
    const first = random.whole(0, Math.max(0, unit.list.known.length - count))
    unit.context.detailChanged(unit.list.known.slice(first, first + count))
  }

  /** What happens, each up to its share of the dice; with six units something does about every seven seconds. */
  const happenings: readonly (readonly [number, () => void])[] = [
    [0.35, () => breakLamp()],
    [0.55, repairLamp],
    [0.63, failMains],
    [0.67, failCharger],
    [0.75, () => unit.tests.startAutomatic('functional')],
  ]
  const isAtWork = (): boolean => unit.enrolment.state === 'enrolled' && unit.search.network.state === 'complete'

  const happen = (): void => {
    const dice = random.next()
    if (isAtWork()) {
      reportSome()
      happenings.find(([share]) => dice < share)?.[1]()
    }
    next = wheel.after(random.whole(...betweenMs), happen)
  }
  if (isAtWork())
    for (let broken = Math.ceil(unit.lamps.length / lampsPerBroken); broken > 0; broken--) breakLamp(firstRepairAfterMs)
  next = wheel.after(random.whole(3_000, betweenMs[1]), happen)
  return () => next?.cancel()
}
