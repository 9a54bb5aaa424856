import { randomUUID } from 'node:crypto'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { User } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { findChargeHours } from './charge-hours.store.ts'
import { insertHeldTest } from './held-tests.store.ts'

const hourMs = 3_600_000

type ReTest = {
  unit: Pick<CentralUnitRow, 'id' | 'plantId' | 'unit'>
  kind: TestKind
  addr: number
  /** When a battery was fitted, which charges from then on; null without one. */
  chargesFrom: Date | null
  /** Not checked before then. */
  notBefore: Date
  by: Pick<User, 'userId' | 'name'>
}

/**
 * Holds a re-test of one lamp as proof of a repair: it starts once the battery has charged if the test needs it, else
 * at once. Nobody can cancel it, and it does not count towards the limit of waiting tests.
 */
export const holdReTest = async (
  work: Work,
  { unit, kind, addr, chargesFrom, notBefore, by: requester }: ReTest,
): Promise<string> => {
  const id = randomUUID()
  const hours = await findChargeHours(work.tx, unit.plantId)
  const chargedAt = chargesFrom && new Date(chargesFrom.getTime() + hours * hourMs)
  await insertHeldTest(work.tx, {
    id,
    plantId: unit.plantId,
    centralUnitId: unit.id,
    unit: unit.unit,
    kind,
    lamps: [addr],
    state: 'waiting',
    startsAt: null,
    chargedAt,
    reason: null,
    dueAt: notBefore,
    testId: null,
    reTest: true,
    chargesFrom,
    requestedBy: requester.userId,
    requestedByName: requester.name,
    requestedAt: work.now,
  })
  work.broadcast({ plant: unit.plantId }, 'heldTest', { plant_id: unit.plantId })
  return id
}
