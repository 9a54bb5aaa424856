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
const calendar = (caller: User, input: { year?: number; plantId?: string } = {}) =>
  plant.server.as(caller).call('getTestCalendar', { year: 2026, ...input })

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
    const due = async (year: number) => (await calendar(installer, { year })).lightRepeats
    expect(await due(2031)).toEqual([])
    await measureLight('2020-01-15T12:00:00Z')
    expect(await due(2025)).toMatchObject([{ day: '2025-01-15', overdue: true }])
    // In Rome it was the next day already.
    await measureLight('2026-02-27T23:30:00Z')
    const [repeat] = await due(2031)
    expect(repeat).toEqual({ plant_id: plantId, measuredOn: '2026-02-28', day: '2031-02-28', overdue: false })
    expect(await due(2025)).toEqual([])
    expect((await calendar(nonMember, { year: 2031 })).lightRepeats).toEqual([])
  })

  it('shows planned dates of units by plant day and marks overdue ones', async () => {
    const dateDefaults = {
      plant_id: plant.plantId,
      cu: topic,
      cu_id: '0A1B2C',
      description: '',
      by: 'unit',
      deferred: false,
    }
    const { plants, planned, cut: isCut } = await calendar(plant.installer)
    expect(plants).toMatchObject([{ plant_id: plant.plantId, timezone: 'Europe/Rome', today: '2026-03-02' }])
    expect(planned).toEqual([
      {
        ...dateDefaults,
        kind: 'functional',
        period: '3m',
        dates: [{ at: '2026-11-30T08:00:00.000Z', day: '2026-11-30', overdue: false }],
      },
      {
        ...dateDefaults,
        kind: 'autonomy',
        period: '12m',
        dates: [{ at: '2026-03-01T23:30:00.000Z', day: '2026-03-02', overdue: true }],
      },
    ])
    expect(isCut).toBe(false)
    const next = await calendar(plant.installer, { year: 2027 })
    expect(next.planned.map(({ dates }) => dates.map(({ day }) => day))).toEqual([
      ['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'],
      ['2027-03-02'],
    ])
  })

  it('uses the configured day hidden by February', async () => {
    await plant.client.call('setDateTimeFunzionale', { ...plant.unit, set: '2026-11-30T08:00:00Z' })
    await plant.obey()
    const functional = { next: '2027-02-28T08:00:00Z', period: '3m', deferred: false } as const
    await lampDetailFixture(plant.server, topic, { functional })
    const { planned } = await calendar(plant.installer, { year: 2027 })
    expect(planned[0]?.dates.map(({ day }) => day)).toEqual(['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'])
  })

  it('shows past tests with results', async () => {
    const startedTest = await plant.client.call('ftest', { ...plant.unit, addr: [] })
    const body = { t: startedTest.test.id, k: 'F', by: 1, a: [1, 2, 3, 4] }
    await plant.sendMessage('record', { boot: 1, seq: 1, at: '2026-03-02T09:00:00Z', kind: 'test.start', body })
    const { tests } = await calendar(plant.installer)
    const test = { kind: 'functional', state: 'running', total: 4 }
    expect(tests).toMatchObject([{ plant_id: plant.plantId, cu_id: '0A1B2C', day: '2026-03-02', test }])
    expect((await calendar(plant.installer, { year: 2025 })).tests).toEqual([])
  })

  it('shows members who changed a plan, with old and new values', async () => {
    await plant.client.call('setDateTimeAutonomia', { ...plant.unit, set: '2026-05-01T06:00:00Z' })
    await plant.client.call('setPeriodAutonomia', { ...plant.unit, period: '6m', differito: true })
    const changesFor = async (caller: User) =>
      (await calendar(caller, { plantId: plant.plantId })).changes
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
  })

  it('is limited to own plants, and to 30 days in a Basic plant', async () => {
    const { server } = plant
    expect(await calendar(nonMember)).toEqual({
      plants: [],
      planned: [],
      tests: [],
      changes: [],
      lightRepeats: [],
      cut: false,
    })
    const input = { year: 2026, plantId: plant.plantId }
    expect(await server.as(nonMember).refusal('getTestCalendar', input)).toBe('PLANT_NOT_FOUND')
    expect(await server.as(nonMember).refusal('getTestCalendar', { ...input, plantId: randomUUID() })).toBe(
      'PLANT_NOT_FOUND',
    )
    const owner = await server.create.user()
    const basic = await server.create.plant({ pro: false, members: { clientOwner: owner.userId } })
    const { plants } = await calendar(owner)
    expect(plants).toMatchObject([{ plant_id: basic, historySince: '2026-01-30T23:00:00.000Z' }])
    for (const year of [1999, 2100, 2026.5])
      expect(await server.as(owner).refusal('getTestCalendar', { year })).toBe('INVALID_INPUT')
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
