import type { UnitError } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  chargerCount,
  type moduleKinds,
  type partStates,
  type UnitDetail,
} from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { SystemReading } from '../core/unit-wire.ts'

type Module = UnitDetail['modules'][number]
type ModuleKind = (typeof moduleKinds)[number]
type PartState = (typeof partStates)[number]

export const sicuroLines = 20
const nominalVolts = 216
const minuteMs = 60_000

/** Slow oscillation between -1 and 1, with a phase for each part. */
const swing = (now: number, part: number): number => Math.sin(now / (7 * minuteMs) + part * 1.7)
const rounded = (value: number): number => Math.round(value * 10) / 10

/** Modules of a system: kind, number, and channels of each. */
const moduleLayout: readonly (readonly [kind: ModuleKind, count: number, channels: number])[] = [
  ['AK', 2, 4],
  ['AKext', 2, 4],
  ['IO', 1, 8],
  ['LLSA', 2, 8],
  ['LSSA', 2, 8],
  ['switch11kW', 1, 1],
  ['substation', 1, 0],
]
const faultOf: Record<ModuleKind, UnitError> = {
  AK: 'communication_ak',
  AKext: 'communication_akext',
  IO: 'communication_io',
  LLSA: 'communication_llsa',
  LSSA: 'communication_lssa',
  switch11kW: 'communication_switch_11kw',
  substation: 'communication_substation',
}

/** Own consumption of a module without load, in watts. */
const ownWatts = 12

const moduleOf = (system: SystemReading, kind: ModuleKind, number: number, channels: number, part: number): Module => {
  // The last module of a kind is the absent one.
  const count = moduleLayout.find(([name]) => name === kind)?.[1] ?? 1
  const isAbsent = system.faults.has(faultOf[kind]) && number === count
  const id = `${system.serial}-${kind}-${number}`
  const isLit = system.onBattery || kind === 'switch11kW'
  if (isAbsent)
    return { kind, number, id, state: 'absent', firmware: null, channels: [], power: null, temperature: null }
  return {
    kind,
    number,
    id,
    state: 'ok',
    firmware: '2.7',
    channels: Array.from({ length: channels }, (_, at) => ({ number: at + 1, on: isLit || (at + number) % 3 === 0 })),
    power: kind === 'IO' ? null : rounded(ownWatts + channels * 38 + 6 * swing(system.now, part)),
    temperature: rounded(31 + (part % 4) + 2 * swing(system.now, part)),
  }
}

const linesOf = ({ lamps, faults, now, onBattery }: SystemReading): UnitDetail['lines'] =>
  Array.from({ length: sicuroLines }, (_, index) => {
    const number = index + 1
    const count = lamps.filter(({ addr }) => 1 + ((addr - 1) % sicuroLines) === number).length
    const isLeaking = faults.has('insulation') && number === 1
    const state: PartState = isLeaking ? 'error' : count === 0 ? 'off' : 'ok'
    return {
      number,
      state,
      lamps: count,
      voltage: count === 0 ? 0 : rounded((onBattery ? nominalVolts : 230) + 1.5 * swing(now, number)),
      current: rounded(count * 0.034 * 10) / 10,
      insulation: isLeaking ? 42 : Math.round(1_800 + 120 * swing(now, number)),
    }
  })

const chargersOf = ({ faults, warnings, now, onBattery }: SystemReading): UnitDetail['chargers'] =>
  Array.from({ length: chargerCount }, (_, index) => {
    const number = index + 1
    const isOff = onBattery || warnings.has('chargers_off_by_temperature')
    const isBroken = faults.has('charger') && number === 1
    const state: PartState = isBroken ? 'error' : isOff ? 'off' : 'ok'
    const isCharging = state === 'ok'
    return {
      number,
      state,
      voltage: isCharging ? rounded(245 + swing(now, number)) : 0,
      current: isCharging ? rounded(2.4 + 0.4 * swing(now, number + 3)) : 0,
      temperature: rounded((isCharging ? 41 : 27) + 2 * swing(now, number + 6)),
    }
  })

/** Present lines, chargers, modules and central battery. */
export const sicuroSystem = (system: SystemReading): Pick<UnitDetail, 'lines' | 'chargers' | 'modules' | 'battery'> => {
  const { faults, now, onBattery, lamps } = system
  const isOff = faults.has('battery_not_connected')
  const load = rounded(lamps.length * 0.034 + 1)
  const charge = faults.has('battery_low_voltage') ? 18 : 96
  return {
    lines: linesOf(system),
    chargers: chargersOf(system),
    modules: moduleLayout.flatMap(([kind, count, channels], at) =>
      Array.from({ length: count }, (_, index) => moduleOf(system, kind, index + 1, channels, at * 3 + index)),
    ),
    battery: {
      voltage: isOff ? 0 : rounded((onBattery ? nominalVolts : 240) - (charge < 50 ? 34 : 0) + swing(now, 40)),
      current: isOff ? 0 : rounded(onBattery ? -load : 0.8 + 0.3 * swing(now, 41)),
      temperature: rounded(22 + swing(now, 42)),
      charge: isOff ? null : charge,
      autonomyMin: isOff ? null : Math.round((charge / 100) * 180),
    },
  }
}
