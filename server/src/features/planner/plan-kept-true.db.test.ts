import { randomUUID } from 'node:crypto'
import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { begin, dayMs, hourMs, minuteMs, ofKind, openPlannedPlant } from '../../testing/planned-plant.ts'
import { whenDue } from '../../testing/take-turn.ts'
import { yearPlanTask } from './year-plan-task.ts'

/** A plan in force: the platform starts its tests, and moves those which no longer fit. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
beforeAll(async () => {
  plant = await openPlannedPlant()
})
afterAll(() => plant.server.stop())
beforeEach(() => plant.reset())

/** Whether the server finds due work of plans. */
const isDue = async (): Promise<boolean> => {
  let found = false
  const parts = { db: plant.server.database.db, ports: plant.server.ports }
  await whenDue(yearPlanTask, parts, async () => {
    found = true
  })
  return found
}

describe('accepted plan', () => {
  it('is due while units lack dates, at its check, and before a platform test', async () => {
    expect(await isDue()).toBe(false)
    await plant.acceptProposal()
    expect(await isDue()).toBe(true)
    await plant.applyPlan()
    await plant.runPlanTasks()
    expect(await isDue()).toBe(false)
    const test = await plant.firstKept()
    const { db } = plant.server.database
    await db.execute(sql`update test_plan set check_at = ${test.at}`)
    plant.at(new Date(Date.parse(test.at) - 61_000))
    expect(await isDue()).toBe(false)
    plant.at(new Date(Date.parse(test.at) - 59_000))
    expect(await isDue()).toBe(true)
    await db.execute(sql`update planned_test set state = 'done'`)
    expect(await isDue()).toBe(false)
    plant.at(test.at)
    expect(await isDue()).toBe(true)
  })

  it('starts a platform test once across nodes and records its end', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const test = await plant.firstKept()
    plant.at(new Date(Date.parse(test.at) - 30_000))
    await Promise.all([plant.runPlanTasks(), plant.runPlanTasks(), plant.runPlanTasks()])
    expect((await plant.client.call('getHeldTests', { plantId: plant.plantId })).held).toMatchObject([
      { id: test.id, startsAt: test.at, kind: 'autonomy' },
    ])
    plant.at(test.at)
    await Promise.all([plant.server.startHeldTests(), plant.server.startHeldTests()])
    const { tests } = await plant.client.call('getTests', { plantId: plant.plantId })
    expect(tests).toMatchObject([{ kind: 'autonomy', state: 'requested', total: 1 }])
    await plant.server.database.db.execute(sql`update test_run set state = 'finished', ended_at = ${test.at}`)
    await plant.runPlanTasks()
    expect((await plant.readPlanInForce()).tests.find(({ id }) => id === test.id)?.state).toBe('done')
  })

  it('starts the other tests if one cannot be started', async () => {
    await plant.acceptProposal()
    const platformTests = ofKind((await plant.readPlanInForce()).tests, 'autonomy').filter(
      ({ by }) => by === 'platform',
    )
    const [first, second] = platformTests
    if (!first || !second) throw new Error('the platform starts too few')
    const { db } = plant.server.database
    await db.execute(sql`update planned_test set starts_at = ${first.at} where id = ${second.id}`)
    await db.execute(
      sql.raw(`
        create function refuse_one() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
        create trigger refuse_one before insert on held_test for each row when (new.id = '${first.id}') execute function refuse_one()`),
    )
    const listHeldIds = async () =>
      (await db.execute<{ id: string }>(sql`select id from held_test`)).rows.map(({ id }) => id)
    plant.at(first.at)
    await plant.runPlanTasks()
    expect(await listHeldIds()).toEqual([second.id])
    await db.execute(sql.raw('drop trigger refuse_one on held_test; drop function refuse_one'))
    // Its time has passed: it gets another night.
    await plant.runPlanTasks()
    expect(await plant.firstKept()).not.toMatchObject({ id: first.id, at: first.at })
  })

  it('records the other ends if one cannot be saved', async () => {
    await plant.acceptProposal()
    const [first, second] = ofKind((await plant.readPlanInForce()).tests, 'autonomy').filter(
      ({ by }) => by === 'platform',
    )
    if (!first || !second) throw new Error('the platform starts too few')
    const { db } = plant.server.database
    await db.execute(sql`update planned_test set starts_at = ${first.at} where id = ${second.id}`)
    plant.at(first.at)
    await plant.runPlanTasks()
    await db.execute(sql`update held_test set state = 'cancelled'`)
    await db.execute(
      sql.raw(`
        create function refuse_one() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
        create trigger refuse_one before update on planned_test for each row when (new.id = '${first.id}') execute function refuse_one()`),
    )
    const states = async () => {
      const { rows } = await db.execute<{ id: string; state: string }>(sql`select id, state from planned_test`)
      return [first, second].map(({ id }) => rows.find((row) => row.id === id)?.state)
    }
    await plant.runPlanTasks()
    expect(await states()).toEqual(['begun', 'notExecuted'])
    await db.execute(sql.raw('drop trigger refuse_one on planned_test; drop function refuse_one'))
    await plant.runPlanTasks()
    expect(await states()).toEqual(['notExecuted', 'notExecuted'])
  })

  it('moves a missed test to the next free night and lists both', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const test = await plant.firstKept()
    await plant.connect(false)
    plant.at(test.at)
    await plant.runPlanTasks()
    await plant.server.startHeldTests()
    await plant.runPlanTasks()
    const { tests } = await plant.readPlanInForce()
    expect(tests.find(({ id }) => id === test.id)).toMatchObject({ state: 'notExecuted', reason: 'expired' })
    const movedTest = tests.find(({ movedFrom }) => movedFrom === test.at)
    expect(movedTest).toMatchObject({ kind: 'autonomy', movedBecause: 'notExecuted', lamps: 1 })
    expect(Date.parse(movedTest?.at ?? '') - Date.parse(test.at)).toBeLessThanOrEqual(3 * dayMs)
    await plant.runPlanTasks()
    expect((await plant.readPlanInForce()).tests).toHaveLength(tests.length)
  })

  it('moves a test to another night if batteries are not charged', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const test = await plant.firstKept()
    const failed = new Date(Date.parse(test.at) - 3 * hourMs).toISOString()
    await plant.server.database.db.execute(sql`
      insert into unit_record (unit, boot, seq, kind, body, at, received_at, plant_id, central_unit_id, event)
      select unit, 1, 900, 'mains', '{}', ${failed}, ${failed}, plant_id, id, '{"kind":"mainsRestored"}'::jsonb from central_unit`)
    plant.at(test.at)
    await plant.runPlanTasks()
    const { tests } = await plant.readPlanInForce()
    expect(tests.find(({ id }) => id === test.id)).toMatchObject({ state: 'notExecuted', reason: 'battery_charging' })
    expect(tests.find(({ movedFrom }) => movedFrom === test.at)).toMatchObject({ movedBecause: 'notCharged' })
    expect((await plant.client.call('getHeldTests', { plantId: plant.plantId })).held).toEqual([])
  })

  it('adds dates for new lamps, keeps others and drops removed lamps', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const before = (await plant.readPlanInForce()).tests
    const { db } = plant.server.database
    await db.execute(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, parity, rated_min, boot, seq, reported_at)
      select central_unit_id, 5, 'NEW5', type, errors, condition, condition_since, groups, 'odd', 60, boot, seq, reported_at from lamp where addr = 1`)
    await db.execute(
      sql`insert into room_lamp (central_unit_id, serial, room_id) select central_unit_id, 'NEW5', ${plant.rooms[0]}::uuid from lamp where addr = 5`,
    )
    await db.execute(sql`delete from lamp where addr = 4`)
    plant.at(begin.getTime() + 30 * minuteMs)
    await plant.readPlan()
    await plant.runPlanTasks()
    const after = (await plant.readPlanInForce()).tests
    const autonomy = ofKind(after, 'autonomy')
    expect(autonomy).toHaveLength(4)
    expect(autonomy.filter(({ movedBecause }) => movedBecause === 'lampsChanged')).toHaveLength(1)
    const unchangedTests = ofKind(before, 'autonomy').filter((test) =>
      after.some(({ id, at: time }) => id === test.id && time === test.at),
    )
    expect(unchangedTests).toHaveLength(3)
    expect(ofKind(after, 'functional').map(({ id, lamps }) => [id, lamps])).toEqual(
      ofKind(before, 'functional').map(({ id }) => [id, 4]),
    )
  })

  it('moves a lamp that became a neighbour of another in the same night', async () => {
    const { db } = plant.server.database
    await db.execute(sql`update lamp set rated_min = 60`)
    const settings = { ...defaultPlanSettings, ready: 50 }
    await plant.client.call('savePlanSettings', { plantId: plant.plantId, settings, version: 0 })
    await plant.acceptProposal()
    await plant.applyPlan()
    await db.execute(
      sql`update planned_test set lamps = '{1,3}' where id = (select id from planned_test where kind = 'autonomy' and 1 = any(lamps) limit 1)`,
    )
    await db.execute(sql`delete from planned_test where kind = 'autonomy' and lamps = '{3}'`)
    await db.execute(sql`update room_lamp set room_id = ${plant.rooms[0]}::uuid`)
    await db.execute(sql`update lamp set parity = 'odd'`)
    plant.at(begin.getTime() + 30 * minuteMs)
    await plant.readPlan()
    await plant.runPlanTasks()
    const { tests } = await plant.readPlanInForce()
    const autonomy = ofKind(tests, 'autonomy')
    expect(autonomy.every(({ lamps }) => lamps === 1)).toBe(true)
    expect(
      autonomy.some(({ movedBecause, movedFrom }) => movedBecause === 'neighboursChanged' && movedFrom !== null),
    ).toBe(true)
  })

  it('starts no test on units without Pro and lists them', async () => {
    const { server, plantId } = plant
    await plant.acceptProposal()
    await server.database.db.execute(
      sql`insert into central_unit (id, plant_id, unit, cu_type, cu_id, acquired, added_at) values (${randomUUID()}, ${plantId}, 'sicuro_0D0001', 'sicuro', '0D0001', true, '2020-01-01')`,
    )
    await server.database.db.execute(sql`update plant set pro_expiry = '2026-03-01' where id = ${plantId}`)
    plant.at(begin.getTime() + 30 * minuteMs)
    await plant.readPlan()
    await plant.runPlanTasks()
    const plan = await plant.readPlanInForce()
    expect(plan.tests.filter(({ state }) => state === 'notYet' || state === 'inEffect')).toEqual([])
    expect(plan.conflicts[0]).toMatchObject({ kind: 'unplaced', cause: 'unitNotEnabled', lamps: 4 })
    expect(await plant.readCommands()).toEqual([])
    await server.database.db.execute(sql`update plant set pro_expiry = '2030-01-01' where id = ${plantId}`)
    await server.database.db.execute(sql`delete from central_unit where cu_type = 'sicuro'`)
  })

  it.each([false, true])('adds no functional test in its last weeks; always open: %s', async (alwaysOpen) => {
    const { server, plantId } = plant
    const choice = { profile: 'italy', edition: '2024', alwaysOpen } as const
    await plant.client.call('setComplianceProfile', { plantId, ...choice })
    await plant.acceptProposal()
    await plant.applyPlan()
    const functional = async () =>
      ofKind((await plant.readPlanInForce()).tests, 'functional').map(({ at, lamps }) => `${at} ${lamps}`)
    const before = await functional()
    const { until } = await plant.readPlanInForce()
    for (const days of [20, 12, 4]) {
      plant.at(Date.parse(`${until}T12:00:00Z`) - days * dayMs)
      const now = server.clock.now().toISOString()
      await server.database.db.execute(sql`update planned_test set state = 'done' where starts_at < ${now}`)
      await plant.runPlanTasks()
    }
    expect(await functional()).toEqual(before)
    await plant.client.call('setComplianceProfile', { plantId, ...choice, alwaysOpen: false })
  })
})
