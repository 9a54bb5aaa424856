import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Part } from '../estate.ts'
import type { VirtualLamp } from './lamp.ts'
import { setFaults } from './lamp-faults.ts'
import { type Random, randomOf } from './random.ts'
import type { VirtualUnit } from './virtual-unit.ts'
import type { Wheel } from './wheel.ts'

/** Real milliseconds. */
type Span = readonly [min: number, max: number]
const reportInterval: Span = [60_000, 180_000]
const faultInterval: Span = [20_000, 60_000]
const testInterval: Span = [600_000, 900_000]
const firstTestDelay: Span = [15_000, 25_000]
/** Pause between two tests, too short for the plant to seem idle: the next starts before the end is reported. */
const restMs = 20
/** Battery capacity as a multiple of the rated duration, for continuous tests; smaller ones would be empty. */
const testedCapacity = 4
/** Delay from the start: everything is reported before the connection is lost. */
const disconnectAfterMs = 8_000

/** Faults occurring over the years. Only a test finds a short-lived battery. */
const naturalFaults: readonly [ReportedLampError, ...ReportedLampError[]] = [
  'lamp_failure',
  'battery_low_voltage',
  'charger',
  'led_open',
  'communication',
]
/** Number of lamps with a fault at any time in a unit in trouble, unless repaired. */
const faultsAtOnce: Span = [2, 4]

/** `isKept`: the lamps, with faults and batteries, were restored after a restart. */
type PlayedUnit = { unit: VirtualUnit; wheel: Wheel; random: Random; isKept: boolean }

const isBusy = ({ enrolment, search }: VirtualUnit): boolean =>
  enrolment.state === 'enrolled' && search.network.state === 'complete'

/** Repeats an act with random pauses; skipped while the unit is in no plant. */
const repeatAtRandom = ({ unit, wheel, random }: PlayedUnit, pause: Span, action: () => void, first = pause): void => {
  const wait = (span: Span): void => {
    wheel.after(random.whole(...span), () => {
      if (isBusy(unit)) action()
      wait(pause)
    })
  }
  wait(first)
}

const reportSomeLamps = ({ unit, random }: PlayedUnit): void => {
  const count = Math.min(4, unit.list.known.length)
  const first = random.whole(0, Math.max(0, unit.list.known.length - count))
  unit.context.detailChanged(unit.list.known.slice(first, first + count))
}

const breakLamp = ({ unit, random }: PlayedUnit): void => {
  const faultlessLamps = unit.list.known.filter(({ kind, faults }) => kind === 'emergency' && faults.length === 0)
  const lamp = faultlessLamps[random.whole(0, Math.max(0, faultlessLamps.length - 1))]
  if (lamp) setFaults(unit.context, lamp, [random.pick(naturalFaults)])
}

const isWeak = ({ kind, capacity }: VirtualLamp): boolean => kind === 'emergency' && capacity < 1

/** Some batteries have failed their last test, lamps break, and the unit is tested from time to time. */
const playInTrouble = (played: PlayedUnit): void => {
  const { unit } = played
  const countBroken = () => unit.list.known.filter(({ faults }) => faults.length > 0).length
  const [minFaults, maxFaults] = faultsAtOnce
  if (!played.isKept) {
    for (const lamp of unit.list.known.filter(isWeak)) setFaults(unit.context, lamp, ['battery_duration'])
    // Various parts, to show several kinds of faults.
    for (let count = 0; count < minFaults; count++) breakLamp(played)
  }
  repeatAtRandom(played, faultInterval, () => {
    if (countBroken() < minFaults || (countBroken() < maxFaults && played.random.chance(0.25))) breakLamp(played)
  })
  const test = () => void unit.tests.startAutomatic('functional')
  repeatAtRandom(played, testInterval, test, firstTestDelay)
}

const testContinuously = (played: PlayedUnit): void => {
  if (!played.isKept) for (const lamp of played.unit.lamps) lamp.capacity = testedCapacity
  repeatAtRandom(played, [restMs, restMs], () => {
    if (!played.unit.tests.running) played.unit.tests.startAutomatic('functional')
  })
}

const playInhibited = ({ unit }: PlayedUnit): void => {
  unit.inhibition.switch(true)
}

const startByPart: Partial<Record<Part, (played: PlayedUnit) => void>> = {
  inTrouble: playInTrouble,
  testing: testContinuously,
  inhibited: playInhibited,
  offline: ({ unit, wheel }) =>
    void wheel.after(disconnectAfterMs, () => {
      if (unit.isConnected) unit.leave()
    }),
}

/** Battery capacity of a lamp. In units without trouble, weak batteries were found in their last test and replaced. */
export const capacityOf = ({ capacity }: VirtualLamp, part: Part | undefined): number =>
  part === 'inTrouble' ? capacity : Math.max(capacity, 1.05)

/** Starts the part of an enrolled demo unit; others are healthy. The same seed gives the same course. */
export const startPart = (unit: VirtualUnit, wheel: Wheel, seed: number, part: Part | undefined): void => {
  const played = { unit, wheel, random: randomOf(seed ^ 0x11fe), isKept: unit.list.isChanged }
  if (!played.isKept) for (const lamp of unit.lamps) lamp.capacity = capacityOf(lamp, part)
  if (part && isBusy(unit)) startByPart[part]?.(played)
  repeatAtRandom(played, reportInterval, () => reportSomeLamps(played))
}
