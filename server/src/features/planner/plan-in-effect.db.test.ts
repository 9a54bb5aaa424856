import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { begin, dayMs, hourMs, minuteMs, ofKind, openPlannedPlant, topic } from '../../testing/planned-plant.ts'

/** A plan in force: what its units are asked for, and when it is in effect. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
beforeAll(async () => {
  plant = await openPlannedPlant()
})
afterAll(() => plant.server.stop())
beforeEach(() => plant.reset())

describe('a plan in force', () => {
  it('is in effect only once its unit has told so, and asks a unit once', async () => {
    await plant.accepted()
    expect((await plant.inForce()).tests.every(({ state }) => state === 'notYet')).toBe(true)
    await plant.keep()
    await plant.keep()
    await plant.obey()
    const names = (await plant.sent()).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'setDateTimeAutonomia',
      'setDateTimeFunzionale',
      'setPeriodAutonomia',
      'setPeriodFunzionale',
    ])
    const before = await plant.inForce()
    expect(before.tests.every(({ state }) => state === 'notYet')).toBe(true)
    expect(before.waiting).toEqual([{ cu: topic, silent: false }])
    await plant.tellDates()
    plant.at(begin.getTime() + minuteMs)
    await plant.keep()
    const plan = await plant.inForce()
    expect(plan.tests.every(({ state }) => state === 'inEffect')).toBe(true)
    expect(plan.waiting).toEqual([])
    plant.at(begin.getTime() + hourMs)
    await plant.keep()
    expect(await plant.sent()).toHaveLength(4)
    const [unitTest] = ofKind(plan.tests, 'functional')
    expect((await plant.sent()).find(({ name }) => name === 'setDateTimeFunzionale')?.command.set).toBe(unitTest?.at)
  })

  it('reaches a unit that was silent later, and once', async () => {
    await plant.connect(false)
    await plant.accepted()
    await plant.keep()
    expect(await plant.sent()).toEqual([])
    expect((await plant.inForce()).waiting).toEqual([{ cu: topic, silent: true }])
    plant.at(begin.getTime() + 6 * hourMs)
    await plant.keep()
    expect(await plant.sent()).toEqual([])
    await plant.connect(true)
    plant.at(begin.getTime() + 6 * hourMs + minuteMs)
    await plant.takePlan()
    expect((await plant.inForce()).waiting).toEqual([])
    plant.at(begin.getTime() + 9 * hourMs)
    await plant.keep()
    expect(await plant.sent()).toHaveLength(4)
  })

  it('asks a unit once more that has carried out what it was told and says another date, and not before a quarter of an hour', async () => {
    await plant.accepted()
    await plant.keep()
    await plant.obey()
    plant.at(begin.getTime() + 14 * minuteMs)
    await plant.keep()
    await plant.obey()
    expect(await plant.sent()).toHaveLength(4)
    plant.at(begin.getTime() + 16 * minuteMs)
    await plant.keep()
    await plant.obey()
    expect(await plant.sent()).toHaveLength(8)
  })

  it('is accepted once by two at a time, and on two nodes each unit is asked once', async () => {
    const planId = await plant.propose()
    await Promise.all([plant.accept(planId), plant.accept(planId), plant.accept(planId)])
    const first = await plant.inForce()
    plant.at(begin.getTime() + minuteMs)
    await plant.accept(planId)
    expect(await plant.inForce()).toEqual(first)
    const { rows } = await plant.server.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from test_plan where state = 'accepted'`,
    )
    expect(rows[0]?.n).toBe(1)
    await Promise.all([plant.keep(), plant.keep(), plant.keep()])
    await plant.obey()
    expect(await plant.sent()).toHaveLength(4)
  })

  it('takes the place of the one before', async () => {
    const first = await plant.accepted()
    const second = await plant.accepted()
    expect((await plant.inForce()).id).toBe(second)
    expect(await plant.client.refusal('acceptPlan', { plantId: plant.plantId, planId: first })).toBe('PLAN_NOT_FOUND')
    const { rows } = await plant.server.database.db.execute(sql`select 1 from planned_test where plan_id = ${first}`)
    expect(rows).toEqual([])
  })

  it('says so when people have given a unit another date since, and leaves it to them', async () => {
    await plant.accepted()
    await plant.takePlan()
    await lampDetailFixture(plant.server, topic, {
      functional: { next: '2026-03-05T12:00:00.000Z', period: '4w', deferred: false },
      autonomy: null,
    })
    plant.at(begin.getTime() + hourMs)
    await plant.keep()
    expect((await plant.inForce()).conflicts[0]).toMatchObject({ kind: 'unitChanged', cu: topic, unsolved: true })
    expect(await plant.sent()).toHaveLength(4)
  })

  it('is not fought over with what keeps the time of day of units over a clock change', async () => {
    const { before, after, tell: reportDates } = await givenTwoDates()
    // It counts on by a clock that knows no zone: an hour late by the clock of the plant.
    const nextByUnit = new Date(Date.parse(before.at) + 28 * dayMs).toISOString()
    expect(Date.parse(nextByUnit) - Date.parse(after.at)).toBe(hourMs)
    const sentCount = (await plant.sent()).length
    let next = nextByUnit
    for (const hour of [1, 2, 3, 8, 9, 24, 25, 48]) {
      plant.at(Date.parse(before.at) + hour * hourMs)
      await reportDates(next)
      expect(await stateOf(after.id)).toMatchObject({ at: after.at, state: 'inEffect' })
      // Each comes first now and then, as on a server.
      const tasks = [() => plant.keep(), () => plant.server.keepClockChanges()]
      for (const runTask of hour % 2 ? tasks : tasks.toReversed()) await runTask()
      await plant.obey()
      next = (await readLastSet()) ?? next
    }
    const since = (await plant.sent()).slice(sentCount).filter(({ name }) => name !== 'setClock')
    expect(since).toMatchObject([{ name: 'setDateTimeFunzionale', command: { set: after.at } }])
  })

  const stateOf = async (testId: string) => (await plant.inForce()).tests.find(({ id }) => id === testId)
  const readLastSet = async () =>
    (await plant.sent()).findLast(({ name }) => name === 'setDateTimeFunzionale')?.command.set

  /** A unit that has its dates, the first two of a clock change on both sides, and how it tells its next functional test. */
  const givenTwoDates = async () => {
    await plant.accepted()
    await plant.takePlan()
    const unitTests = ofKind((await plant.inForce()).tests, 'functional').filter(({ by }) => by === 'unit')
    const summer = unitTests.findIndex(({ day }) => day > '2026-03-29')
    const [before, after] = [unitTests[summer - 1], unitTests[summer]]
    if (!before || !after) throw new Error('the unit has no dates on both sides of the clock change')
    const autonomy = (await plant.sent()).find(({ name }) => name === 'setDateTimeAutonomia')?.command.set ?? ''
    const { db } = plant.server.database
    await db.execute(sql`update planned_test set state = 'done' where planner = 'unit' and starts_at <= ${before.at}`)
    const reportDates = async (next: string) => {
      await lampDetailFixture(plant.server, topic, {
        functional: { next, period: '4w', deferred: false },
        autonomy: { next: autonomy, period: '12m', deferred: false },
      })
      await db.execute(sql`update central_unit set shadow_at = ${plant.server.clock.now().toISOString()}`)
    }
    return { before, after, tell: reportDates }
  }
})
