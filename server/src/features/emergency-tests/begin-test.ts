import { randomUUID } from 'node:crypto'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { User } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { queueCommand } from '../commands/index.ts'
import { insertTest, ratedMinutesOf, type TestLamp, toTestRun } from './emergency-tests.store.ts'

export type BeginContext = { work: Work; caller: Pick<User, 'userId' | 'name'> }
export type TestOrder = {
  unit: CentralUnitRow
  kind: TestKind
  underTest: readonly TestLamp[]
  /** Positions, or every emergency lamp of the unit. */
  asked: number[] | 'all'
}

/** A new test without results. */
export const newTest = ({ work, caller }: BeginContext, { unit, kind, underTest }: Omit<TestOrder, 'asked'>) => ({
  id: randomUUID(),
  plantId: unit.plantId,
  centralUnitId: unit.id,
  unit: unit.unit,
  life: unit.life,
  kind,
  ...({ trigger: 'user', state: 'requested', reason: null } as const),
  requestedBy: caller.userId,
  requestedByName: caller.name,
  requestedAt: work.now,
  startedAt: null,
  startBoot: null,
  startSeq: null,
  endedAt: null,
  lamps: underTest.map(({ addr }) => addr),
  ratedMin: ratedMinutesOf(kind, underTest),
  commandId: randomUUID(),
})

/** Requests a test from a permitted unit; undefined if it has an open one. */
export const beginTest = async (context: BeginContext, order: TestOrder) => {
  const { unit, kind, asked: requestedLamps } = order
  const { plantId } = unit
  const newRow = newTest(context, order)
  const row = await insertTest(context.work.tx, newRow)
  if (!row) return undefined
  const command = { name: 'ftest', testId: row.id, test: kind, lamps: requestedLamps } as const
  const pending = await queueCommand(context, { plantId, unit, command, id: newRow.commandId })
  const test = toTestRun(row)
  context.work.broadcast({ plant: plantId }, 'ftest', { plant_id: plantId, test, results: [] })
  return { command: pending, test }
}
