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
  /** When a battery was fitted that charges from then on; null where none was. */
  chargesFrom: Date | null
  /** Not looked at before then. */
  notBefore: Date
  by: Pick<User, 'userId' | 'name'>
}

/**
 * Holds a test of one lamp that is to prove what was done about it: once its battery has charged where the test needs that, else at
 * once. Nobody takes it back, and it does not count among the tests that people may have waiting.
 */
export const holdReTest = async (
  work: Work,
  { unit, kind, addr, chargesFrom, notBefore, by }: ReTest,
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
    requestedBy: by.userId,
    requestedByName: by.name,
    requestedAt: work.now,
  })
  work.broadcast({ plant: unit.plantId }, 'heldTest', { plant_id: unit.plantId })
  return id
}
