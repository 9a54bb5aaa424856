import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { CalendarPlant } from './calendar.store.ts'
import { listTestsToStart } from './calendar-tests.store.ts'
import { firstDateAfter } from './planned-dates.ts'
import { readPlans } from './view-calendar.ts'

export type PlantTest = { plantId: string; kind: TestKind; at: Date }

/** Time after its start in which a held test can still begin. */
const heldStartMs = 86_400_000
/** Maximum tests that the platform starts in a week. */
const maxToStart = 2_000

/** The first planned test after `now` in these plants, started by a unit or by the platform. */
export const readFirstTest = async (
  tx: Tx,
  plants: readonly CalendarPlant[],
  now: Date,
): Promise<PlantTest | undefined> => {
  const ofUnits = (await readPlans(tx, plants)).flatMap(({ plan, plant, kind }): PlantTest[] => {
    const at = firstDateAfter(plan, plant.timezone, now)
    return at ? [{ plantId: plant.id, kind, at }] : []
  })
  const ids = plants.map(({ id }) => id)
  const toStart = await listTestsToStart(tx, ids, { from: now, until: null, limit: 1 })
  const tests = [...ofUnits, ...toStart]
  return tests.reduce<PlantTest | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined)
}

/** Next tests of these plants before a time, started by units or by the platform, and the first ones after it. */
export const readNextOfPlants = async (
  tx: Tx,
  plants: readonly Pick<CalendarPlant, 'id' | 'timezone'>[],
  { now, until }: { now: Date; until: Date },
): Promise<PlantTest[]> => {
  if (plants.length === 0) return []
  const ofUnits = (await readPlans(tx, plants)).map(
    ({ plan, plant, kind }): PlantTest => ({ plantId: plant.id, kind, at: plan.next }),
  )
  const later = ofUnits.filter(({ at }) => at >= until).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const ids = plants.map(({ id }) => id)
  const from = new Date(now.getTime() - heldStartMs)
  const toStart = await listTestsToStart(tx, ids, { from, until, limit: maxToStart })
  const toStartLater = await listTestsToStart(tx, ids, { from: until, until: null, limit: 1 })
  return [...ofUnits.filter(({ at }) => at < until), ...later.slice(0, 1), ...toStart, ...toStartLater].map(
    ({ plantId, kind, at }) => ({ plantId, kind, at }),
  )
}
