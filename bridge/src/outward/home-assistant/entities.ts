import { nameOfLamp, type PlantState, type UnitState } from '../plant-state.ts'
import {
  lampPoints,
  type Point,
  plantPoints,
  type Reading,
  readLampPoint,
  readPlantPoint,
  readUnitPoint,
  unitPoints,
} from '../points.ts'

/** An entity of Home Assistant. `null` as state is "unknown". */
export type Entity = {
  /** Key within its device, of letters, digits and `_`. */
  key: string
  name: string
  platform: 'binary_sensor' | 'sensor'
  deviceClass?: 'problem' | 'battery' | 'connectivity' | 'safety' | 'running' | 'timestamp' | 'enum'
  options?: readonly string[]
  isDiagnostic?: true
  /** Shown while the unit is away. */
  isContact?: true
  state: string | null
}

export type Device = {
  /** Within the plant: of letters, digits and `_`. */
  key: string
  name: string
  model: string
  serial?: string
  software?: string | null
  isAvailable: boolean
  entities: Entity[]
  /** Whether a program may start and stop its tests. */
  hasTests: boolean
}

/** Entities of points, by the id of the point. Points without an entry are not shown. */
type Shown = Partial<Pick<Entity, 'deviceClass' | 'isDiagnostic'>>
const shownOfPlant: Readonly<Record<string, Shown>> = {
  condition: { deviceClass: 'enum' },
  fault: { deviceClass: 'problem' },
  lamps: { isDiagnostic: true },
  'lamps-with-fault': {},
  'lamps-not-reporting': {},
  'lamps-on-battery': {},
  'lamps-inhibited': {},
}
const shownOfUnit: Readonly<Record<string, Shown>> = {
  'on-battery': { deviceClass: 'problem' },
  inhibited: { deviceClass: 'safety' },
  'battery-fault': { deviceClass: 'battery' },
  test: { deviceClass: 'enum' },
  'lamps-with-fault': {},
  'lamps-not-reporting': { isDiagnostic: true },
  'next-functional-test': { deviceClass: 'timestamp' },
  'next-autonomy-test': { deviceClass: 'timestamp' },
}

const stateOf = ({ value, reliability }: Reading): string | null => {
  if (reliability !== 'reliable' || value === null) return null
  if (typeof value === 'boolean') return value ? 'ON' : 'OFF'
  return value instanceof Date ? value.toISOString() : String(value)
}

const entityOf = <Of>(point: Point<Of>, shown: Shown, reading: Reading): Entity => ({
  key: point.id.replaceAll('-', '_'),
  name: point.name,
  platform: point.kind === 'binary' ? 'binary_sensor' : 'sensor',
  ...(point.kind === 'state' && { options: point.states }),
  ...shown,
  state: stateOf(reading),
})

const shownEntities = <Of>(
  points: readonly Point<Of>[],
  table: Readonly<Record<string, Shown>>,
  read: (point: Point<Of>) => Reading,
): Entity[] =>
  points.flatMap((point) => {
    const shown = table[point.id]
    return shown ? [entityOf(point, shown, read(point))] : []
  })

const requirePoint = <Of>(points: readonly Point<Of>[], id: string): Point<Of> => {
  const point = points.find((one) => one.id === id)
  if (!point) throw new RangeError(`no point ${id}`)
  return point
}
const [unitFault, lampFault] = [requirePoint(unitPoints, 'fault'), requirePoint(unitPoints, 'lamp-fault')]
const faultOfLamp = requirePoint(lampPoints, 'fault')

/** A fault of the unit or of one of its lamps. Without one it is known only if both are. */
const problemOf = (unit: UnitState): string | null => {
  const states = [unitFault, lampFault].map((point) => stateOf(readUnitPoint(point, unit)))
  if (states.includes('ON')) return 'ON'
  return states.includes(null) ? null : 'OFF'
}

const deviceOfUnit = (unit: UnitState): Device => {
  const { unit: facts, plant } = unit
  const problem = { key: 'problem', name: 'Problem', platform: 'binary_sensor', deviceClass: 'problem' } as const
  const connectivity = { key: 'connectivity', name: 'Connection', platform: 'binary_sensor' } as const
  const lamps = unit.lamps.map((lamp): Entity => {
    const state = stateOf(readLampPoint(faultOfLamp, lamp))
    const fields = { platform: 'binary_sensor', deviceClass: 'problem', isDiagnostic: true } as const
    return { key: `lamp_${lamp.id}`, name: nameOfLamp(lamp), ...fields, state }
  })
  return {
    key: unit.topic,
    name: unit.name,
    model: facts.cu_type,
    serial: facts.cu_id,
    software: facts.versions.firmware,
    isAvailable: plant.isLive && facts.cu_connected,
    hasTests: true,
    entities: [
      { ...problem, state: problemOf(unit) },
      {
        ...connectivity,
        deviceClass: 'connectivity',
        isDiagnostic: true,
        isContact: true,
        state: facts.cu_connected ? 'ON' : 'OFF',
      },
      ...shownEntities(unitPoints, shownOfUnit, (point) => readUnitPoint(point, unit)),
      ...lamps,
    ],
  }
}

/** A device for the plant, and one for each unit. */
export const devicesOf = (plant: PlantState): Device[] => [
  {
    key: 'plant',
    name: plant.name,
    model: 'Plant',
    isAvailable: plant.isLive,
    hasTests: false,
    entities: shownEntities(plantPoints, shownOfPlant, (point) => readPlantPoint(point, plant)),
  },
  ...plant.units.map(deviceOfUnit),
]
