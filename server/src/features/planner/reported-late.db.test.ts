import { randomUUID } from 'node:crypto'
import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { dayMs, hourMs, minuteMs, ofKind, openPlannedPlant, topic } from '../../testing/planned-plant.ts'
import { insertPastTests } from '../emergency-tests/index.ts'

/** An offline unit runs its own tests, and reports them after it reconnects. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
beforeAll(async () => {
  plant = await openPlannedPlant()
})
afterAll(() => plant.server.stop())
beforeEach(() => plant.reset())

const testsOfKind = async (kind: string): Promise<PlannedTest[]> => ofKind((await plant.readPlanInForce()).tests, kind)
const at = (test: PlannedTest | undefined, after = 0) => plant.at(Date.parse(test?.at ?? '') + after)
const stateOf = async (test: PlannedTest | undefined) => {
  const { tests } = await plant.readPlanInForce()
  return tests.find(({ id }) => id === test?.id)
}
/** The unit ran the test and reported it. */
const addResult = async ({ kind, at: time }: Pick<PlannedTest, 'kind' | 'at'>) => {
  const { rows } = await plant.server.database.db.execute<{ id: string }>(sql`select id from central_unit`)
  const [started, id] = [new Date(time), randomUUID()]
  const test = { id, plantId: plant.plantId, centralUnitId: rows[0]?.id ?? '', unit: topic, kind, lamps: [1] }
  const times = { requestedAt: started, startedAt: started, endedAt: new Date(started.getTime() + hourMs) }
  const resultRow = {
    lamp: 1,
    serial: 'A1B2C1',
    description: '',
    location: '',
    result: 'passed',
    reason: null,
  } as const
  const run = { ...test, ...times, trigger: 'automatic', state: 'finished', ratedMin: 60 } as const
  await plant.server.inTransaction((work) =>
    insertPastTests(work, [run], [{ ...resultRow, testId: id, measuredS: 3600, ratedMin: 60, at: started }]),
  )
}
/** The unit is offline until the platform has given the test up and planned another. */
const awayOver = async (test: PlannedTest | undefined) => {
  at(test, -hourMs)
  await plant.connect(false)
  at(test, 73 * hourMs)
  await plant.runPlanTasks()
}

describe('test reported late', () => {
  it('is recorded as executed, and its replacement is withdrawn', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const before = await testsOfKind('functional')
    const [test] = before
    await awayOver(test)
    expect(await stateOf(test)).toMatchObject({ state: 'notExecuted', reason: 'no_result' })
    const [replacementTest] = (await testsOfKind('functional')).filter(({ movedFrom }) => movedFrom === test?.at)
    expect(replacementTest).toMatchObject({ by: 'platform', movedBecause: 'notExecuted' })
    // The test cannot start either, and gets a replacement.
    at(replacementTest)
    await plant.runPlanTasks()
    await plant.server.startHeldTests()
    await plant.runPlanTasks()
    expect((await testsOfKind('functional')).some(({ movedFrom }) => movedFrom === replacementTest?.at)).toBe(true)

    await plant.connect(true)
    if (test) await addResult(test)
    at(replacementTest, 2 * hourMs)
    await plant.runPlanTasks()
    expect(await stateOf(test)).toMatchObject({ state: 'done', reason: null })
    expect((await testsOfKind('functional')).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await plant.runPlanTasks()
    expect(await testsOfKind('functional')).toHaveLength(before.length)
  })

  it('is not replaced if the next one ran since', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const before = await testsOfKind('functional')
    const [test, next] = before
    at(test, -hourMs)
    await plant.connect(false)
    // No poll for weeks: the next test is too near for a replacement.
    at(next, -2 * dayMs)
    await plant.runPlanTasks()
    expect(await stateOf(test)).toMatchObject({ state: 'notExecuted', reason: 'no_result' })
    expect(await testsOfKind('functional')).toHaveLength(before.length)
    await plant.connect(true)
    if (next) await addResult(next)
    for (const hours of [2, 4]) {
      at(next, hours * hourMs)
      await plant.runPlanTasks()
    }
    expect(await stateOf(next)).toMatchObject({ state: 'done' })
    expect((await testsOfKind('functional')).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('does not stop a started replacement or record an unreported test', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const [test] = await testsOfKind('functional')
    await awayOver(test)
    await plant.connect(true)
    const [replacementTest] = (await testsOfKind('functional')).filter(({ movedFrom }) => movedFrom === test?.at)
    at(replacementTest)
    await plant.runPlanTasks()
    expect(await stateOf(test)).toMatchObject({ state: 'notExecuted' })
    if (test) await addResult(test)
    at(replacementTest, 2 * hourMs)
    await plant.runPlanTasks()
    expect([await stateOf(test), await stateOf(replacementTest)]).toMatchObject([{ state: 'done' }, { state: 'begun' }])
  })

  it('is not repeated by the unit or seen as a changed date', async () => {
    await plant.server.database.db.execute(sql`delete from lamp where addr > 1`)
    await plant.acceptProposal()
    await plant.applyPlan()
    const [test] = await testsOfKind('autonomy')
    expect(test).toMatchObject({ by: 'unit', state: 'inEffect' })
    const sentCount = (await plant.readCommands()).length
    await awayOver(test)
    const movedTest = (await testsOfKind('autonomy')).find(({ movedFrom }) => movedFrom === test?.at)
    // The unit still reports the former date: it has not taken the new one.
    at(test, 73 * hourMs + minuteMs)
    await plant.runPlanTasks()
    expect(movedTest).toMatchObject({ by: 'unit', state: 'notYet' })
    expect((await plant.readPlanInForce()).waiting).toEqual([{ cu: topic, silent: true }])

    const { rows } = await plant.server.database.db.execute<{ detail: object }>(sql`select detail from central_unit`)
    const next = new Date(Date.parse(test?.at ?? '') + 365 * dayMs).toISOString()
    await lampDetailFixture(plant.server, topic, {
      ...rows[0]?.detail,
      autonomy: { next, period: '12m', deferred: false },
    })
    await plant.connect(true)
    // Its stored messages are still in transit.
    at(test, 73 * hourMs + 2 * minuteMs)
    await plant.runPlanTasks()
    if (test) await addResult(test)
    // Until the next poll of the plan, and afterwards.
    for (const minutes of [6, 90]) {
      at(test, 73 * hourMs + minutes * minuteMs)
      await plant.runPlanTasks()
      expect(await plant.readCommands()).toHaveLength(sentCount)
    }
    expect(await testsOfKind('autonomy')).toMatchObject([{ id: test?.id, state: 'done' }])
    const plan = await plant.readPlanInForce()
    expect([plan.waiting, plan.conflicts.filter(({ unsolved }) => unsolved)]).toEqual([[], []])
  })
})
