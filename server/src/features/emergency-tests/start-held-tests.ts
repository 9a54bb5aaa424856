import { type HeldReason, heldTestGraceMin } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import { isWithoutMains, splitByMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/process-due.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type CentralUnitRow, findEnabledFilter, findLinks, findUnitById, isConnected } from '../central-units/index.ts'
import { type BeginContext, beginTest, newTest } from './begin-test.ts'
import { insertTest, listOpenTestsOfUnit } from './emergency-tests.store.ts'
import { findChargedAt } from './find-charged-at.ts'
import { type HeldTestRow, lockDueHeldTest, lockFellowReTests, updateHeldTest } from './held-tests.store.ts'
import { listTestLamps, type TestLamp } from './lamps-under-test.store.ts'
import { recordNotStarted } from './not-started.ts'

const pollIntervalMs = 2_000
/** Milliseconds between checks of a test that waits for its batteries: mains may fail meanwhile. */
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

/** A re-test that needs no charge, such as of a lamp's light, starts as soon as possible. */
const needsCharge = ({ reTest, kind, chargesFrom }: HeldTestRow): boolean =>
  !reTest || kind === 'autonomy' || chargesFrom !== null

/** Other re-tests on the same unit that could start now: they run as one test with it. */
const listConcurrentReTests = async (
  context: Context,
  unit: CentralUnitRow,
): Promise<{ id: string; lamps: TestLamp[] }[]> => {
  const { work, held } = context
  const fellows: { id: string; lamps: TestLamp[] }[] = []
  for (const row of held.reTest ? await lockFellowReTests(work.tx, held) : []) {
    const lamps = await lampsOf(work.tx, row)
    const isReady = !needsCharge(row) || (await findChargedAt(context.work, unit, lamps, row.chargesFrom)) === null
    if (lamps.length > 0 && isReady) fellows.push({ id: row.id, lamps })
  }
  return fellows
}

const beginHeldTest = async (context: Context, unit: CentralUnitRow, own: readonly TestLamp[]): Promise<void> => {
  const fellows = await listConcurrentReTests(context, unit)
  const lamps = [...new Map([...own, ...fellows.flatMap((one) => one.lamps)].map((lamp) => [lamp.addr, lamp])).values()]
  const { ready, leftOut } = splitByMains(lamps)
  const asked = context.held.lamps.length + leftOut.length > 0 ? ready.map(({ addr }) => addr) : ('all' as const)
  const begun =
    ready.length > 0 ? await beginTest(context, { unit, kind: context.held.kind, underTest: ready, asked }) : undefined
  if (!begun) return recordNotExecuted(context, unit, own, ready.length > 0 ? 'other_test_running' : 'mains_failure')
  for (const { id } of [context.held, ...fellows])
    await updateHeldTest(context.work.tx, id, { state: 'over', testId: begun.test.id, reason: null })
}

/** Records a due test that could not start, with the reason. */
const recordNotExecuted = async (
  context: Context,
  unit: CentralUnitRow,
  lamps: readonly TestLamp[],
  reason: string,
): Promise<void> => {
  const { work, held } = context
  const order = { unit, kind: held.kind, underTest: lamps }
  const fresh = newTest(context, order)
  const at = fresh.requestedAt
  // A chosen lamp that the unit no longer lists was not tested either.
  const meant = [...new Set([...held.lamps, ...fresh.lamps])]
  const end = { state: 'notStarted', reason, endedAt: at, commandId: null } as const
  const row = await insertTest(work.tx, { ...fresh, ...end, lamps: meant })
  if (row) await recordNotStarted(work, row)
  await updateHeldTest(work.tx, held.id, { state: 'over', testId: row?.id ?? null })
}

/** Reasons for a test that never started, as codes of results. */
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
  const late = context.work.now.getTime() - startsAt.getTime()
  if (late > heldTestGraceMin * 60_000) return recordNotExecuted(context, unit, lamps, 'max_delay_exceeded')
  const reason = lamps.length === 0 ? 'lamp_missing' : await findObstacle(context.work.tx, unit)
  return reason ? recordNotExecuted(context, unit, lamps, reasonOf[reason]) : beginHeldTest(context, unit, lamps)
}

/** Starts a test if its batteries are charged or need not be; else it keeps waiting, with the reason. */
const startWhenCharged = async (context: Context, unit: CentralUnitRow): Promise<void> => {
  const { work, held } = context
  const lamps = await lampsOf(work.tx, held)
  const charged = needsCharge(held) ? await findChargedAt(context.work, unit, lamps, held.chargesFrom) : null
  const missing = held.reTest && lamps.length === 0 ? ('lamp_missing' as const) : null
  const reason = missing ?? (await findObstacle(work.tx, unit)) ?? (charged ? 'battery_charging' : null)
  if (reason === null) return beginHeldTest(context, unit, lamps)
  // Without mains they do not charge, so the time is unknown.
  const known = reason === 'mains_failure' ? null : charged
  await updateHeldTest(work.tx, held.id, {
    reason,
    chargedAt: known,
    dueAt: new Date(work.now.getTime() + chargePollIntervalMs),
  })
}

const processHeldTest = async (context: Context): Promise<void> => {
  const { work, held } = context
  const unit = await findUnitById(work.tx, held.plantId, held.centralUnitId)
  if (!unit?.acquired || unit.removedAt) await updateHeldTest(work.tx, held.id, { state: 'cancelled' })
  // Pro may have expired since the request: then nothing on the unit is tested.
  else if (!(await findEnabledFilter(work.tx, [held.plantId], work.now))(unit))
    await recordNotExecuted(context, unit, await lampsOf(work.tx, held), 'UNIT_TYPE_NOT_ENABLED')
  else if (held.startsAt) await startAtItsTime(context, unit, held.startsAt)
  else await startWhenCharged(context, unit)
  work.broadcast({ plant: held.plantId }, 'heldTest', { plant_id: held.plantId })
}

/** Starts the due tests. */
export const startHeldTests = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'a test that waits cannot be looked at' }, async (work, failed, found) => {
    const held = await lockDueHeldTest(work.tx, work.now, failed)
    if (!held) return false
    found(held.id)
    const caller = { userId: held.requestedBy, name: held.requestedByName }
    await processHeldTest({ work, caller, held })
    return true
  })

export const heldTestTask: TaskFactory = (parts) => ({
  name: 'start held tests',
  everyMs: pollIntervalMs,
  turn: () => startHeldTests(parts),
})
