import { type HeldReason, heldTestGraceMin } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import { isWithoutMains, withMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { eachLocked } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type CentralUnitRow, enabledIn, findLinks, isConnected, unitById } from '../central-units/index.ts'
import { type BeginContext, beginTest, newTest } from './begin-test.ts'
import { chargedAt } from './charged-at.ts'
import { insertTest, openTestsOfUnit } from './emergency-tests.store.ts'
import { type HeldTestRow, lockDueHeldTest, lockFellowReTests, updateHeldTest } from './held-tests.store.ts'
import { type LampOnPaper, lampsOnPaper } from './lamps-under-test.store.ts'
import { tellNotStarted } from './not-started.ts'

const lookEveryMs = 2_000
/** How often a test that waits for its batteries is looked at: mains may fail meanwhile. */
const chargeLookMs = 60_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>
type Context = BeginContext & { held: HeldTestRow }

/** The emergency lamps that are meant, as they hang there now. */
const lampsOf = async (tx: Tx, { centralUnitId, lamps }: HeldTestRow): Promise<LampOnPaper[]> =>
  (await lampsOnPaper(tx, centralUnitId, lamps.length > 0 ? lamps : null)).filter(({ type }) => type === 'emergency')

/** Why the unit cannot begin now; null where it can. */
const hindrance = async (tx: Tx, unit: CentralUnitRow): Promise<HeldReason | null> => {
  const links = await findLinks(tx, [unit.unit])
  if (!isConnected(unit, links.get(unit.unit))) return 'unit_offline'
  if (isWithoutMains({ on_battery: unit.onBattery, warnings: unit.warnings })) return 'mains_failure'
  return (await openTestsOfUnit(tx, unit.id)).length > 0 ? 'other_test_running' : null
}

/** A test that proves work that needs no charge, as of a lamp's light, begins as soon as it can. */
const needsCharge = ({ reTest, kind, chargesFrom }: HeldTestRow): boolean =>
  !reTest || kind === 'autonomy' || chargesFrom !== null

/** Others that prove work on the same unit and could begin now too: they begin as one test with it. */
const fellowsOf = async (context: Context, unit: CentralUnitRow): Promise<{ id: string; lamps: LampOnPaper[] }[]> => {
  const { work, held } = context
  const fellows: { id: string; lamps: LampOnPaper[] }[] = []
  for (const row of held.reTest ? await lockFellowReTests(work.tx, held) : []) {
    const lamps = await lampsOf(work.tx, row)
    const isReady = !needsCharge(row) || (await chargedAt(context.work, unit, lamps, row.chargesFrom)) === null
    if (lamps.length > 0 && isReady) fellows.push({ id: row.id, lamps })
  }
  return fellows
}

const begin = async (context: Context, unit: CentralUnitRow, own: readonly LampOnPaper[]): Promise<void> => {
  const fellows = await fellowsOf(context, unit)
  const lamps = [...new Map([...own, ...fellows.flatMap((one) => one.lamps)].map((lamp) => [lamp.addr, lamp])).values()]
  const { ready, leftOut } = withMains(lamps)
  const asked = context.held.lamps.length + leftOut.length > 0 ? ready.map(({ addr }) => addr) : ('all' as const)
  const begun =
    ready.length > 0 ? await beginTest(context, { unit, kind: context.held.kind, underTest: ready, asked }) : undefined
  if (!begun) return notExecuted(context, unit, own, ready.length > 0 ? 'other_test_running' : 'mains_failure')
  for (const { id } of [context.held, ...fellows])
    await updateHeldTest(context.work.tx, id, { state: 'over', testId: begun.test.id, reason: null })
}

/** Its time came and it could not begin: a test that never started, with the reason. */
const notExecuted = async (
  context: Context,
  unit: CentralUnitRow,
  lamps: readonly LampOnPaper[],
  reason: string,
): Promise<void> => {
  const { work, held } = context
  const order = { unit, kind: held.kind, underTest: lamps }
  const fresh = newTest(context, order)
  const at = fresh.requestedAt
  // A lamp that was chosen and that the unit lists no more was not tested either.
  const meant = [...new Set([...held.lamps, ...fresh.lamps])]
  const end = { state: 'notStarted', reason, endedAt: at, commandId: null } as const
  const row = await insertTest(work.tx, { ...fresh, ...end, lamps: meant })
  if (row) await tellNotStarted(work, row)
  await updateHeldTest(work.tx, held.id, { state: 'over', testId: row?.id ?? null })
}

/** What a test that never started says of why, in the words that results have. */
const reasonOf: Record<HeldReason, string> = {
  lamp_missing: 'lamp_unreachable',
  unit_offline: 'expired',
  mains_failure: 'mains_failure',
  other_test_running: 'other_test_running',
  battery_charging: 'battery_charging',
}

/** Starts a test whose time has come, or says why it could not be. */
const startAtItsTime = async (context: Context, unit: CentralUnitRow, startsAt: Date): Promise<void> => {
  const lamps = await lampsOf(context.work.tx, context.held)
  const late = context.work.now.getTime() - startsAt.getTime()
  if (late > heldTestGraceMin * 60_000) return notExecuted(context, unit, lamps, 'max_delay_exceeded')
  const reason = lamps.length === 0 ? 'lamp_missing' : await hindrance(context.work.tx, unit)
  return reason ? notExecuted(context, unit, lamps, reasonOf[reason]) : begin(context, unit, lamps)
}

/** Starts a test whose batteries are charged, or need not be; else it waits on, and says for what. */
const startWhenCharged = async (context: Context, unit: CentralUnitRow): Promise<void> => {
  const { work, held } = context
  const lamps = await lampsOf(work.tx, held)
  const charged = needsCharge(held) ? await chargedAt(context.work, unit, lamps, held.chargesFrom) : null
  const missing = held.reTest && lamps.length === 0 ? ('lamp_missing' as const) : null
  const reason = missing ?? (await hindrance(work.tx, unit)) ?? (charged ? 'battery_charging' : null)
  if (reason === null) return begin(context, unit, lamps)
  // Without mains they do not charge: nobody can say when they will have.
  const known = reason === 'mains_failure' ? null : charged
  await updateHeldTest(work.tx, held.id, {
    reason,
    chargedAt: known,
    dueAt: new Date(work.now.getTime() + chargeLookMs),
  })
}

const lookAt = async (context: Context): Promise<void> => {
  const { work, held } = context
  const unit = await unitById(work.tx, held.plantId, held.centralUnitId)
  if (!unit?.acquired || unit.removedAt) await updateHeldTest(work.tx, held.id, { state: 'cancelled' })
  // Pro may have expired since somebody asked for it: then nothing on the unit is tested.
  else if (!(await enabledIn(work.tx, [held.plantId], work.now))(unit))
    await notExecuted(context, unit, await lampsOf(work.tx, held), 'UNIT_TYPE_NOT_ENABLED')
  else if (held.startsAt) await startAtItsTime(context, unit, held.startsAt)
  else await startWhenCharged(context, unit)
  work.broadcast({ plant: held.plantId }, 'heldTest', { plant_id: held.plantId })
}

/** Starts the tests whose time has come. */
export const startHeldTests = (parts: Parts): Promise<void> =>
  eachLocked({ ...parts, failure: 'a test that waits cannot be looked at' }, async (work, failed, found) => {
    const held = await lockDueHeldTest(work.tx, work.now, failed)
    if (!held) return false
    found(held.id)
    const caller = { userId: held.requestedBy, name: held.requestedByName }
    await lookAt({ work, caller, held })
    return true
  })

export const heldTestStarter: TaskOf = (parts) => ({
  name: 'start held tests',
  everyMs: lookEveryMs,
  turn: () => startHeldTests(parts),
})
