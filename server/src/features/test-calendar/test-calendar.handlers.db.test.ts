import { randomUUID } from 'node:crypto'
import { maxFeedsPerPerson } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'
import { plantMemberTable } from '../members/members.schema.ts'
import { calendarFeedTable } from './test-calendar.schema.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let staff: User
let nonMember: User
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId } = plant
  ;[staff, nonMember] = [await server.create.user(), await server.create.user()]
  const since = server.clock.now()
  const member = { plantId, userId: staff.userId, role: 'clientStaff' as const, invitedBy: null, since }
  await server.database.db.insert(plantMemberTable).values(member)
})
afterAll(() => plant.server.stop())

const topic = 'logica_0A1B2C'
const yearOf = (caller: User, input: { year?: number; plantId?: string; ofKind?: 'functional' | 'autonomy' } = {}) =>
  plant.server.as(caller).call('getTestYear', { year: 2026, ...input })
type MonthInput = {
  day?: number
  plantId?: string
  ofKind?: 'functional' | 'autonomy'
  search?: string
  page?: number
  pageSize?: number
}
const monthOf = (caller: User, month: string, input: MonthInput = {}) =>
  plant.server.as(caller).call('getTestMonth', { month, ...input })
const repeatsIn = (caller: User, year: number) => plant.server.as(caller).call('getLightRepeats', { year })
const noTests = { functional: 0, autonomy: 0, light: 0, done: false, overdue: false, failed: false }

describe('test calendar', () => {
  beforeEach(() =>
    lampDetailFixture(plant.server, topic, {
      functional: { next: '2026-11-30T08:00:00Z', period: '3m', deferred: false },
      autonomy: { next: '2026-03-01T23:30:00Z', period: '12m', deferred: false },
    }),
  )

  it('shows the next light measurement from the latest in the logbook', async () => {
    const { server, plantId, installer } = plant
    const measureLight = (at: string) =>
      server.inTransaction(async (work) =>
        addEntries(work, [
          {
            kind: 'inspectionPhotometric',
            facts: { result: 'passed' },
            plantId,
            by: installer,
            at: new Date(at),
            recordedAt: server.clock.now(),
          },
        ]),
      )
    const due = async (year: number) => (await repeatsIn(installer, year)).repeats
    expect(await due(2031)).toEqual([])
    await measureLight('2020-01-15T12:00:00Z')
    expect(await due(2025)).toMatchObject([{ day: '2025-01-15', overdue: true }])
    // In Rome it was the next day already.
    await measureLight('2026-02-27T23:30:00Z')
    const [repeat] = await due(2031)
    expect(repeat).toEqual({
      plant_id: plantId,
      plantname: 'Scuola Demo',
      measuredOn: '2026-02-28',
      day: '2031-02-28',
      overdue: false,
    })
    expect(await repeatsIn(installer, 2025)).toEqual({ repeats: [], total: 0 })
    expect((await yearOf(installer, { year: 2031 })).days).toContainEqual({
      ...noTests,
      day: '2031-02-28',
      light: 1,
      functional: 1,
    })
    expect((await yearOf(installer, { year: 2031, ofKind: 'autonomy' })).days.map(({ light }) => light)).toEqual([0])
    expect(await repeatsIn(nonMember, 2031)).toEqual({ repeats: [], total: 0 })
  })

  it('shows planned dates of units by plant day and marks overdue ones', async () => {
    const ofUnit = {
      plant_id: plant.plantId,
      plantname: 'Scuola Demo',
      timezone: 'Europe/Rome',
      cu: topic,
      cu_id: '0A1B2C',
      description: '',
      by: 'unit',
      deferred: false,
      test: null,
    }
    const year = await yearOf(plant.installer, { plantId: plant.plantId })
    expect(year.plant).toMatchObject({ plant_id: plant.plantId, timezone: 'Europe/Rome', today: '2026-03-02' })
    expect(year.days).toEqual([
      { ...noTests, day: '2026-03-02', autonomy: 1, overdue: true },
      { ...noTests, day: '2026-11-30', functional: 1 },
    ])
    expect((await monthOf(plant.installer, '2026-11')).tests).toEqual([
      { ...ofUnit, kind: 'functional', at: '2026-11-30T08:00:00.000Z', day: '2026-11-30', overdue: false },
    ])
    expect((await monthOf(plant.installer, '2026-03')).tests).toEqual([
      { ...ofUnit, kind: 'autonomy', at: '2026-03-01T23:30:00.000Z', day: '2026-03-02', overdue: true },
    ])
    const next = await yearOf(plant.installer, { year: 2027 })
    expect(next.plant).toBeNull()
    expect(next.days.map(({ day }) => day)).toEqual([
      '2027-02-28',
      '2027-03-02',
      '2027-05-30',
      '2027-08-30',
      '2027-11-30',
    ])
  })

  it('shows a postponed test once as postponed', async () => {
    const functional = { next: '2026-11-09T08:00:00Z', period: '1w', deferred: true } as const
    await lampDetailFixture(plant.server, topic, { functional })
    const { tests } = await monthOf(plant.installer, '2026-11')
    expect(tests.map(({ day, deferred }) => [day, deferred])).toEqual([
      ['2026-11-09', true],
      ['2026-11-16', false],
      ['2026-11-23', false],
      ['2026-11-30', false],
    ])
  })

  it('lists a month in pages, a day, a kind and what a text finds, as the year counts them', async () => {
    const functional = { next: '2026-11-02T08:00:00Z', period: '1w', deferred: false } as const
    const autonomy = { next: '2026-11-02T20:00:00Z', period: '12m', deferred: false } as const
    await lampDetailFixture(plant.server, topic, { functional, autonomy })
    const days = async (input: MonthInput = {}) => {
      const { tests, total } = await monthOf(plant.installer, '2026-11', input)
      return [total, ...tests.map(({ day, kind }) => `${day.slice(8)} ${kind}`)]
    }
    expect(await days()).toEqual([
      6,
      '02 functional',
      '02 autonomy',
      '09 functional',
      '16 functional',
      '23 functional',
      '30 functional',
    ])
    expect(await days({ page: 2, pageSize: 4 })).toEqual([6, '23 functional', '30 functional'])
    expect(await days({ page: 3, pageSize: 4 })).toEqual([6])
    expect(await days({ day: 2 })).toEqual([2, '02 functional', '02 autonomy'])
    expect(await days({ day: 31 })).toEqual([0])
    expect(await days({ ofKind: 'autonomy' })).toEqual([1, '02 autonomy'])
    expect(await days({ search: 'scuola', ofKind: 'autonomy' })).toEqual([1, '02 autonomy'])
    expect(await days({ search: '0a1b2c', day: 30 })).toEqual([1, '30 functional'])
    expect(await days({ search: 'palace' })).toEqual([0])
    const { days: counted } = await yearOf(plant.installer)
    const november = counted.filter(({ day }) => day.startsWith('2026-11'))
    expect(november.reduce((sum, day) => sum + day.functional + day.autonomy, 0)).toBe(6)
  })

  it('finds the first test in the next year while it is December', async () => {
    const first = async (caller: User, input = {}) => (await plant.server.as(caller).call('getFirstTest', input)).test
    const functional = { next: '2027-01-12T08:00:00Z', period: '3m', deferred: false } as const
    const autonomy = { next: '2026-03-01T20:00:00Z', period: '12m', deferred: false } as const
    await lampDetailFixture(plant.server, topic, { functional, autonomy })
    const ofPlant = { plant_id: plant.plantId, plantname: 'Scuola Demo', timezone: 'Europe/Rome' }
    const inJanuary = { ...ofPlant, kind: 'functional', at: '2027-01-12T08:00:00.000Z' }
    expect(await first(plant.installer)).toEqual(inJanuary)
    expect(await first(plant.installer, { plantId: plant.plantId })).toEqual(inJanuary)
    expect(await first(nonMember)).toBeNull()
    expect(await plant.server.as(nonMember).refusal('getFirstTest', { plantId: plant.plantId })).toBe('PLANT_NOT_FOUND')
    const startsAt = '2026-12-30T08:00:00.000Z'
    const held = { plantId: plant.plantId, units: [{ topic, addr: [1] }], kind: 'functional' as const, startsAt }
    const waiting = await plant.client.call('holdTest', held)
    expect(await first(plant.installer)).toEqual({ ...ofPlant, kind: 'functional', at: startsAt })
    expect((await yearOf(plant.installer)).byPlatform).toBe(true)
    expect((await monthOf(plant.installer, '2026-12')).tests).toMatchObject([
      { by: 'platform', at: startsAt, test: null },
    ])
    for (const { id: heldTestId } of waiting.held)
      await plant.client.call('cancelHeldTest', { plantId: plant.plantId, heldTestId })
    expect((await yearOf(plant.installer)).byPlatform).toBe(false)
  })

  it('uses the configured day hidden by February', async () => {
    await plant.client.call('setDateTimeFunzionale', { ...plant.unit, set: '2026-11-30T08:00:00Z' })
    await plant.obey()
    const functional = { next: '2027-02-28T08:00:00Z', period: '3m', deferred: false } as const
    await lampDetailFixture(plant.server, topic, { functional })
    const { days } = await yearOf(plant.installer, { year: 2027 })
    expect(days.map(({ day }) => day)).toEqual(['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'])
  })

  it('shows past tests with verdicts', async () => {
    const startedTest = await plant.client.call('ftest', { ...plant.unit, addr: [] })
    const body = { t: startedTest.test.id, k: 'F', by: 1, a: [1, 2, 3, 4] }
    await plant.sendMessage('record', { boot: 1, seq: 1, at: '2026-03-02T09:00:00Z', kind: 'test.start', body })
    const { tests } = await monthOf(plant.installer, '2026-03', { ofKind: 'functional' })
    const test = { id: startedTest.test.id, verdict: 'running' }
    expect(tests).toMatchObject([{ plant_id: plant.plantId, cu_id: '0A1B2C', day: '2026-03-02', by: null, test }])
    const dayOfTest = async () =>
      (await yearOf(plant.installer, { ofKind: 'functional' })).days.find(({ day }) => day === '2026-03-02')
    expect(await dayOfTest()).toEqual({ ...noTests, day: '2026-03-02', functional: 1, done: true })
    const { pool } = plant.server.database
    await pool.query(`update test_run set state = 'finished' where id = $1`, [startedTest.test.id])
    await pool.query(
      `insert into test_result (test_id, lamp, serial, description, location, result, at, received_at)
       values ($1, 1, '', '', '', 'failed', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')`,
      [startedTest.test.id],
    )
    expect(await dayOfTest()).toMatchObject({ failed: true, done: true })
    expect((await monthOf(plant.installer, '2026-03', { ofKind: 'functional' })).tests[0]?.test?.verdict).toBe('failed')
    expect((await monthOf(plant.installer, '2025-03')).tests).toEqual([])
  })

  it('shows members who changed a plan, with old and new values', async () => {
    await plant.client.call('setDateTimeAutonomia', { ...plant.unit, set: '2026-05-01T06:00:00Z' })
    await plant.client.call('setPeriodAutonomia', { ...plant.unit, period: '6m', differito: true })
    const changesFor = async (caller: User) =>
      (await plant.server.as(caller).call('getTestPlanChanges', { year: 2026, plantId: plant.plantId })).changes
        .filter(({ kind }) => kind === 'autonomy')
        .map(({ field, before, after, by, cu }) => [field, before, after, by, cu])
        .sort()
    const installerName = plant.installer.name
    const changes = [
      ['differito', 'false', 'true', installerName, topic],
      ['period', '12m', '6m', installerName, topic],
      ['set', '2026-03-01T23:30:00.000Z', '2026-05-01T06:00:00.000Z', installerName, topic],
    ]
    for (const member of [plant.installer, staff]) expect(await changesFor(member)).toEqual(changes)
    const page = { year: 2026, plantId: plant.plantId, page: 2, pageSize: 2 }
    const second = await plant.client.call('getTestPlanChanges', page)
    expect(second.changes).toHaveLength(second.total - 2)
    expect(await plant.client.call('getTestPlanChanges', { ...page, page: 9 })).toEqual({
      changes: [],
      total: second.total,
    })
  })

  it('is limited to own plants, and to 30 days in a Basic plant', async () => {
    const { server } = plant
    expect(await yearOf(nonMember)).toEqual({ days: [], byPlatform: false, historyLimited: false, plant: null })
    expect(await monthOf(nonMember, '2026-03')).toEqual({ tests: [], total: 0 })
    expect(await server.as(nonMember).call('getTestPlanChanges', { year: 2026 })).toEqual({ changes: [], total: 0 })
    for (const plantId of [plant.plantId, randomUUID()]) {
      const client = server.as(nonMember)
      expect(await client.refusal('getTestYear', { year: 2026, plantId })).toBe('PLANT_NOT_FOUND')
      expect(await client.refusal('getTestMonth', { month: '2026-03', plantId })).toBe('PLANT_NOT_FOUND')
      expect(await client.refusal('getTestPlanChanges', { year: 2026, plantId })).toBe('PLANT_NOT_FOUND')
      expect(await client.refusal('getLightRepeats', { year: 2026, plantId })).toBe('PLANT_NOT_FOUND')
    }
    const owner = await server.create.user()
    const basic = await server.create.plant({ pro: false, members: { clientOwner: owner.userId } })
    expect(await yearOf(owner)).toMatchObject({ historyLimited: true })
    const unit = await server.create.unit(basic, 'logica', '0B0B01')
    for (const at of ['2026-01-29T12:00:00Z', '2026-02-02T12:00:00Z'])
      await server.database.pool.query(
        `insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, lamps)
         select gen_random_uuid(), plant_id, id, unit, 'functional', 'user', 'finished', $1, $1, '{1}'
         from central_unit where unit = $2`,
        [at, unit],
      )
    expect((await yearOf(owner)).days.map(({ day }) => day)).toEqual(['2026-02-02'])
    expect((await monthOf(owner, '2026-01')).total).toBe(0)
    for (const year of [1999, 2100, 2026.5])
      expect(await server.as(owner).refusal('getTestYear', { year })).toBe('INVALID_INPUT')
    for (const month of ['2026-13', '2026', '1800-01'])
      expect(await server.as(owner).refusal('getTestMonth', { month })).toBe('INVALID_INPUT')
  })
})

describe('calendar feed addresses', () => {
  it('are shown once, stored as a hash, and managed by their owner', async () => {
    const { server, plantId } = plant
    const client = server.as(staff)
    const { feed, address } = await client.call('createCalendarFeed', {
      name: 'Phone',
      plantId,
    })
    expect(feed).toMatchObject({ name: 'Phone', plant: { id: plantId, name: 'Scuola Demo' }, fetchedAt: null })
    const secret = /^http:\/\/localhost\/calendar\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
    const rows = await server.database.db.select().from(calendarFeedTable).where(eq(calendarFeedTable.id, feed.id))
    expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 12))
    expect((await client.call('getCalendarFeeds', {})).feeds).toEqual([feed])
    expect((await server.as(nonMember).call('getCalendarFeeds', {})).feeds).toEqual([])
    expect(await server.as(nonMember).refusal('revokeCalendarFeed', { feedId: feed.id })).toBe('FEED_NOT_FOUND')
    await client.call('revokeCalendarFeed', { feedId: feed.id })
    expect(await client.refusal('revokeCalendarFeed', { feedId: feed.id })).toBe('FEED_NOT_FOUND')
    expect((await client.call('getCalendarFeeds', {})).feeds).toEqual([])
  })

  it('need an own plant, and hide the name of a former plant', async () => {
    const { server, plantId } = plant
    expect(await server.as(nonMember).refusal('createCalendarFeed', { name: 'x', plantId })).toBe('PLANT_NOT_FOUND')
    for (const name of ['', 'x'.repeat(61)])
      expect(await server.as(nonMember).refusal('createCalendarFeed', { name })).toBe('INVALID_INPUT')
    const guest = await server.create.user()
    const other = await server.create.plant({ members: { installerStaff: guest.userId } })
    await server.as(guest).call('createCalendarFeed', { name: 'Desk', plantId: other })
    await server.database.db.delete(plantMemberTable).where(eq(plantMemberTable.userId, guest.userId))
    expect((await server.as(guest).call('getCalendarFeeds', {})).feeds).toMatchObject([
      { plant: { id: other, name: '' } },
    ])
  })

  it('are limited in number, even at once', async () => {
    const { server } = plant
    const person = await server.create.user()
    const personClient = server.as(person)
    for (let n = 2; n < maxFeedsPerPerson; n++) await personClient.call('createCalendarFeed', { name: `Feed ${n}` })
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => personClient.refusal('createCalendarFeed', { name })),
    )
    expect(outcomes.filter((code) => code === null)).toHaveLength(2)
    expect(outcomes.filter((code) => code === 'FEED_LIMIT')).toHaveLength(3)
    expect((await personClient.call('getCalendarFeeds', {})).feeds).toHaveLength(maxFeedsPerPerson)
  })
})
