import type { BackgroundParts } from '../../kernel/background.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type HeldOutcome, listHeldOutcomes } from '../emergency-tests/index.ts'
import { findTestOfUnit } from './late-ends.ts'
import { endPlannedTest, listOpenTests } from './open-tests.store.ts'
import { hourMs } from './plan-facts.ts'
import { lockPlan, type PlannedTestRow, schedulePlanCheck } from './planner.store.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>
type End = Omit<HeldOutcome, 'id'>

/** How long a unit is waited for that has told of no test of its own. */
const maxWaitMs = 72 * hourMs
const batchSize = 50

/** How the test of a unit's own has ended; undefined while nobody knows. */
const findUnitTestEnd = async (tx: Tx, test: PlannedTestRow, now: Date): Promise<End | undefined> => {
  const own = await findTestOfUnit(tx, test)
  if (own?.executed) return own
  const waited = now.getTime() - test.startsAt.getTime()
  return waited > maxWaitMs ? (own ?? { executed: false, reason: 'no_result' }) : undefined
}

type OpenTestBatch = { open: PlannedTestRow[]; ended: { test: PlannedTestRow; end: End }[] }

/** The next tests that are open, and how those of them have ended of which that is known now. */
const readNextBatch = async (tx: Tx, now: Date, after: PlannedTestRow | null): Promise<OpenTestBatch> => {
  const open = await listOpenTests(tx, now, after, batchSize)
  const held = await listHeldOutcomes(
    tx,
    open.filter(({ state }) => state === 'begun').map(({ id }) => id),
  )
  const ended: OpenTestBatch['ended'] = []
  for (const test of open) {
    const end = test.state === 'begun' ? held.find(({ id }) => id === test.id) : await findUnitTestEnd(tx, test, now)
    if (end) ended.push({ test, end })
  }
  return { open, ended }
}

const recordEnd = async (
  { ports, inTransaction }: Parts,
  { id, planId, plantId }: PlannedTestRow,
  { executed, reason }: End,
): Promise<void> => {
  await inTransaction(async (work) => {
    // The plan before its tests, as whoever makes it true again does.
    await lockPlan(work.tx, plantId, planId)
    if (!(await endPlannedTest(work.tx, id, { state: executed ? 'done' : 'notExecuted', reason }))) return
    await schedulePlanCheck(work.tx, planId, ports.clock.now())
    work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
  })
}

/**
 * Takes note of how tests have ended whose time has come. One whose end cannot be written is logged and comes again with the next turn; it holds up
 * no other, and neither do those that are open for days.
 */
export const trackTests = async (parts: Parts): Promise<void> => {
  const { ports, inTransaction, log } = parts
  let last: PlannedTestRow | null = null
  do {
    const after: PlannedTestRow | null = last
    const { open, ended }: OpenTestBatch = await inTransaction(({ tx }) => readNextBatch(tx, ports.clock.now(), after))
    for (const { test, end } of ended) {
      try {
        await recordEnd(parts, test, end)
      } catch (error) {
        log.error({ err: error, plannedTest: test.id }, 'the end of a planned test cannot be noted')
      }
    }
    last = open[batchSize - 1] ?? null
  } while (last)
}
