import { maxLampAddress } from '../addresses.ts'
import type { LampState, PlantState, UnitState } from '../plant-state.ts'
import {
  hoursUntil,
  lampPoints,
  type Point,
  plantPoints,
  type Reading,
  readLampPoint,
  readPlantPoint,
  readUnitPoint,
  unitPoints,
} from '../points.ts'

/** Raise it when a register changes its meaning. A register never moves. */
export const mapVersion = 1

/** An unknown value, and a register without a meaning: never 0, which would read as "no fault". */
export const notAvailable = 0xffff
const maxValue = 0xfffe

/** Modbus unit ids of the plant: some clients can send only one of them. */
const plantIds = [0, 255]
/** A central unit has its number as unit id, up to this one. */
const maxUnitId = 247

const lampsPerRegister = 16
export const layout = {
  points: 10,
  /** Bit fields, one bit a lamp: the lamp has a fault or its state is unknown; its state is unknown. */
  faultBits: 100,
  unknownBits: 200,
  bitRegisters: maxLampAddress / lampsPerRegister,
  /** One block for each lamp address. */
  lamps: 1000,
  lampRegisters: 16,
  lampPoints: 2,
} as const

const headLength = 100
const lampsEnd = layout.lamps + maxLampAddress * layout.lampRegisters
/** Readable ranges, by their first register and the one after their last. */
const plantRanges = [[0, headLength]] as const
const unitRanges = [
  [0, layout.faultBits + layout.bitRegisters],
  [layout.unknownBits, layout.unknownBits + layout.bitRegisters],
  [layout.lamps, lampsEnd],
] as const

export const testRegister = layout.points + unitPoints.findIndex(({ id }) => id === 'test')

const clamp = (value: number): number => Math.min(Math.max(Math.round(value), 0), maxValue)

const encode = <Of>(point: Point<Of>, { value, reliability }: Reading, now: Date): number => {
  if (reliability !== 'reliable' || value === null) return notAvailable
  if (point.kind === 'binary') return value ? 1 : 0
  if (point.kind === 'state') return point.states.indexOf(value as string)
  return clamp(point.kind === 'time' ? hoursUntil(value as Date, now) : (value as number))
}

const secondsSince = (time: string | null, now: Date): number =>
  time === null ? notAvailable : clamp((now.getTime() - new Date(time).getTime()) / 1000)

type Moment = { now: Date; plant: PlantState }

const readHead = (address: number, unit: UnitState | null, { now, plant }: Moment): number => {
  const serial = unit ? Number.parseInt(unit.unit.cu_id, 16) : 0
  const head: Record<number, number> = {
    0: mapVersion,
    1: Math.floor(now.getTime() / 1000) % 0x10000,
    2: plant.isLive ? 1 : 0,
    3: unit ? 1 : 0,
    4: serial >>> 16,
    5: serial & 0xffff,
    6: unit ? secondsSince(unit.unit.last_seen, now) : notAvailable,
  }
  return head[address] ?? notAvailable
}

const isUnknown = (lamp: LampState): boolean =>
  lampPoints.some((point) => point.id === 'fault' && readLampPoint(point, lamp).reliability !== 'reliable')

const readBits = (unit: UnitState, first: number, matches: (lamp: LampState) => boolean): number => {
  let bits = 0
  for (let bit = 0; bit < lampsPerRegister; bit++) {
    const lamp = unit.lampById.get(first * lampsPerRegister + bit + 1)
    if (lamp && matches(lamp)) bits |= 1 << bit
  }
  return bits
}

const readLamp = (address: number, unit: UnitState, now: Date): number => {
  const lamp = unit.lampById.get(Math.floor(address / layout.lampRegisters) + 1)
  const register = address % layout.lampRegisters
  if (register === 0) return lamp && !isUnknown(lamp) ? 1 : 0
  if (!lamp) return notAvailable
  if (register === 1) return secondsSince(lamp.reported_at, now)
  const point = lampPoints[register - layout.lampPoints]
  return point ? encode(point, readLampPoint(point, lamp), now) : notAvailable
}

const readUnit = (address: number, unit: UnitState, moment: Moment): number => {
  if (address >= layout.lamps) return readLamp(address - layout.lamps, unit, moment.now)
  if (address >= layout.unknownBits) return readBits(unit, address - layout.unknownBits, isUnknown)
  if (address >= layout.faultBits)
    return readBits(unit, address - layout.faultBits, (lamp) => isUnknown(lamp) || lamp.errors.length > 0)
  if (address < layout.points) return readHead(address, unit, moment)
  const point = unitPoints[address - layout.points]
  return point ? encode(point, readUnitPoint(point, unit), moment.now) : notAvailable
}

const readPlant = (address: number, moment: Moment): number => {
  if (address < layout.points) return readHead(address, null, moment)
  const point = plantPoints[address - layout.points]
  return point ? encode(point, readPlantPoint(point, moment.plant), moment.now) : notAvailable
}

/** The highest register with a meaning, of any unit. */
export const lastRegisterOf = ({ units, lamps }: PlantState): number => {
  const lastLamp = Math.max(0, ...lamps.map(({ id }) => id))
  const lastOfLamp = layout.lamps + (lastLamp - 1) * layout.lampRegisters + layout.lampPoints + lampPoints.length - 1
  const lastOfUnit = layout.unknownBits + layout.bitRegisters - 1
  const lastOfPlant = layout.points + plantPoints.length - 1
  if (units.length === 0) return lastOfPlant
  return lastLamp > 0 ? lastOfLamp : lastOfUnit
}

const isWithin = (ranges: readonly (readonly [number, number])[], address: number, count: number): boolean =>
  ranges.some(([from, to]) => address >= from && address + count <= to)

/** The unit behind a Modbus unit id: null for the plant, undefined if there is none. */
export const findTarget = (plant: PlantState, unitId: number): UnitState | null | undefined =>
  plantIds.includes(unitId) ? null : unitId > maxUnitId ? undefined : plant.unitByNumber.get(unitId)

/** Registers from one state of the plant; null if the range does not exist. */
export const readRegisters = (
  { address, count }: { address: number; count: number },
  unit: UnitState | null,
  moment: Moment,
): number[] | null => {
  if (!isWithin(unit ? unitRanges : plantRanges, address, count)) return null
  return Array.from({ length: count }, (_, at) =>
    unit ? readUnit(address + at, unit, moment) : readPlant(address + at, moment),
  )
}
