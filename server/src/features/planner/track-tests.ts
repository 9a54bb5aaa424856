import type { BackgroundParts } from '../../kernel/background.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type HeldOutcome, listHeldOutcomes } from '../emergency-tests/index.ts'
import { findTestOfUnit } from './late-ends.ts'
import { endPlannedTest, listOpenTests } from './open-tests.store.ts'
import { hourMs } from './plan-facts.ts'
import { lockPlan, type PlannedTestRow, schedulePlanCheck } from './planner.store.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>
type End = Omit<HeldOutcome, 'id'>

/** How long to wait for a unit's report of its own test. */
const maxWaitMs = 72 * hourMs
const batchSize = 50

/** How a unit's own test ended; undefined while unknown. */
const findUnitTestEnd = async (tx: Tx, test: PlannedTestRow, now: Date): Promise<End | undefined> => {
  const unitTest = await findTestOfUnit(tx, test)
  if (unitTest?.executed) return unitTest
  const waitedMs = now.getTime() - test.startsAt.getTime()
  return waitedMs > maxWaitMs ? (unitTest ?? { executed: false, reason: 'no_result' }) : undefined
}

type OpenTestBatch = { open: PlannedTestRow[]; ended: { test: PlannedTestRow; end: End }[] }

/** The next batch of open tests, and the end of those whose end is known. */
const readNextBatch = async (tx: Tx, now: Date, after: PlannedTestRow | null): Promise<OpenTestBatch> => {
  const open = await listOpenTests(tx, now, after, batchSize)
  const heldOutcomes = await listHeldOutcomes(
    tx,
    open.filter(({ state }) => state === 'begun').map(({ id }) => id),
  )
  const endedTests: OpenTestBatch['ended'] = []
  for (const test of open) {
    const end =
      test.state === 'begun' ? heldOutcomes.find(({ id }) => id === test.id) : await findUnitTestEnd(tx, test, now)
    if (end) endedTests.push({ test, end })
  }
  return { open, ended: endedTests }
}

const recordEnd = async (
  { ports, inTransaction }: Parts,
  { id, planId, plantId }: PlannedTestRow,
  { executed: isExecuted, reason }: End,
): Promise<void> => {
  await inTransaction(async (work) => {
    // Lock the plan before its tests, in the same order as a revision.
    await lockPlan(work.tx, plantId, planId)
    if (!(await endPlannedTest(work.tx, id, { state: isExecuted ? 'done' : 'notExecuted', reason }))) return
    await schedulePlanCheck(work.tx, planId, ports.clock.now())
    work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
  })
}

/**
 * Records the end of due tests. A failed write is logged and retried in the next run; neither it nor tests open for
 * days block the others.
 */
export const trackTests = async (parts: Parts): Promise<void> => {
  const { ports, inTransaction, log } = parts
  let last: PlannedTestRow | null = null
  do {
    const after: PlannedTestRow | null = last
    const { open: openTests, ended: endedTests }: OpenTestBatch = await inTransaction(({ tx }) =>
      readNextBatch(tx, ports.clock.now(), after),
    )
    for (const { test, end } of endedTests) {
      try {
        await recordEnd(parts, test, end)
      } catch (error) {
        log.error({ err: error, plannedTest: test.id }, 'the end of a planned test cannot be noted')
      }
    }
    last = openTests[batchSize - 1] ?? null
  } while (last)
}
