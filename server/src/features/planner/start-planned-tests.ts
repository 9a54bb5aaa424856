import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { unitById } from '../central-units/index.ts'
import { chargedAt, findOwnTest, insertHeldTestOnce, lampsOnPaper, listHeldEnds } from '../emergency-tests/index.ts'
import { hourMs, minuteMs } from './plan-facts.ts'
import {
  checkSoon,
  lockDueTest,
  lockOpenTests,
  lockPlan,
  type PlannedTestRow,
  updatePlannedTest,
} from './planner.store.ts'

type Context = { tx: Tx; announce: Announce; ports: Ports }

/** A test is handed over to be started so long before its time. */
const leadMs = minuteMs
/** How far from its date a test of a unit's own is still the one that was planned, as by a clock that changed. */
const aroundMs = 12 * hourMs
/** How long a unit is waited for that has told of no test of its own. */
const patienceMs = 72 * hourMs
const openAtOnce = 50

const tell = async ({ tx, announce, ports }: Context, { planId, plantId }: PlannedTestRow): Promise<void> => {
  await checkSoon(tx, planId, ports.clock.now())
  announce({ plant: plantId }, 'testPlan', { plant_id: plantId })
}

/** Whether the batteries of its lamps will not have charged by the time of an autonomy test. */
const isUncharged = async (context: Context, test: PlannedTestRow): Promise<boolean> => {
  if (test.kind !== 'autonomy') return false
  const unit = await unitById(context.tx, test.plantId, test.centralUnitId)
  const charged = unit && (await chargedAt(context, unit, await lampsOnPaper(context.tx, unit.id, test.lamps)))
  return charged ? charged > test.startsAt : false
}

/**
 * Hands the next test that is due over to those that start tests at a time, under its own id: twice is once. One whose batteries have not charged
 * is not executed, and gets another night. Answers whether there was one.
 */
export const handOverTest = async (
  context: Context,
  seen: readonly string[],
  found: (id: string) => void,
): Promise<boolean> => {
  const { tx, announce, ports } = context
  const now = ports.clock.now()
  const test = await lockDueTest(tx, new Date(now.getTime() + leadMs), seen)
  if (!test) return false
  found(test.id)
  const plan = await lockPlan(tx, test.plantId, test.planId)
  const unit = await unitById(tx, test.plantId, test.centralUnitId)
  if (!plan?.acceptedBy || !unit || unit.removedAt) {
    await updatePlannedTest(tx, test.id, { state: 'notExecuted', reason: 'unit_removed' })
  } else if (await isUncharged(context, test)) {
    await updatePlannedTest(tx, test.id, { state: 'notExecuted', reason: 'battery_charging' })
  } else {
    const { id, plantId, centralUnitId, kind, lamps, startsAt } = test
    await insertHeldTestOnce(tx, {
      ...{ id, plantId, centralUnitId, unit: unit.unit, kind, lamps, state: 'waiting', startsAt, dueAt: startsAt },
      ...{ chargedAt: null, reason: null, testId: null, requestedAt: now, reTest: false, chargesFrom: null },
      ...{ requestedBy: plan.acceptedBy, requestedByName: plan.acceptedByName ?? '' },
    })
    await updatePlannedTest(tx, id, { state: 'begun' })
    announce({ plant: plantId }, 'heldTest', { plant_id: plantId })
  }
  await tell(context, test)
  return true
}

/** How the test of a unit's own has ended; undefined while nobody knows. */
const endOfOwn = async ({ tx, ports }: Context, test: PlannedTestRow) => {
  const { startsAt } = test
  const span = {
    from: new Date(startsAt.getTime() - aroundMs),
    until: new Date(startsAt.getTime() + aroundMs),
  }
  const own = await findOwnTest(tx, test, span)
  if (own?.executed) return own
  const waited = ports.clock.now().getTime() - startsAt.getTime()
  return waited > patienceMs ? (own ?? { executed: false, reason: 'no_result' }) : undefined
}

/** Takes note of how tests have ended whose time has come. */
export const followTests = async (context: Context): Promise<void> => {
  const { tx, ports } = context
  const open = await lockOpenTests(tx, ports.clock.now(), openAtOnce)
  const ends = await listHeldEnds(
    tx,
    open.filter(({ state }) => state === 'begun').map(({ id }) => id),
  )
  for (const test of open) {
    const end = test.state === 'begun' ? ends.find(({ id }) => id === test.id) : await endOfOwn(context, test)
    if (!end) continue
    await updatePlannedTest(tx, test.id, { state: end.executed ? 'done' : 'notExecuted', reason: end.reason })
    await tell(context, test)
  }
}
