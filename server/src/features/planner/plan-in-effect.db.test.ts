import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { begin, dayMs, hourMs, minuteMs, ofKind, openPlannedPlant, topic } from '../../testing/planned-plant.ts'

/** A plan in force: the requests to its units, and the time at which it takes effect. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
beforeAll(async () => {
  plant = await openPlannedPlant()
})
afterAll(() => plant.server.stop())
beforeEach(() => plant.reset())

describe('accepted plan', () => {
  it('takes effect only when its unit reports it, after one request', async () => {
    await plant.acceptProposal()
    expect((await plant.readPlanInForce()).tests.every(({ state }) => state === 'notYet')).toBe(true)
    await plant.runPlanTasks()
    await plant.runPlanTasks()
    await plant.obey()
    const names = (await plant.readCommands()).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'setDateTimeAutonomia',
      'setDateTimeFunzionale',
      'setPeriodAutonomia',
      'setPeriodFunzionale',
    ])
    const before = await plant.readPlanInForce()
    expect(before.tests.every(({ state }) => state === 'notYet')).toBe(true)
    expect(before.waiting).toEqual([{ cu: topic, silent: false }])
    await plant.reportDates()
    plant.at(begin.getTime() + minuteMs)
    await plant.runPlanTasks()
    const plan = await plant.readPlanInForce()
    expect(plan.tests.every(({ state }) => state === 'inEffect')).toBe(true)
    expect(plan.waiting).toEqual([])
    plant.at(begin.getTime() + hourMs)
    await plant.runPlanTasks()
    expect(await plant.readCommands()).toHaveLength(4)
    const [unitTest] = ofKind(plan.tests, 'functional')
    expect((await plant.readCommands()).find(({ name }) => name === 'setDateTimeFunzionale')?.command.set).toBe(
      unitTest?.at,
    )
  })

  it('is sent once to a silent unit when it returns', async () => {
    await plant.connect(false)
    await plant.acceptProposal()
    await plant.runPlanTasks()
    expect(await plant.readCommands()).toEqual([])
    expect((await plant.readPlanInForce()).waiting).toEqual([{ cu: topic, silent: true }])
    plant.at(begin.getTime() + 6 * hourMs)
    await plant.runPlanTasks()
    expect(await plant.readCommands()).toEqual([])
    await plant.connect(true)
    plant.at(begin.getTime() + 6 * hourMs + minuteMs)
    await plant.applyPlan()
    expect((await plant.readPlanInForce()).waiting).toEqual([])
    plant.at(begin.getTime() + 9 * hourMs)
    await plant.runPlanTasks()
    expect(await plant.readCommands()).toHaveLength(4)
  })

  it('is sent again after 15 minutes if the unit reports another date', async () => {
    await plant.acceptProposal()
    await plant.runPlanTasks()
    await plant.obey()
    plant.at(begin.getTime() + 14 * minuteMs)
    await plant.runPlanTasks()
    await plant.obey()
    expect(await plant.readCommands()).toHaveLength(4)
    plant.at(begin.getTime() + 16 * minuteMs)
    await plant.runPlanTasks()
    await plant.obey()
    expect(await plant.readCommands()).toHaveLength(8)
  })

  it('counts once and is sent once per unit across nodes', async () => {
    const planId = await plant.propose()
    await Promise.all([plant.accept(planId), plant.accept(planId), plant.accept(planId)])
    const first = await plant.readPlanInForce()
    plant.at(begin.getTime() + minuteMs)
    await plant.accept(planId)
    expect(await plant.readPlanInForce()).toEqual(first)
    const { rows } = await plant.server.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from test_plan where state = 'accepted'`,
    )
    expect(rows[0]?.n).toBe(1)
    await Promise.all([plant.runPlanTasks(), plant.runPlanTasks(), plant.runPlanTasks()])
    await plant.obey()
    expect(await plant.readCommands()).toHaveLength(4)
  })

  it('replaces the former plan', async () => {
    const first = await plant.acceptProposal()
    const second = await plant.acceptProposal()
    expect((await plant.readPlanInForce()).id).toBe(second)
    expect(await plant.client.refusal('acceptPlan', { plantId: plant.plantId, planId: first })).toBe('PLAN_NOT_FOUND')
    const { rows } = await plant.server.database.db.execute(sql`select 1 from planned_test where plan_id = ${first}`)
    expect(rows).toEqual([])
  })

  it('reports a date that people have changed at a unit and leaves it', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    await lampDetailFixture(plant.server, topic, {
      functional: { next: '2026-03-05T12:00:00.000Z', period: '4w', deferred: false },
      autonomy: null,
    })
    plant.at(begin.getTime() + hourMs)
    await plant.runPlanTasks()
    expect((await plant.readPlanInForce()).conflicts[0]).toMatchObject({
      kind: 'unitChanged',
      cu: topic,
      unsolved: true,
    })
    expect(await plant.readCommands()).toHaveLength(4)
  })

  it('sets a date once over a clock change, despite two tasks', async () => {
    const { before, after, reportDates } = await givenTwoDates()
    // The unit counts without a time zone: an hour late by the plant's clock.
    const nextByUnit = new Date(Date.parse(before.at) + 28 * dayMs).toISOString()
    expect(Date.parse(nextByUnit) - Date.parse(after.at)).toBe(hourMs)
    const sentCount = (await plant.readCommands()).length
    let next = nextByUnit
    for (const hour of [1, 2, 3, 8, 9, 24, 25, 48]) {
      plant.at(Date.parse(before.at) + hour * hourMs)
      await reportDates(next)
      expect(await stateOf(after.id)).toMatchObject({ at: after.at, state: 'inEffect' })
      // Either task may run first, as on a server.
      const tasks = [() => plant.runPlanTasks(), () => plant.server.runClockChanges()]
      for (const runTask of hour % 2 ? tasks : tasks.toReversed()) await runTask()
      await plant.obey()
      next = (await readLastSet()) ?? next
    }
    const since = (await plant.readCommands()).slice(sentCount).filter(({ name }) => name !== 'setClock')
    expect(since).toMatchObject([{ name: 'setDateTimeFunzionale', command: { set: after.at } }])
  })

  const stateOf = async (testId: string) => (await plant.readPlanInForce()).tests.find(({ id }) => id === testId)
  const readLastSet = async () =>
    (await plant.readCommands()).findLast(({ name }) => name === 'setDateTimeFunzionale')?.command.set

  /** A unit with its dates, two of them around a clock change. The test can report its next functional test. */
  const givenTwoDates = async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const unitTests = ofKind((await plant.readPlanInForce()).tests, 'functional').filter(({ by }) => by === 'unit')
    const summer = unitTests.findIndex(({ day }) => day > '2026-03-29')
    const [before, after] = [unitTests[summer - 1], unitTests[summer]]
    if (!before || !after) throw new Error('the unit has no dates on both sides of the clock change')
    const autonomy = (await plant.readCommands()).find(({ name }) => name === 'setDateTimeAutonomia')?.command.set ?? ''
    const { db } = plant.server.database
    await db.execute(sql`update planned_test set state = 'done' where planner = 'unit' and starts_at <= ${before.at}`)
    const reportDates = async (next: string) => {
      await lampDetailFixture(plant.server, topic, {
        functional: { next, period: '4w', deferred: false },
        autonomy: { next: autonomy, period: '12m', deferred: false },
      })
      await db.execute(sql`update central_unit set shadow_at = ${plant.server.clock.now().toISOString()}`)
    }
    return { before, after, reportDates }
  }
})
