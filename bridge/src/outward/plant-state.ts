import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestKind, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp, LampType } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'

export type NextTests = Readonly<Record<TestKind, Date | null>>

export type LampState = Lamp & { readonly unit: UnitState }

export type UnitState = {
  /** Type and serial, such as `logica_0A1B2C`. */
  topic: string
  /** Number of the unit in all interfaces: it never changes and is never reused. */
  number: number
  name: string
  unit: CentralUnit
  test: TestKind | null
  next: NextTests
  /** In the order of their addresses. */
  lamps: readonly LampState[]
  lampById: ReadonlyMap<number, LampState>
  plant: PlantState
}

/** Everything offered by the interfaces, as it was at one moment. */
export type PlantState = {
  id: string
  name: string
  condition: Condition
  units: readonly UnitState[]
  unitByNumber: ReadonlyMap<number, UnitState>
  lamps: readonly LampState[]
  /** False once the platform has not answered for 10 s. Then nothing in it is reliable. */
  isLive: boolean
}

/** Data read from the platform. */
export type PlantRecords = {
  id: string
  name: string
  condition: Condition
  isLive: boolean
  units: ReadonlyMap<string, CentralUnit>
  numbers: ReadonlyMap<string, number>
  lamps: ReadonlyMap<string, ReadonlyMap<number, Lamp>>
  tests: ReadonlyMap<string, TestRun>
  next: ReadonlyMap<string, NextTests>
}

export const topicOf = ({ cu_type, cu_id }: { cu_type: string; cu_id: string }): string => `${cu_type}_${cu_id}`

export const isOpenTest = ({ state }: TestRun): boolean => state === 'requested' || state === 'running'

export const nameOfLamp = ({ id, description }: Lamp): string => description || `Lamp ${id}`

/** Sensors, inputs and outputs are not offered. */
const litTypes: readonly LampType[] = ['emergency', 'lighting']

const noNextTests: NextTests = { functional: null, autonomy: null }

/** The longest open test of a unit. */
const testOf = (tests: ReadonlyMap<string, TestRun>, topic: string): TestKind | null => {
  const kinds = [...tests.values()].filter(({ cu }) => cu === topic).map(({ kind }) => kind)
  return kinds.includes('autonomy') ? 'autonomy' : (kinds[0] ?? null)
}

const buildUnit = (records: PlantRecords, topic: string, plant: PlantState): UnitState => {
  const unit = records.units.get(topic) as CentralUnit
  const lamps: LampState[] = []
  const lampById = new Map<number, LampState>()
  const built: UnitState = {
    topic,
    number: records.numbers.get(topic) as number,
    name: unit.description || topic,
    unit,
    test: testOf(records.tests, topic),
    next: records.next.get(topic) ?? noNextTests,
    lamps,
    lampById,
    plant,
  }
  const lit = [...(records.lamps.get(topic)?.values() ?? [])].filter(({ type }) => litTypes.includes(type))
  for (const lamp of lit.sort((a, b) => a.id - b.id)) lamps.push({ ...lamp, unit: built })
  for (const lamp of lamps) lampById.set(lamp.id, lamp)
  return built
}

/** The state of the plant. A unit without a number is left out. */
export const buildPlantState = (records: PlantRecords): PlantState => {
  const { id, name, condition, isLive, numbers } = records
  const units: UnitState[] = []
  const lamps: LampState[] = []
  const unitByNumber = new Map<number, UnitState>()
  const plant: PlantState = { id, name, condition, units, unitByNumber, lamps, isLive }
  const topics = [...records.units.keys()].filter((topic) => numbers.has(topic))
  for (const topic of topics) units.push(buildUnit(records, topic, plant))
  units.sort((a, b) => a.number - b.number)
  for (const unit of units) {
    unitByNumber.set(unit.number, unit)
    lamps.push(...unit.lamps)
  }
  return plant
}
