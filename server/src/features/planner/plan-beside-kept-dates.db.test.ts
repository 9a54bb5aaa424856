import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLamps, lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { begin, dayMs, hourMs, minuteMs, ofKind, openPlannedPlant, topic } from '../../testing/planned-plant.ts'

/** A plan of two units whose lamps hang side by side. One tests at its own dates, whatever the plan says. */
let plant: Awaited<ReturnType<typeof openPlannedPlant>>
let other = ''
let connections = 0
const connectOther = (online: boolean) =>
  plant.server.inbox.accept(
    `v1/${other}/up/online`,
    Buffer.from(JSON.stringify({ life: 'b11fea11fea11fe0', boot: 1, connection: ++connections, online })),
  )
/** The other unit reports its dates. */
const reportDetail = (detail: Partial<UnitDetail>) => lampDetailFixture(plant.server, other, detail)
const yearly = (at: number | string) => ({ next: new Date(at).toISOString(), period: '12m', deferred: false }) as const

beforeAll(async () => {
  plant = await openPlannedPlant()
  const { server, plantId } = plant
  other = await server.create.unit(plantId, 'sicuro', '0D0001')
  await insertLamps(
    server,
    plantId,
    [1, 2, 3, 4].map((addr) => ({ addr, serial: `D1E2F${addr}` })),
    other,
  )
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  await plant.reset()
  await reportDetail({})
  await connectOther(true)
})

const autonomyOf = async (cu: string) =>
  ofKind((await plant.readPlanInForce()).tests, 'autonomy').filter((one) => one.cu === cu)
const hoursTo = (at: number | string, test: PlannedTest) =>
  Math.abs(Date.parse(test.at) - new Date(at).getTime()) / hourMs
/** The hours between a date and the nearest test of the other unit. */
const nearestTo = async (at: number | string) => Math.min(...(await autonomyOf(topic)).map((test) => hoursTo(at, test)))
const conflictsOf = async (kind: string) => (await plant.readPlanInForce()).conflicts.filter((one) => one.kind === kind)
/** The planned dates of the other unit, as it reports them after the change. */
const readPlannedDates = async (): Promise<Partial<UnitDetail>> => {
  const { rows } = await plant.server.database.db.execute<{ dates: Partial<UnitDetail> }>(sql`
    select jsonb_build_object('functional', functional || '{"deferred":false}', 'autonomy', autonomy || '{"deferred":false}') as dates
    from plan_unit where central_unit_id = (select id from central_unit where unit = ${other})`)
  return rows[0]?.dates ?? {}
}
/** A date in the plan of the first unit. */
const plannedAt = async (): Promise<PlannedTest> => {
  const test = (await autonomyOf(topic)).at(-1)
  if (!test) throw new Error('nothing is planned')
  return test
}
const scheduleFixedDate = async (time: number | string) => {
  plant.at(time)
  await plant.runPlanTasks()
}

describe('plan around a kept date', () => {
  it('avoids the date of an offline unit', async () => {
    await plant.acceptProposal()
    const { at, day } = await plannedAt()
    await reportDetail({ autonomy: yearly(at) })
    await connectOther(false)
    await plant.acceptProposal()
    expect(await nearestTo(at)).toBeGreaterThanOrEqual(25)
    expect(await conflictsOf('keptDate')).toMatchObject([
      { cu: other, test: 'autonomy', day, lamps: 4, unsolved: true },
    ])
  })

  it('moves nearby tests after a change at the unit', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const { at } = await plannedAt()
    const dates = await readPlannedDates()
    await reportDetail(dates)
    await scheduleFixedDate(begin.getTime() + hourMs)
    await reportDetail({ ...dates, autonomy: yearly(at) })
    await scheduleFixedDate(begin.getTime() + 3 * hourMs)
    expect(await nearestTo(at)).toBeGreaterThanOrEqual(25)
    expect((await autonomyOf(topic)).filter(({ movedFrom }) => movedFrom === at)).toMatchObject([
      { movedBecause: 'keptDate' },
    ])
    expect([await conflictsOf('unitChanged'), await conflictsOf('keptDate')]).toMatchObject([
      [{ cu: other, test: 'autonomy' }],
      [{ cu: other, test: 'autonomy' }],
    ])
  })

  it('stays valid until the offline unit has taken the plan', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const { at } = await plannedAt()
    await reportDetail({ autonomy: yearly(Date.parse(at) + 20 * hourMs) })
    await connectOther(false)
    await scheduleFixedDate(begin.getTime() + 2 * hourMs)
    expect(await nearestTo(Date.parse(at) + 20 * hourMs)).toBeGreaterThanOrEqual(25)
    await plant.server.database.db.execute(sql`
      insert into lamp (central_unit_id, addr, serial, type, errors, condition, condition_since, groups, parity, rated_min, boot, seq, reported_at)
      select central_unit_id, 5, 'NEW5', type, errors, condition, condition_since, groups, 'odd', 60, boot, seq, reported_at
      from lamp where addr = 1 and central_unit_id = (select id from central_unit where unit = ${topic})`)
    await plant.readPlan()
    await scheduleFixedDate(begin.getTime() + 2 * hourMs + minuteMs)
    expect((await autonomyOf(topic)).flatMap(({ lamps }) => lamps).reduce((a, b) => a + b)).toBe(5)
    expect(await nearestTo(Date.parse(at) + 20 * hourMs)).toBeGreaterThanOrEqual(25)
    expect(await conflictsOf('keptDate')).toHaveLength(1)
    await connectOther(true)
    await reportDetail(await readPlannedDates())
    await scheduleFixedDate(begin.getTime() + 4 * hourMs)
    expect([await conflictsOf('keptDate'), (await plant.readPlanInForce()).waiting]).toEqual([[], []])
  })

  it('is checked before a test against a recently set date', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const test = await plannedAt()
    await scheduleFixedDate(Date.parse(test.at) - 20 * minuteMs)
    await connectOther(false)
    await reportDetail({ autonomy: yearly(Date.parse(test.at) + 30 * minuteMs) })
    await scheduleFixedDate(Date.parse(test.at) - minuteMs / 2)
    expect((await plant.client.call('getHeldTests', { plantId: plant.plantId })).held).toEqual([])
    expect((await autonomyOf(topic)).find(({ movedFrom }) => movedFrom === test.at)).toMatchObject({
      movedBecause: 'keptDate',
      state: 'inEffect',
    })
    expect(await nearestTo(Date.parse(test.at) + 30 * minuteMs)).toBeGreaterThanOrEqual(25)
  })

  it('reports two unit dates that cannot be planned around', async () => {
    await plant.acceptProposal()
    const at = begin.getTime() + 30 * dayMs
    await reportDetail({ autonomy: yearly(at) })
    await lampDetailFixture(plant.server, topic, { autonomy: yearly(at + 12 * hourMs) })
    await connectOther(false)
    await plant.connect(false)
    await scheduleFixedDate(begin.getTime() + 2 * hourMs)
    const [conflict] = await conflictsOf('keptTogether')
    expect(conflict).toMatchObject({ unsolved: true, day: '2026-04-01' })
    expect([conflict?.cu, conflict?.other].toSorted()).toEqual([topic, other].toSorted())
  })
})

describe('test about to begin', () => {
  it('stays at its time when the plan is checked', async () => {
    await plant.acceptProposal()
    await plant.applyPlan()
    const test = await plant.firstKept()
    await scheduleFixedDate(Date.parse(test.at) - 5 * minuteMs)
    expect(await plant.firstKept()).toMatchObject({ id: test.id, at: test.at, movedBecause: null })
  })
})
