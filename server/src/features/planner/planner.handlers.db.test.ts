import { randomUUID } from 'node:crypto'
import { usualWishes } from '@vigilux/contract/features/planner/plan-wishes.ts'
import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { givenDetail } from '../../testing/given-lamps.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addMember } from '../members/index.ts'
import { createCalendarFinder } from '../test-calendar/index.ts'

/** A plant with one unit of four lamps in two rooms: a year of tests from the proposal to its end. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const begin = new Date('2026-03-02T09:00:00Z')
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
const topic = 'logica_0A1B2C'
const rooms = [randomUUID(), randomUUID()]
let connections = 0

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { db } = plant.server.database
  for (const [n, id] of rooms.entries())
    await db.execute(
      sql`insert into room (id, plant_id, level, name) values (${id}, ${plant.plantId}, 'room', ${`Room ${n}`})`,
    )
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  const { db } = plant.server.database
  for (const table of [
    'plan_unit',
    'planned_test',
    'test_plan',
    'plan_wishes',
    'held_test',
    'test_result',
    'test_run',
    'operation_step',
    'unit_hold',
    'operation',
    'unit_command',
    'room_lamp',
    'unit_record',
  ])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  await db.execute(sql`delete from lamp where addr > 4`)
  await db.execute(sql`
    insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, boot, seq, reported_at)
    select central_unit_id, 4, 'A1B2C4', type, errors, condition, condition_since, groups, boot, seq, reported_at from lamp
    where addr = 1 on conflict do nothing`)
  await db.execute(
    sql`update lamp set parity = case when addr % 2 = 0 then 'even' else 'odd' end, rated_min = 60, serial = 'A1B2C' || addr`,
  )
  await db.execute(sql`
    insert into room_lamp (central_unit_id, serial, room_id)
    select central_unit_id, serial, case when addr < 3 then ${rooms[0]}::uuid else ${rooms[1]}::uuid end from lamp`)
  await givenDetail(plant.server, topic, {})
  at(begin)
  await connect(true)
})

const at = (time: Date | string | number) => {
  plant.server.clock.time = new Date(time)
}
const connect = (online: boolean) => plant.say('online', { boot: 1, connection: ++connections, online })
const look = () => plant.as.call('getTestPlan', { plantId: plant.plantId })
const propose = async () => (await plant.as.call('proposePlan', { plantId: plant.plantId })).planId
const accept = async (planId: string) => plant.as.call('acceptPlan', { plantId: plant.plantId, planId })
const inForce = async () => {
  const { accepted } = await look()
  if (!accepted) throw new Error('no plan is in force')
  return accepted
}
const keep = () => plant.server.keepPlans()
const ofKind = (tests: readonly PlannedTest[], kind: string) => tests.filter((one) => one.kind === kind)
const accepted = async () => {
  const planId = await propose()
  await accept(planId)
  return planId
}
/** The commands that were sent to the unit so far, by name. */
const sent = async () => {
  const { rows } = await plant.server.database.db.execute<{ name: string; command: { set?: string; period?: string } }>(
    sql`select name, command from unit_command order by requested_at, name`,
  )
  return rows
}
/** What the unit says once it has carried out what it was told. */
const tellDates = async () => {
  const commands = await sent()
  const told = (kind: string) => ({
    next: commands.findLast(({ name }) => name === `setDateTime${kind}`)?.command.set ?? null,
    period: (commands.findLast(({ name }) => name === `setPeriod${kind}`)?.command.period ?? null) as
      | '4w'
      | '12m'
      | null,
    deferred: false,
  })
  await givenDetail(plant.server, topic, { functional: told('Funzionale'), autonomy: told('Autonomia') })
}
const takePlan = async () => {
  await keep()
  await plant.obey()
  await tellDates()
  at(plant.server.clock.time.getTime() + 20_000)
  await keep()
}

describe('a proposal', () => {
  it('is seen by every role, sends nothing, and is made by installers alone', async () => {
    const { server, plantId } = plant
    const planId = await propose()
    const { proposal, accepted: none, version } = await look()
    expect(none).toBeNull()
    expect(version).toBe(0)
    expect(proposal).toMatchObject({
      id: planId,
      state: 'draft',
      from: '2026-03-03',
      until: '2027-03-02',
      lamps: 4,
      units: 1,
      waiting: [],
    })
    expect(new Set(proposal?.tests.map(({ state }) => state))).toEqual(new Set(['proposed']))
    expect(ofKind(proposal?.tests ?? [], 'functional')).toHaveLength(13)
    expect(ofKind(proposal?.tests ?? [], 'autonomy')).toHaveLength(4)
    expect(proposal?.keptFree).toContain('2026-04-06')
    await keep()
    expect(await sent()).toEqual([])
    for (const role of ['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
      const as = server.as(await memberWith(role))
      const seen = await as.call('getTestPlan', { plantId })
      expect([seen.proposal?.id, seen.accepted?.id]).toContain(planId)
      expect(await as.refusal('acceptPlan', { plantId, planId })).toBe(role === 'installerStaff' ? null : 'NOT_ALLOWED')
      expect(await as.refusal('proposePlan', { plantId })).toBe(role === 'installerStaff' ? null : 'NOT_ALLOWED')
    }
  })

  it('says the worst moment as the days of the plan count it by hand', async () => {
    const planId = await propose()
    const { proposal } = await look()
    const autonomy = ofKind(proposal?.tests ?? [], 'autonomy')
    const out = (moment: number) =>
      autonomy
        .filter(
          (one) => Date.parse(one.at) <= moment && moment < Date.parse(one.at) + one.minutes * minuteMs + 24 * hourMs,
        )
        .reduce((sum, { lamps }) => sum + lamps, 0)
    const counts = autonomy.map((one) => out(Date.parse(one.at)))
    expect(proposal?.worst?.ready).toBe(4 - Math.max(...counts))
    expect(proposal?.worst?.at).toBe(autonomy[counts.indexOf(Math.max(...counts))]?.at)
    expect(proposal?.conflicts).toContainEqual({ kind: 'shareNotReached', unsolved: true, share: 75 })
    const day = proposal?.worst?.day ?? ''
    const { tests } = await plant.as.call('getPlannedDay', { plantId: plant.plantId, planId, day })
    expect(tests).toMatchObject([{ lamps: [{ cu: topic }], neighbours: 1 }])
    expect(tests[0]?.readyNeighbours[0]?.addr).not.toBe(tests[0]?.lamps[0]?.addr)
    expect(await plant.as.refusal('getPlannedDay', { plantId: plant.plantId, planId: randomUUID(), day })).toBe(
      'PLAN_NOT_FOUND',
    )
  })

  it('goes by the wishes that were saved over the version that was opened', async () => {
    const { plantId } = plant
    const wishes = { ...usualWishes, autonomyAt: '03:30', freeDays: ['2026-03-08'] }
    expect(await plant.as.call('savePlanWishes', { plantId, wishes, version: 0 })).toEqual({ version: 1 })
    expect(await plant.as.refusal('savePlanWishes', { plantId, wishes, version: 0 })).toBe('CHANGED_MEANWHILE')
    await propose()
    const { proposal } = await look()
    expect(proposal?.tests.some(({ day }) => day === '2026-03-08')).toBe(false)
    expect(ofKind(proposal?.tests ?? [], 'autonomy')[0]?.at).toMatch(/T02:30/)
  })

  it('is discarded, and what is not there is not', async () => {
    const { plantId } = plant
    const planId = await propose()
    expect(await plant.as.call('discardPlan', { plantId, planId })).toEqual({})
    expect(await plant.as.refusal('discardPlan', { plantId, planId })).toBe('PLAN_NOT_FOUND')
    expect(await plant.as.refusal('acceptPlan', { plantId, planId })).toBe('PLAN_NOT_FOUND')
    expect(await plant.as.refusal('discardPlan', { plantId, planId: await accepted() })).toBe('PLAN_ACCEPTED')
  })

  it('is not made of a plant without emergency lamps', async () => {
    const { server } = plant
    const empty = await server.given.plant({ members: { installerAdministrator: plant.installer.userId } })
    expect(await plant.as.refusal('proposePlan', { plantId: empty })).toBe('NO_LAMPS_TO_PLAN')
  })

  it('names lamps that nobody can place, and what would help', async () => {
    const { db } = plant.server.database
    await db.execute(sql`update lamp set parity = null where addr = 4`)
    await db.execute(sql`delete from room_lamp where serial = 'A1B2C4'`)
    await propose()
    const { proposal } = await look()
    expect(proposal?.conflicts[0]).toMatchObject({
      kind: 'unplaced',
      cause: 'neighboursUnknown',
      test: 'autonomy',
      cu: topic,
      lamps: 1,
      addrs: [4],
    })
  })
})

const members = new Map<PlantRole, User>()
const memberWith = async (role: PlantRole): Promise<User> => {
  const known = members.get(role)
  if (known) return known
  const user = await plant.server.given.user()
  members.set(role, user)
  await addMember(plant.server.database.db, {
    plantId: plant.plantId,
    userId: user.userId,
    role,
    invitedBy: null,
    since: begin,
  })
  return user
}

describe('a plan in force', () => {
  it('is in effect only once its unit has told so, and asks a unit once', async () => {
    await accepted()
    expect((await inForce()).tests.every(({ state }) => state === 'notYet')).toBe(true)
    await keep()
    await keep()
    await plant.obey()
    const names = (await sent()).map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'setDateTimeAutonomia',
      'setDateTimeFunzionale',
      'setPeriodAutonomia',
      'setPeriodFunzionale',
    ])
    const before = await inForce()
    expect(before.tests.every(({ state }) => state === 'notYet')).toBe(true)
    expect(before.waiting).toEqual([{ cu: topic, silent: false }])
    await tellDates()
    at(begin.getTime() + minuteMs)
    await keep()
    const plan = await inForce()
    expect(plan.tests.every(({ state }) => state === 'inEffect')).toBe(true)
    expect(plan.waiting).toEqual([])
    at(begin.getTime() + hourMs)
    await keep()
    expect(await sent()).toHaveLength(4)
    const [own] = ofKind(plan.tests, 'functional')
    expect((await sent()).find(({ name }) => name === 'setDateTimeFunzionale')?.command.set).toBe(own?.at)
  })

  it('reaches a unit that was silent later, and once', async () => {
    await connect(false)
    await accepted()
    await keep()
    expect(await sent()).toEqual([])
    expect((await inForce()).waiting).toEqual([{ cu: topic, silent: true }])
    at(begin.getTime() + 6 * hourMs)
    await keep()
    expect(await sent()).toEqual([])
    await connect(true)
    at(begin.getTime() + 6 * hourMs + minuteMs)
    await takePlan()
    expect((await inForce()).waiting).toEqual([])
    at(begin.getTime() + 9 * hourMs)
    await keep()
    expect(await sent()).toHaveLength(4)
  })

  it('asks a unit once more that has carried out what it was told and says another date, and not before a quarter of an hour', async () => {
    await accepted()
    await keep()
    await plant.obey()
    at(begin.getTime() + 14 * minuteMs)
    await keep()
    await plant.obey()
    expect(await sent()).toHaveLength(4)
    at(begin.getTime() + 16 * minuteMs)
    await keep()
    await plant.obey()
    expect(await sent()).toHaveLength(8)
  })

  it('is accepted once by two at a time, and on two nodes each unit is asked once', async () => {
    const planId = await propose()
    await Promise.all([accept(planId), accept(planId), accept(planId)])
    const first = await inForce()
    at(begin.getTime() + minuteMs)
    await accept(planId)
    expect(await inForce()).toEqual(first)
    const { rows } = await plant.server.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from test_plan where state = 'accepted'`,
    )
    expect(rows[0]?.n).toBe(1)
    await Promise.all([keep(), keep(), keep()])
    await plant.obey()
    expect(await sent()).toHaveLength(4)
  })

  it('takes the place of the one before', async () => {
    const first = await accepted()
    const second = await accepted()
    expect((await inForce()).id).toBe(second)
    expect(await plant.as.refusal('acceptPlan', { plantId: plant.plantId, planId: first })).toBe('PLAN_NOT_FOUND')
    const { rows } = await plant.server.database.db.execute(sql`select 1 from planned_test where plan_id = ${first}`)
    expect(rows).toEqual([])
  })

  it('says so when people have given a unit another date since, and leaves it to them', async () => {
    await accepted()
    await takePlan()
    await givenDetail(plant.server, topic, {
      functional: { next: '2026-03-05T12:00:00.000Z', period: '4w', deferred: false },
      autonomy: null,
    })
    at(begin.getTime() + hourMs)
    await keep()
    expect((await inForce()).conflicts[0]).toMatchObject({ kind: 'unitChanged', cu: topic, unsolved: true })
    expect(await sent()).toHaveLength(4)
  })

  const firstKept = async () => {
    const [test] = ofKind((await inForce()).tests, 'autonomy').filter(({ by }) => by === 'platform')
    if (!test) throw new Error('the platform starts none')
    return test
  }

  it('starts a test of the platform at its time, once on any number of nodes, and knows its end', async () => {
    await accepted()
    await takePlan()
    const test = await firstKept()
    at(new Date(Date.parse(test.at) - 30_000))
    await Promise.all([keep(), keep(), keep()])
    expect((await plant.as.call('getHeldTests', { plantId: plant.plantId })).held).toMatchObject([
      { id: test.id, startsAt: test.at, kind: 'autonomy' },
    ])
    at(test.at)
    await Promise.all([plant.server.startHeldTests(), plant.server.startHeldTests()])
    const { tests } = await plant.as.call('getTests', { plantId: plant.plantId })
    expect(tests).toMatchObject([{ kind: 'autonomy', state: 'requested', total: 1 }])
    await plant.server.database.db.execute(sql`update test_run set state = 'finished', ended_at = ${test.at}`)
    await keep()
    expect((await inForce()).tests.find(({ id }) => id === test.id)?.state).toBe('done')
  })

  it('moves a test that was not executed to the next free night, old and new listed', async () => {
    await accepted()
    await takePlan()
    const test = await firstKept()
    await connect(false)
    at(test.at)
    await keep()
    await plant.server.startHeldTests()
    await keep()
    const { tests } = await inForce()
    expect(tests.find(({ id }) => id === test.id)).toMatchObject({ state: 'notExecuted', reason: 'expired' })
    const moved = tests.find(({ movedFrom }) => movedFrom === test.at)
    expect(moved).toMatchObject({ kind: 'autonomy', movedBecause: 'notExecuted', lamps: 1 })
    expect(Date.parse(moved?.at ?? '') - Date.parse(test.at)).toBeLessThanOrEqual(3 * dayMs)
    await keep()
    expect((await inForce()).tests).toHaveLength(tests.length)
  })

  it('does not discharge batteries that have not charged: the test gets another night', async () => {
    await accepted()
    await takePlan()
    const test = await firstKept()
    const failed = new Date(Date.parse(test.at) - 3 * hourMs).toISOString()
    await plant.server.database.db.execute(sql`
      insert into unit_record (unit, boot, seq, kind, body, at, received_at, plant_id, central_unit_id, event)
      select unit, 1, 900, 'mains', '{}', ${failed}, ${failed}, plant_id, id, '{"kind":"mainsRestored"}'::jsonb from central_unit`)
    at(test.at)
    await keep()
    const { tests } = await inForce()
    expect(tests.find(({ id }) => id === test.id)).toMatchObject({ state: 'notExecuted', reason: 'battery_charging' })
    expect(tests.find(({ movedFrom }) => movedFrom === test.at)).toMatchObject({ movedBecause: 'notCharged' })
    expect((await plant.as.call('getHeldTests', { plantId: plant.plantId })).held).toEqual([])
  })

  it('gives a lamp that came a date, leaves the others where they are, and forgets one that left', async () => {
    await accepted()
    await takePlan()
    const before = (await inForce()).tests
    const { db } = plant.server.database
    await db.execute(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, parity, rated_min, boot, seq, reported_at)
      select central_unit_id, 5, 'NEW5', type, errors, condition, condition_since, groups, 'odd', 60, boot, seq, reported_at from lamp where addr = 1`)
    await db.execute(
      sql`insert into room_lamp (central_unit_id, serial, room_id) select central_unit_id, 'NEW5', ${rooms[0]}::uuid from lamp where addr = 5`,
    )
    await db.execute(sql`delete from lamp where addr = 4`)
    at(begin.getTime() + 30 * minuteMs)
    await look()
    await keep()
    const after = (await inForce()).tests
    const autonomy = ofKind(after, 'autonomy')
    expect(autonomy).toHaveLength(4)
    expect(autonomy.filter(({ movedBecause }) => movedBecause === 'lampsChanged')).toHaveLength(1)
    const stood = ofKind(before, 'autonomy').filter((one) =>
      after.some(({ id, at: time }) => id === one.id && time === one.at),
    )
    expect(stood).toHaveLength(3)
    expect(ofKind(after, 'functional').map(({ id, lamps }) => [id, lamps])).toEqual(
      ofKind(before, 'functional').map(({ id }) => [id, 4]),
    )
  })

  it('moves a lamp that came to stand beside another of the same night', async () => {
    const { db } = plant.server.database
    await db.execute(sql`update lamp set rated_min = 60`)
    const wishes = { ...usualWishes, ready: 50 }
    await plant.as.call('savePlanWishes', { plantId: plant.plantId, wishes, version: 0 })
    await accepted()
    await takePlan()
    await db.execute(
      sql`update planned_test set lamps = '{1,3}' where id = (select id from planned_test where kind = 'autonomy' and 1 = any(lamps) limit 1)`,
    )
    await db.execute(sql`delete from planned_test where kind = 'autonomy' and lamps = '{3}'`)
    await db.execute(sql`update room_lamp set room_id = ${rooms[0]}::uuid`)
    await db.execute(sql`update lamp set parity = 'odd'`)
    at(begin.getTime() + 30 * minuteMs)
    await look()
    await keep()
    const { tests } = await inForce()
    const autonomy = ofKind(tests, 'autonomy')
    expect(autonomy.every(({ lamps }) => lamps === 1)).toBe(true)
    expect(
      autonomy.some(({ movedBecause, movedFrom }) => movedBecause === 'neighboursChanged' && movedFrom !== null),
    ).toBe(true)
  })

  it('begins nothing on a unit that Pro covers no more, and says so', async () => {
    const { server, plantId } = plant
    await accepted()
    await server.database.db.execute(
      sql`insert into central_unit (id, plant_id, unit, cu_type, cu_id, acquired, added_at) values (${randomUUID()}, ${plantId}, 'sicuro_0D0001', 'sicuro', '0D0001', true, '2020-01-01')`,
    )
    await server.database.db.execute(sql`update plant set pro_expiry = '2026-03-01' where id = ${plantId}`)
    at(begin.getTime() + 30 * minuteMs)
    await look()
    await keep()
    const plan = await inForce()
    expect(plan.tests.filter(({ state }) => state === 'notYet' || state === 'inEffect')).toEqual([])
    expect(plan.conflicts[0]).toMatchObject({ kind: 'unplaced', cause: 'unitNotEnabled', lamps: 4 })
    expect(await sent()).toEqual([])
    await server.database.db.execute(sql`update plant set pro_expiry = '2030-01-01' where id = ${plantId}`)
    await server.database.db.execute(sql`delete from central_unit where cu_type = 'sicuro'`)
  })
})

describe('the test calendar and its feed', () => {
  it('show what the platform is to start, by a plan and because somebody asked for it, each once', async () => {
    const { plantId } = plant
    await accepted()
    await takePlan()
    const plan = await inForce()
    const startsAt = new Date(begin.getTime() + 3 * dayMs).toISOString()
    await plant.as.call('holdTest', { plantId, topic, addr: [1], kind: 'functional', startsAt })
    const { planned } = await plant.as.call('getTestCalendar', { plantId, year: 2026 })
    const dates = (kind: string, by: string) =>
      planned
        .filter((one) => one.kind === kind && one.by === by)
        .flatMap((one) => one.dates.map(({ at: time }) => time))
    const ofPlan = (kind: string, by: string) =>
      plan.tests
        .filter((one) => one.kind === kind && one.by === by && one.day.startsWith('2026'))
        .map(({ at: time }) => time)
    expect(dates('autonomy', 'platform')).toEqual(ofPlan('autonomy', 'platform'))
    expect(dates('functional', 'unit')).toEqual(ofPlan('functional', 'unit'))
    expect(dates('functional', 'platform')).toEqual([startsAt])
    const { address } = await plant.as.call('createCalendarFeed', {
      name: 'Phone',
      plantId,
      idempotencyKey: randomUUID(),
    })
    const find = createCalendarFinder({ ports: plant.server.ports, db: plant.server.database.db })
    const feed = (await find(/calendar\/(.+)\.ics/.exec(address)?.[1] ?? '')) ?? ''
    const names = [...feed.matchAll(/UID:(.+)\r/g)].map(([, name]) => name)
    expect(names.length).toBe(new Set(names).size)
    for (const one of plan.tests.filter(({ by }) => by === 'platform')) expect(feed).toContain(`UID:${one.id}`)
  })
})
