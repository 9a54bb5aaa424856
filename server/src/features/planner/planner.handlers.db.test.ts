import { randomUUID } from 'node:crypto'
import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { begin, dayMs, hourMs, minuteMs, ofKind, openPlannedPlant, topic } from '../../testing/planned-plant.ts'
import { createCalendarFinder } from '../test-calendar/index.ts'

/** A year of tests, as proposed and as in the test calendar. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
beforeAll(async () => {
  plant = await openPlannedPlant()
})
afterAll(() => plant.server.stop())
beforeEach(() => plant.reset())

describe('plan proposal', () => {
  it('is visible to every role, sends nothing and is made by installers', async () => {
    const { server, plantId } = plant
    const planId = await plant.propose()
    const { proposal, accepted: noAccepted, version } = await plant.readPlan()
    expect(noAccepted).toBeNull()
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
    await plant.runPlanTasks()
    expect(await plant.readCommands()).toEqual([])
    for (const role of ['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
      const memberClient = server.as(await plant.memberWith(role))
      const testPlan = await memberClient.call('getTestPlan', { plantId })
      expect([testPlan.proposal?.id, testPlan.accepted?.id]).toContain(planId)
      expect(await memberClient.refusal('acceptPlan', { plantId, planId })).toBe(
        role === 'installerStaff' ? null : 'NOT_ALLOWED',
      )
      expect(await memberClient.refusal('proposePlan', { plantId })).toBe(
        role === 'installerStaff' ? null : 'NOT_ALLOWED',
      )
    }
  })

  it('shows the worst moment that matches a manual count', async () => {
    const planId = await plant.propose()
    const { proposal } = await plant.readPlan()
    const autonomy = ofKind(proposal?.tests ?? [], 'autonomy')
    const autonomyAt = (moment: number) =>
      autonomy
        .filter(
          (one) => Date.parse(one.at) <= moment && moment < Date.parse(one.at) + one.minutes * minuteMs + 24 * hourMs,
        )
        .reduce((total, { lamps }) => total + lamps, 0)
    const counts = autonomy.map((one) => autonomyAt(Date.parse(one.at)))
    expect(proposal?.worst?.ready).toBe(4 - Math.max(...counts))
    expect(proposal?.worst?.at).toBe(autonomy[counts.indexOf(Math.max(...counts))]?.at)
    expect(proposal?.conflicts).toContainEqual({ kind: 'shareNotReached', unsolved: true, share: 75 })
    const day = proposal?.worst?.day ?? ''
    const { tests } = await plant.client.call('getPlannedDay', { plantId: plant.plantId, planId, day })
    expect(tests).toMatchObject([{ lamps: [{ cu: topic }], neighbours: 1 }])
    expect(tests[0]?.readyNeighbours[0]?.addr).not.toBe(tests[0]?.lamps[0]?.addr)
    expect(await plant.client.refusal('getPlannedDay', { plantId: plant.plantId, planId: randomUUID(), day })).toBe(
      'PLAN_NOT_FOUND',
    )
  })

  it('uses settings saved over the opened version', async () => {
    const { plantId } = plant
    const settings = { ...defaultPlanSettings, autonomyAt: '03:30', freeDays: ['2026-03-08'] }
    expect(await plant.client.call('savePlanSettings', { plantId, settings, version: 0 })).toEqual({ version: 1 })
    expect(await plant.client.refusal('savePlanSettings', { plantId, settings, version: 0 })).toBe('CHANGED_MEANWHILE')
    await plant.propose()
    const { proposal } = await plant.readPlan()
    expect(proposal?.tests.some(({ day }) => day === '2026-03-08')).toBe(false)
    expect(ofKind(proposal?.tests ?? [], 'autonomy')[0]?.at).toMatch(/T02:30/)
  })

  it('can be discarded once', async () => {
    const { plantId } = plant
    const planId = await plant.propose()
    expect(await plant.client.call('discardPlan', { plantId, planId })).toEqual({})
    expect(await plant.client.refusal('discardPlan', { plantId, planId })).toBe('PLAN_NOT_FOUND')
    expect(await plant.client.refusal('acceptPlan', { plantId, planId })).toBe('PLAN_NOT_FOUND')
    expect(await plant.client.refusal('discardPlan', { plantId, planId: await plant.acceptProposal() })).toBe(
      'PLAN_ACCEPTED',
    )
  })

  it('is refused for a plant without emergency lamps', async () => {
    const { server } = plant
    const empty = await server.create.plant({ members: { installerAdministrator: plant.installer.userId } })
    expect(await plant.client.refusal('proposePlan', { plantId: empty })).toBe('NO_LAMPS_TO_PLAN')
  })

  it('is refused for a plant with too many lamps', async () => {
    const { server } = plant
    const { db } = server.database
    const large = await server.create.plant({ members: { installerAdministrator: plant.installer.userId } })
    await server.create.unit(large, 'logica', '0C0001')
    // Without the search text of each lamp.
    const write = (statement: SQL) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement)
      })
    await write(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, boot, seq, reported_at)
      select unit.id, n, 'L' || n, one.type, one.errors, one.condition, one.condition_since, one.groups, 1, 1, one.reported_at
      from central_unit unit, (select * from lamp where addr = 1 limit 1) one, generate_series(1, ${planLimits.lamps + 1}::int) n
      where unit.plant_id = ${large}`)
    expect(await plant.client.refusal('proposePlan', { plantId: large })).toBe('PLAN_TOO_LARGE')
    await write(
      sql`delete from lamp using central_unit unit where unit.id = central_unit_id and unit.plant_id = ${large}`,
    )
  })

  it('lists lamps without a place and the remedy', async () => {
    const { db } = plant.server.database
    await db.execute(sql`update lamp set parity = null where addr = 4`)
    await db.execute(sql`delete from room_lamp where serial = 'A1B2C4'`)
    await plant.propose()
    const { proposal } = await plant.readPlan()
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

describe('next plant tests', () => {
  const next = () => plant.client.call('getNextTests', { plantId: plant.plantId })

  it('are the earliest per unit and kind that the platform starts', async () => {
    expect(await next()).toEqual({ tests: [], planEnd: null })
    await plant.acceptProposal()
    await plant.applyPlan()
    const first = await plant.firstKept()
    expect((await next()).tests).toEqual([{ cu: topic, kind: 'autonomy', at: first.at }])
    const holdTest = async (kind: 'functional' | 'autonomy', days: number) => {
      const startsAt = new Date(begin.getTime() + days * dayMs).toISOString()
      await plant.client.call('holdTest', { plantId: plant.plantId, units: [{ topic, addr: [1] }], kind, startsAt })
      return startsAt
    }
    await holdTest('autonomy', 300)
    await holdTest('functional', 20)
    const soonTest = await holdTest('functional', 3)
    const { tests } = await next()
    expect(tests.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { cu: topic, kind: 'autonomy', at: first.at },
      { cu: topic, kind: 'functional', at: soonTest },
    ])
    // A test during its start is still the next one.
    plant.at(new Date(Date.parse(first.at) - 30_000))
    await plant.runPlanTasks()
    expect((await next()).tests).toContainEqual({ cu: topic, kind: 'autonomy', at: first.at })
  })

  it('show the end of the plan from 30 plant days before it', async () => {
    await plant.acceptProposal()
    const { until } = await plant.readPlanInForce()
    const at = async (days: number, time: string) => {
      const day = new Date(Date.parse(`${until}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
      plant.at(`${day}T${time}Z`)
      return (await next()).planEnd
    }
    // The plant is an hour ahead.
    expect(await at(-31, '22:59:59')).toBeNull()
    expect(await at(-31, '23:00:00')).toEqual({ day: until, ended: false })
    expect(await at(0, '22:59:59')).toEqual({ day: until, ended: false })
    expect(await at(0, '23:00:00')).toEqual({ day: until, ended: true })
    await plant.acceptProposal()
    expect((await next()).planEnd).toBeNull()
  })
})

describe('test calendar and feed', () => {
  it('show each planned and requested platform test once', async () => {
    const { plantId } = plant
    await plant.acceptProposal()
    await plant.applyPlan()
    const plan = await plant.readPlanInForce()
    const startsAt = new Date(begin.getTime() + 3 * dayMs).toISOString()
    await plant.client.call('holdTest', { plantId, units: [{ topic, addr: [1] }], kind: 'functional', startsAt })
    const months = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        plant.client.call('getTestMonth', { plantId, month: `2026-${String(n + 1).padStart(2, '0')}`, pageSize: 200 }),
      ),
    )
    const dates = (kind: string, plannedBy: string) =>
      months
        .flatMap(({ tests }) => tests)
        .filter((one) => one.kind === kind && one.by === plannedBy)
        .map(({ at: time }) => time)
    const ofPlan = (kind: string, plannedBy: string) =>
      plan.tests
        .filter((one) => one.kind === kind && one.by === plannedBy && one.day.startsWith('2026'))
        .map(({ at: time }) => time)
    expect(dates('autonomy', 'platform')).toEqual(ofPlan('autonomy', 'platform'))
    expect(dates('functional', 'unit')).toEqual(ofPlan('functional', 'unit'))
    expect(dates('functional', 'platform')).toEqual([startsAt])
    const { address } = await plant.client.call('createCalendarFeed', {
      name: 'Phone',
      plantId,
    })
    const find = createCalendarFinder({ ports: plant.server.ports, db: plant.server.database.db })
    const feed = (await find(/calendar\/(.+)\.ics/.exec(address)?.[1] ?? '')) ?? ''
    const names = [...feed.matchAll(/UID:(.+)\r/g)].map(([, name]) => name)
    expect(names.length).toBe(new Set(names).size)
    for (const plannedTest of plan.tests.filter(({ by }) => by === 'platform'))
      expect(feed).toContain(`UID:${plannedTest.id}`)
  })
})
