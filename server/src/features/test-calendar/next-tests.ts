import type { ActionOutput } from '@vigilux/contract/actions.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findFirstNextDate, type PlantCondition, plantsById } from './calendar.store.ts'
import { listTestsToStart } from './calendar-tests.store.ts'
import { firstDateAfter } from './planned-dates.ts'
import { readPlans } from './view-calendar.ts'

type FirstTest = ActionOutput<'getFirstTest'>

export type PlantTest = { plantId: string; kind: TestKind; at: Date }

/** Time after its start in which a held test can still begin. */
const heldStartMs = 86_400_000
/** Maximum tests started by the platform in a week. */
const maxToStart = 2_000

/** The first planned test after `now` in these plants, started by a unit or by the platform. */
export const readFirstTest = async (tx: Tx, ofPlants: PlantCondition, now: Date): Promise<FirstTest['test']> => {
  // A unit's next date is its first one unless it has passed: only those few schedules have to be read.
  const afterPassedDates = (await readPlans(tx, ofPlants, { before: now })).flatMap(({ plan, plant, kind }) => {
    const at = firstDateAfter(plan, plant.timezone, now)
    return at ? [{ plant, kind, at }] : []
  })
  const ofUnits = await findFirstNextDate(tx, ofPlants, now)
  const ofPlatform = (await listTestsToStart(tx, ofPlants, { from: now, until: null, limit: 1 })).map(
    ({ plantId, plantname, timezone, kind, at }) => ({ plant: { id: plantId, plantname, timezone }, kind, at }),
  )
  const [first] = [...afterPassedDates, ...(ofUnits ? [ofUnits] : []), ...ofPlatform].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  if (!first) return null
  const { plant, kind, at } = first
  const { id: plant_id, plantname, timezone } = plant
  return { plant_id, plantname, timezone, kind, at: at.toISOString() }
}

/** The first planned test of a plant after `now`. */
export const readFirstTestOf = (tx: Tx, plantId: string, now: Date): Promise<FirstTest['test']> =>
  readFirstTest(tx, plantsById([plantId]), now)

/** Next tests of these plants before a time, started by units or by the platform, and the first ones after it. */
export const readNextOfPlants = async (
  tx: Tx,
  plantIds: readonly string[],
  { now, until }: { now: Date; until: Date },
): Promise<PlantTest[]> => {
  if (plantIds.length === 0) return []
  const ofPlants = plantsById(plantIds)
  const ofUnits = (await readPlans(tx, ofPlants, { before: until })).map(
    ({ plan, plant, kind }): PlantTest => ({ plantId: plant.id, kind, at: plan.next }),
  )
  const later = await findFirstNextDate(tx, ofPlants, until)
  const ofUnitsLater = later ? [{ ...later, plantId: later.plant.id }] : []
  const from = new Date(now.getTime() - heldStartMs)
  const toStart = await listTestsToStart(tx, ofPlants, { from, until, limit: maxToStart })
  const toStartLater = await listTestsToStart(tx, ofPlants, { from: until, until: null, limit: 1 })
  return [...ofUnits, ...ofUnitsLater, ...toStart, ...toStartLater].map(({ plantId, kind, at }) => ({
    plantId,
    kind,
    at,
  }))
}
