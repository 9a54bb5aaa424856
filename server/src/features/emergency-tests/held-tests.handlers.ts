import { randomUUID } from 'node:crypto'
import type { testActions } from '@vigilux/contract/features/emergency-tests/emergency-tests.actions.ts'
import { maxHeldTestsPerPlant } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnitById, requireAcquiredUnit } from '../central-units/index.ts'
import { countBothGroups } from './confirm-autonomy-test.ts'
import type { TestLamp } from './emergency-tests.store.ts'
import {
  cancelHeldTest,
  countHeldTests,
  findHeldTest,
  type HeldTestRow,
  insertHeldTest,
  listHeldTests,
  toHeldTest,
} from './held-tests.store.ts'
import { targetLamps } from './target-lamps.ts'

type Handlers = Pick<HandlersOf<typeof testActions>, 'holdTest' | 'cancelHeldTest' | 'getHeldTests'>

/**
 * Whether two held tests are the same: same unit, and same time or same wait; the second is not saved. A re-test after
 * a repair counts as different.
 */
const isSame =
  (a: HeldTestRow) =>
  (b: HeldTestRow): boolean =>
    a.centralUnitId === b.centralUnitId &&
    a.kind === b.kind &&
    a.reTest === b.reTest &&
    a.startsAt?.getTime() === b.startsAt?.getTime() &&
    a.lamps.join() === b.lamps.join()

/** Refuses without a lamp to test, and asks before a test of both test groups of a unit. */
const checkTestedLamps = (
  work: Work<'NO_LAMPS_TO_TEST' | 'BOTH_TEST_GROUPS'>,
  lamps: readonly TestLamp[],
  { topic, asksFirst }: { topic: string; asksFirst: boolean },
): void => {
  const emergencyLamps = lamps.filter(({ type }) => type === 'emergency')
  if (emergencyLamps.length === 0) work.fail('NO_LAMPS_TO_TEST')
  const bothTestGroups = asksFirst ? countBothGroups(emergencyLamps) : null
  if (bothTestGroups) work.fail('BOTH_TEST_GROUPS', { ...bothTestGroups, topic })
}

export const heldTestHandlers: Handlers = {
  holdTest: async ({ work, input, caller }) => {
    const { plantId, kind, startsAt, anyway } = input
    const now = work.now
    const at = startsAt === undefined ? null : new Date(startsAt)
    const existingTests = await listHeldTests(work.tx, plantId)
    const heldTests = new Set<HeldTestRow>()
    const rows: HeldTestRow[] = []
    for (const { topic, addr } of input.units) {
      const unit = await requireAcquiredUnit(work, plantId, { topic })
      const { wantedAddrs, lamps } = await targetLamps(work, unit.id, addr)
      checkTestedLamps(work, lamps, { topic, asksFirst: kind === 'autonomy' && !anyway })
      work.audit.diff(null, {
        test: kind,
        lamps: wantedAddrs.length || lamps.length,
        ...(at && { set: at.toISOString() }),
      })
      const row: HeldTestRow = {
        id: randomUUID(),
        plantId,
        centralUnitId: unit.id,
        unit: unit.unit,
        kind,
        lamps: wantedAddrs,
        state: 'waiting',
        startsAt: at,
        chargedAt: null,
        reason: null,
        dueAt: at ?? now,
        testId: null,
        reTest: false,
        chargesFrom: null,
        requestedBy: caller.userId,
        requestedByName: caller.name,
        requestedAt: now,
      }
      const sameTest = [...existingTests, ...rows].find(isSame(row))
      if (!sameTest) rows.push(row)
      heldTests.add(sameTest ?? row)
    }
    if (at && at <= now) return work.fail('TEST_DATE_PAST')
    if ((await countHeldTests(work.tx, plantId)) + rows.length > maxHeldTestsPerPlant)
      return work.fail('HELD_TESTS_LIMIT')
    for (const row of rows) await insertHeldTest(work.tx, row)
    work.broadcast({ plant: plantId }, 'heldTest', { plant_id: plantId })
    return { held: [...heldTests].map(toHeldTest) }
  },
  cancelHeldTest: async ({ work, input }) => {
    const { plantId, heldTestId } = input
    if ((await findHeldTest(work.tx, plantId, heldTestId))?.reTest) return work.fail('HELD_TEST_PROVES_WORK')
    const row = (await cancelHeldTest(work.tx, plantId, heldTestId)) ?? work.fail('HELD_TEST_NOT_FOUND')
    const unit = await findUnitById(work.tx, plantId, row.centralUnitId)
    if (unit) auditUnit(work, unit)
    work.audit.diff(null, { test: row.kind })
    work.broadcast({ plant: plantId }, 'heldTest', { plant_id: plantId })
    return {}
  },
  getHeldTests: async ({ work, input }) => ({ held: (await listHeldTests(work.tx, input.plantId)).map(toHeldTest) }),
}
