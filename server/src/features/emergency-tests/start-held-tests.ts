import { type HeldReason, heldTestGraceMin } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import { isWithoutMains, splitByMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { refusable } from '../../kernel/work.ts'
import { type CentralUnitRow, findEnabledFilter, findLinks, findUnitById, isConnected } from '../central-units/index.ts'
import { refuseWhileHeld } from '../commands/index.ts'
import { type BeginContext, beginTest, newTest } from './begin-test.ts'
import { insertTest, listOpenTestsOfUnit, listTestLamps, type TestLamp } from './emergency-tests.store.ts'
import { findChargedAt } from './find-charged-at.ts'
import {
  type HeldTestRow,
  isAnyHeldTestDue,
  lockDueHeldTest,
  lockFellowReTests,
  updateHeldTest,
} from './held-tests.store.ts'
import { recordNotStarted } from './not-started.ts'

/** Milliseconds between checks of a test waiting for its batteries: mains may fail meanwhile. */
const chargePollIntervalMs = 60_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>
type Context = BeginContext & { held: HeldTestRow }

/** The selected emergency lamps, as currently installed. */
const lampsOf = async (tx: Tx, { centralUnitId, lamps }: HeldTestRow): Promise<TestLamp[]> =>
  (await listTestLamps(tx, centralUnitId, lamps.length > 0 ? lamps : null)).filter(({ type }) => type === 'emergency')

/** Why the unit cannot start; null if it can. */
const findObstacle = async (tx: Tx, unit: CentralUnitRow): Promise<HeldReason | null> => {
  const links = await findLinks(tx, [unit.unit])
  if (!isConnected(unit, links.get(unit.unit))) return 'unit_offline'
  if (isWithoutMains({ on_battery: unit.onBattery, warnings: unit.warnings })) return 'mains_failure'
  return (await listOpenTestsOfUnit(tx, unit.id)).length > 0 ? 'other_test_running' : null
}

/** A re-test without need of charge, such as of a lamp's light, starts as soon as possible. */
const needsCharge = ({ reTest, kind, chargesFrom }: HeldTestRow): boolean =>
  !reTest || kind === 'autonomy' || chargesFrom !== null

/** Other re-tests on the same unit, ready to start: they run as one test with it. */
const listConcurrentReTests = async (
  context: Context,
  unit: CentralUnitRow,
): Promise<{ id: string; lamps: TestLamp[] }[]> => {
  const { work, held: heldTest } = context
  const concurrentReTests: { id: string; lamps: TestLamp[] }[] = []
  for (const row of heldTest.reTest ? await lockFellowReTests(work.tx, heldTest) : []) {
    const lamps = await lampsOf(work.tx, row)
    const isReady = !needsCharge(row) || (await findChargedAt(context.work, unit, lamps, row.chargesFrom)) === null
    if (lamps.length > 0 && isReady) concurrentReTests.push({ id: row.id, lamps })
  }
  return concurrentReTests
}

const beginHeldTest = async (context: Context, unit: CentralUnitRow, heldLamps: readonly TestLamp[]): Promise<void> => {
  const concurrentReTests = await listConcurrentReTests(context, unit)
  const lamps = [
    ...new Map(
      [...heldLamps, ...concurrentReTests.flatMap((one) => one.lamps)].map((lamp) => [lamp.addr, lamp]),
    ).values(),
  ]
  const { ready: testableLamps, leftOut: lampsLeftOut } = splitByMains(lamps)
  const requestedLamps =
    context.held.lamps.length + lampsLeftOut.length > 0 ? testableLamps.map(({ addr }) => addr) : ('all' as const)
  // A unit held by an operation is tried again.
  await refuseWhileHeld(refusable(context.work), unit.plantId, unit.unit)
  const startedTest =
    testableLamps.length > 0
      ? await beginTest(context, { unit, kind: context.held.kind, underTest: testableLamps, asked: requestedLamps })
      : undefined
  if (!startedTest)
    return recordNotExecuted(
      context,
      unit,
      heldLamps,
      testableLamps.length > 0 ? 'other_test_running' : 'mains_failure',
    )
  for (const { id } of [context.held, ...concurrentReTests])
    await updateHeldTest(context.work.tx, id, { state: 'over', testId: startedTest.test.id, reason: null })
}

/** Records a due test without a possible start, with the reason. */
const recordNotExecuted = async (
  context: Context,
  unit: CentralUnitRow,
  lamps: readonly TestLamp[],
  reason: string,
): Promise<void> => {
  const { work, held: heldTest } = context
  const order = { unit, kind: heldTest.kind, underTest: lamps }
  const newRow = newTest(context, order)
  const at = newRow.requestedAt
  // A chosen lamp no longer listed by the unit was not tested either.
  const targetAddrs = [...new Set([...heldTest.lamps, ...newRow.lamps])]
  const end = { state: 'notStarted', reason, endedAt: at, commandId: null } as const
  const row = await insertTest(work.tx, { ...newRow, ...end, lamps: targetAddrs })
  if (row) await recordNotStarted(work, row)
  await updateHeldTest(work.tx, heldTest.id, { state: 'over', testId: row?.id ?? null })
}

/** Reasons for a never started test, as codes of results. */
const reasonOf: Record<HeldReason, string> = {
  lamp_missing: 'lamp_unreachable',
  unit_offline: 'expired',
  mains_failure: 'mains_failure',
  other_test_running: 'other_test_running',
  battery_charging: 'battery_charging',
}

/** Starts a due test, or records why it could not start. */
const startAtItsTime = async (context: Context, unit: CentralUnitRow, startsAt: Date): Promise<void> => {
  const lamps = await lampsOf(context.work.tx, context.held)
  const delayMs = context.work.now.getTime() - startsAt.getTime()
  if (delayMs > heldTestGraceMin * 60_000) return recordNotExecuted(context, unit, lamps, 'max_delay_exceeded')
  const reason = lamps.length === 0 ? 'lamp_missing' : await findObstacle(context.work.tx, unit)
  return reason ? recordNotExecuted(context, unit, lamps, reasonOf[reason]) : beginHeldTest(context, unit, lamps)
}

/** Starts a test if its batteries are charged or need not be; else it keeps waiting, with the reason. */
const startWhenCharged = async (context: Context, unit: CentralUnitRow): Promise<void> => {
  const { work, held: heldTest } = context
  const lamps = await lampsOf(work.tx, heldTest)
  const chargedAt = needsCharge(heldTest) ? await findChargedAt(context.work, unit, lamps, heldTest.chargesFrom) : null
  const missing = heldTest.reTest && lamps.length === 0 ? ('lamp_missing' as const) : null
  const obstacle = await findObstacle(work.tx, unit)
  // Another test ends long before the charge.
  const isCharging = chargedAt !== null && (obstacle === null || obstacle === 'other_test_running')
  const reason = missing ?? (isCharging ? 'battery_charging' : obstacle)
  if (reason === null) return beginHeldTest(context, unit, lamps)
  // Without mains they do not charge, so the time is unknown.
  const knownChargedAt = reason === 'mains_failure' ? null : chargedAt
  await updateHeldTest(work.tx, heldTest.id, {
    reason,
    chargedAt: knownChargedAt,
    dueAt: new Date(work.now.getTime() + chargePollIntervalMs),
  })
}

const processHeldTest = async (context: Context): Promise<void> => {
  const { work, held: heldTest } = context
  const unit = await findUnitById(work.tx, heldTest.plantId, heldTest.centralUnitId)
  if (!unit) await updateHeldTest(work.tx, heldTest.id, { state: 'cancelled' })
  else if (unit.removedAt || !unit.acquired)
    await recordNotExecuted(context, unit, await lampsOf(work.tx, heldTest), 'unit_removed')
  // Pro may have expired since the request: then nothing on the unit is tested.
  else if (!(await findEnabledFilter(work.tx, [heldTest.plantId], work.now))(unit))
    await recordNotExecuted(context, unit, await lampsOf(work.tx, heldTest), 'UNIT_TYPE_NOT_ENABLED')
  else if (heldTest.startsAt) await startAtItsTime(context, unit, heldTest.startsAt)
  else await startWhenCharged(context, unit)
  work.broadcast({ plant: heldTest.plantId }, 'heldTest', { plant_id: heldTest.plantId })
}

export const startHeldTests = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'a test that waits cannot be looked at' }, async (work, failed, found) => {
    const heldTest = await lockDueHeldTest(work.tx, work.now, failed)
    if (!heldTest) return false
    found(heldTest.id)
    const caller = { userId: heldTest.requestedBy, name: heldTest.requestedByName }
    await processHeldTest({ work, caller, held: heldTest })
    return true
  })

export const heldTestTask: TaskFactory = (parts) => ({
  name: 'start held tests',
  due: isAnyHeldTestDue,
  turn: () => startHeldTests(parts),
})
