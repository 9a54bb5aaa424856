import type { createClient } from '@vigilux/client'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestKind, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { isOpenTest, type NextTests, type PlantRecords, topicOf } from './plant-state.ts'

export type Client = Pick<ReturnType<typeof createClient>, 'call' | 'watch'>

/** Data read before, and changed by events. */
export type MutableRecords = Omit<PlantRecords, 'numbers' | 'isLive' | 'units' | 'lamps' | 'tests'> & {
  units: Map<string, CentralUnit>
  lamps: Map<string, Map<number, Lamp>>
  tests: Map<string, TestRun>
}

const lampsPerAnswer = 1_000

const readLamps = async (client: Client, input: { plantId: string; topic?: string }): Promise<Lamp[]> => {
  const lamps: Lamp[] = []
  let after: { cu: string; id: number } | null = null
  do {
    const position: { after?: { cu: string; id: number } } = after ? { after } : {}
    const page = await client.call('getLamps', { ...input, ...position, limit: lampsPerAnswer })
    lamps.push(...page.lamps)
    after = page.next
  } while (after)
  return lamps
}

const byAddress = (lamps: readonly Lamp[]): Map<number, Lamp> => new Map(lamps.map((lamp) => [lamp.id, lamp]))

/** The lamps of one unit, by address. */
export const readUnitLamps = async (client: Client, plantId: string, topic: string): Promise<Map<number, Lamp>> =>
  byAddress(await readLamps(client, { plantId, topic }))

type PlatformTests = { cu: string; kind: TestKind; at: string }[]

const earliest = (...times: (string | null | undefined)[]): Date | null => {
  const known = times.flatMap((time) => (time ? [new Date(time).getTime()] : []))
  return known.length > 0 ? new Date(Math.min(...known)) : null
}

/** The next test of each kind, whether the unit or the platform starts it. */
const readNextTests = async (client: Client, unit: CentralUnit, planned: PlatformTests): Promise<NextTests> => {
  const { detail } = await client.call('getShadow', { cuId: unit.cu_id, cuType: unit.cu_type })
  const plannedOf = (kind: TestKind) =>
    planned.filter((test) => test.cu === topicOf(unit) && test.kind === kind).map(({ at }) => at)
  return {
    functional: earliest(detail?.functional?.next, ...plannedOf('functional')),
    autonomy: earliest(detail?.autonomy?.next, ...plannedOf('autonomy')),
  }
}

/** Everything of a plant offered by the interfaces. */
export const readPlant = async (client: Client, plantId: string): Promise<MutableRecords> => {
  const { plant, units, tests } = await client.call('getPlantDetails', { plantId })
  const lamps = await readLamps(client, { plantId })
  const { tests: planned } = await client.call('getNextTests', { plantId })
  const next = new Map<string, NextTests>()
  for (const unit of units) next.set(topicOf(unit), await readNextTests(client, unit, planned))
  return {
    id: plantId,
    name: plant.plantname,
    condition: plant.condition,
    units: new Map(units.map((unit) => [topicOf(unit), unit])),
    lamps: new Map(units.map((unit) => [topicOf(unit), byAddress(lamps.filter(({ cu }) => cu === topicOf(unit)))])),
    tests: new Map(tests.filter(isOpenTest).map((test) => [test.id, test])),
    next,
  }
}
