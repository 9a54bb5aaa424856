import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { calendarLimits } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listNextOfUnits } from './calendar.store.ts'
import { readTestsToStart } from './tests-to-start.ts'

export type PlantTest = { plantId: string; kind: TestKind; at: Date }

/** Time after its start in which a held test can still begin. */
const heldStartMs = 86_400_000
/** Time ahead in which the first later test is searched. */
const aheadMs = 366 * 86_400_000

/** Next tests of these plants before a time, started by units or by the platform, and the first ones after it. */
export const readNextOfPlants = async (
  tx: Tx,
  plants: readonly { id: string }[],
  { now, until }: { now: Date; until: Date },
): Promise<PlantTest[]> => {
  if (plants.length === 0) return []
  const ids = plants.map(({ id }) => id)
  const ofUnits = await listNextOfUnits(tx, ids, { until, limit: calendarLimits.tests })
  const toStart = await readTestsToStart(tx, plants, { from: new Date(now.getTime() - heldStartMs), until })
  const later = await readTestsToStart(tx, plants, { from: until, until: new Date(until.getTime() + aheadMs) }, 1)
  return [...ofUnits, ...toStart, ...later].map(({ plantId, kind, at }) => ({ plantId, kind, at }))
}
