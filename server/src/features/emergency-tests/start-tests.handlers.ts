import type { testActions } from '@vigilux/contract/features/emergency-tests/emergency-tests.actions.ts'
import { isWithoutMains, splitByMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { refusable, type Work } from '../../kernel/work.ts'
import { auditUnit, type EnabledUnitRefusal, requireEnabledUnit } from '../central-units/index.ts'
import { type CommandRefusal, refuseWhileHeld } from '../commands/index.ts'
import { beginTest, type TestOrder } from './begin-test.ts'
import { type ConfirmationRefusal, requireConfirmation } from './confirm-autonomy-test.ts'
import { listOpenTestsOfUnit } from './emergency-tests.store.ts'
import { targetLamps } from './target-lamps.ts'

type Handlers = Pick<HandlersOf<typeof testActions>, 'ftest' | 'startTests'>
type TestRequest = { plantId: string; topic: string; kind: TestKind; addr: readonly number[]; anyway: boolean }
type TestRefusal =
  | EnabledUnitRefusal
  | CommandRefusal
  | ConfirmationRefusal
  | ('LAMP_NOT_FOUND' | 'NO_LAMPS_TO_TEST' | 'UNIT_WITHOUT_MAINS' | 'TEST_ALREADY_RUNNING')
type PreparedTest = { order: TestOrder; leftOut: number[] }

/**
 * Checks whether a test can start on a unit, and on which lamps. Writes nothing, so a refusal leaves nothing behind.
 */
const prepareTest = async (
  work: Work<TestRefusal>,
  { plantId, topic, kind, addr, anyway }: TestRequest,
): Promise<PreparedTest> => {
  const unit = await requireEnabledUnit(work, plantId, { topic })
  const { wantedAddrs, lamps } = await targetLamps(work, unit.id, addr)
  const emergency = lamps.filter((lamp) => lamp.type === 'emergency')
  if (emergency.length === 0) return work.fail('NO_LAMPS_TO_TEST')
  const { ready: underTest, leftOut: lampsLeftOut } = splitByMains(emergency)
  const testedAddrs = underTest.map((lamp) => lamp.addr)
  const { onBattery, warnings } = unit
  if (testedAddrs.length === 0 || isWithoutMains({ on_battery: onBattery, warnings }))
    return work.fail('UNIT_WITHOUT_MAINS')
  if (!work.ports.devices.types[unit.cuType]?.facts.commands.includes('ftest')) return work.fail('COMMAND_UNKNOWN')
  await refuseWhileHeld(work, plantId, topic)
  work.audit.diff(null, { test: kind, lamps: testedAddrs.length, ...(anyway && { anyway }) })
  // Before any confirmation, so a confirmed request is not refused afterwards.
  if ((await listOpenTestsOfUnit(work.tx, unit.id)).length > 0) return work.fail('TEST_ALREADY_RUNNING')
  if (kind === 'autonomy' && !anyway) await requireConfirmation(work, unit, underTest)
  const requestedLamps = wantedAddrs.length + lampsLeftOut.length > 0 ? testedAddrs : ('all' as const)
  return { order: { unit, kind, underTest, asked: requestedLamps }, leftOut: lampsLeftOut.map((lamp) => lamp.addr) }
}

export const startTestHandlers: Handlers = {
  ftest: async ({ input, ...context }) => {
    const { order, leftOut } = await prepareTest(context.work, input)
    const startedTest = (await beginTest(context, order)) ?? context.work.fail('TEST_ALREADY_RUNNING')
    return { ...startedTest, leftOut }
  },
  startTests: async ({ input, ...context }) => {
    const { plantId, kind } = input
    const units: Awaited<ReturnType<Handlers['startTests']>>['units'] = []
    // Always in the same order, so concurrent requests do not deadlock.
    for (const { topic, addr, anyway } of input.units.toSorted((a, b) => (a.topic < b.topic ? -1 : 1))) {
      const preparedTest = await prepareTest(refusable(context.work), { plantId, topic, kind, addr, anyway }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          // The request is audited even for an unknown unit; a known one is recorded under its own name.
          auditUnit(context.work, { unit: topic, cuId: topic, description: '' })
          return error
        },
      )
      const startedTest = preparedTest instanceof Refusal ? undefined : await beginTest(context, preparedTest.order)
      const { code, details = null } = preparedTest instanceof Refusal ? preparedTest : { code: 'TEST_ALREADY_RUNNING' }
      units.push({
        topic,
        test: startedTest?.test ?? null,
        leftOut: startedTest && 'leftOut' in preparedTest ? preparedTest.leftOut : [],
        refused: startedTest ? null : { code, details },
      })
    }
    return { units }
  },
}
