import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerCalendars } from '../../adapters/http/calendar-routes.ts'
import { createHttpServer } from '../../adapters/http/http-server.ts'
import { createUnsentResponses } from '../../adapters/http/unsent-responses.ts'
import { createLog } from '../../adapters/log.ts'
import { createAdmission } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import { createFairQueue } from '../../kernel/fair-queue.ts'
import { maxUnsentBytes, queueLimits } from '../../kernel/limits.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'
import { plantMemberTable } from '../members/members.schema.ts'
import { createCalendarFinder } from './index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let app: FastifyInstance
let owner: User
const topic = 'logica_0A1B2C'

beforeAll(async () => {
  plant = await openPlantWithUnit()
  owner = plant.installer
  const { ports, database } = plant.server
  app = await createHttpServer({
    log: createLog('silent'),
    publicUrl: 'http://localhost',
    trustProxy: false,
    admit: () => 0,
  })
  registerCalendars(app, {
    admission: createAdmission({ refused: () => undefined }),
    queue: createFairQueue(queueLimits),
    unsent: createUnsentResponses(maxUnsentBytes),
    findCalendar: createCalendarFinder({ ports, db: database.db }),
  })
})
afterAll(async () => {
  await app.close()
  await plant.server.stop()
})
beforeEach(() =>
  reportDetail({ functional: { next: '2026-03-22T08:00:00Z', period: '1w', deferred: false }, ratedHours: 1 }),
)

/** The time of this report of the unit, a minute after the last one. */
let shadowAtMs = Date.parse('2026-03-02T09:00:00Z')
const reportDetail = async (detail: Parameters<typeof lampDetailFixture>[2]) => {
  await lampDetailFixture(plant.server, topic, detail)
  shadowAtMs += 60_000
  await plant.server.database.db
    .update(centralUnitTable)
    .set({ shadowAt: new Date(shadowAtMs) })
    .where(eq(centralUnitTable.unit, topic))
}

const subscribe = async (caller = owner, input: { plantId?: string } = {}) => {
  const { address, feed } = await plant.server.as(caller).call('createCalendarFeed', {
    name: 'Phone',
    ...input,
  })
  return { path: new URL(address).pathname, feedId: feed.id }
}
const get = (path: string) => app.inject({ method: 'GET', url: path })

/**
 * The events of a calendar as another program reads them: lines unfolded, names without parameters, characters
 * unescaped.
 */
const eventsIn = (calendar: string): Record<string, string>[] =>
  calendar
    .replaceAll(/\r\n[ \t]/g, '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        (event.split('\r\nEND:VEVENT')[0] ?? '')
          .split('\r\n')
          .filter(Boolean)
          .map((line) => {
            const [, name = '', value = ''] = /^([^:;]+)[^:]*:(.*)$/.exec(line) ?? []
            return [name, value.replaceAll(/\\([\\;,])/g, '$1')]
          }),
      ),
    )
const read = async (path: string) => {
  const answer = await get(path)
  expect(answer.statusCode).toBe(200)
  return eventsIn(answer.body)
}

it('the feed answers HEAD like GET without a body', async () => {
  const { path } = await subscribe()
  const head = await app.inject({ method: 'HEAD', url: path })
  const allDates = await get(path)
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control'])
    expect(head.headers[name]).toBe(allDates.headers[name])
  expect((await app.inject({ method: 'HEAD', url: '/calendar/unknown.ics' })).statusCode).toBe(404)
})

it('feed events do not block time', async () => {
  const events = await read((await subscribe()).path)
  expect(events.length).toBeGreaterThan(0)
  expect(new Set(events.map((event) => event.TRANSP))).toEqual(new Set(['TRANSPARENT']))
})

describe('calendar feed', () => {
  it('lists the next tests with plant, unit and kind in UTC', async () => {
    const { path } = await subscribe()
    const answer = await get(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const events = eventsIn(answer.body)
    expect(events.slice(0, 3).map(({ DTSTART }) => DTSTART)).toEqual([
      '20260322T080000Z',
      '20260329T070000Z',
      '20260405T070000Z',
    ])
    expect(events[0]).toMatchObject({
      SUMMARY: 'Functional test · 0A1B2C · Scuola Demo',
      DTEND: '20260322T081500Z',
      LOCATION: 'Scuola Demo',
    })
    expect(events).toHaveLength(13)
    expect(Math.max(...answer.body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })

  it('shows the next light measurement as a whole day', async () => {
    const { server, plantId } = plant
    const measureLight = (at: string) =>
      server.inTransaction(async (work) =>
        addEntries(work, [
          {
            kind: 'inspectionPhotometric',
            facts: { result: 'passed' },
            plantId,
            by: owner,
            at: new Date(at),
            recordedAt: server.clock.now(),
          },
        ]),
      )
    const { path } = await subscribe()
    const light = async () => (await read(path)).filter(({ SUMMARY }) => SUMMARY?.startsWith('Light'))
    expect(await light()).toEqual([])
    await measureLight('2021-06-10T12:00:00Z')
    const [event] = await light()
    expect(event).toMatchObject({ SUMMARY: 'Light measurement due · Scuola Demo', DTSTART: '20260610' })
    await measureLight('2021-07-10T12:00:00Z')
    const [movedEvent] = await light()
    expect([movedEvent?.UID, movedEvent?.DTSTART]).toEqual([event?.UID, '20260710'])
    expect(Number(movedEvent?.SEQUENCE)).toBeGreaterThan(Number(event?.SEQUENCE))
    await measureLight('2026-03-01T12:00:00Z')
    expect(await light()).toEqual([])
  })

  it('identifies tests by unit, kind and position, so moved ones are updated', async () => {
    const { path } = await subscribe()
    const before = await read(path)
    expect(await read(path)).toEqual(before)
    await reportDetail({ functional: { next: '2026-03-24T18:30:00Z', period: '1w', deferred: false } })
    const after = await read(path)
    expect(after.map(({ UID }) => UID)).toEqual(before.map(({ UID }) => UID))
    expect(new Set(after.map(({ UID }) => UID)).size).toBe(13)
    expect(after[0]?.DTSTART).toBe('20260324T183000Z')
    expect(Number(after[0]?.SEQUENCE)).toBeGreaterThan(Number(before[0]?.SEQUENCE))
  })

  it('separates the two test kinds and shows the length of an autonomy test', async () => {
    const next = '2026-11-30T08:00:00Z'
    const plan = { next, period: '12m', deferred: false } as const
    await reportDetail({ functional: plan, autonomy: plan, ratedHours: 1.5 })
    const events = await read((await subscribe()).path)
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(2)
    expect(events.find(({ SUMMARY }) => SUMMARY?.startsWith('Autonomy'))).toMatchObject({ DTEND: '20261130T093000Z' })
  })

  it('escapes typed texts', async () => {
    const description = 'Hall; A, B\\n END:VEVENT'
    await plant.server.database.db.update(centralUnitTable).set({ description }).where(eq(centralUnitTable.unit, topic))
    const [event] = await read((await subscribe()).path)
    expect(event?.SUMMARY).toBe(`Functional test · 0A1B2C ${description} · Scuola Demo`)
    await plant.server.database.db
      .update(centralUnitTable)
      .set({ description: '' })
      .where(eq(centralUnitTable.unit, topic))
  })

  it('contains no people and records its last read', async () => {
    const { path, feedId } = await subscribe()
    const { body } = await get(path)
    for (const personalText of [owner.name, owner.email, owner.userId, 'Phone', 'ATTENDEE', 'ORGANIZER'])
      expect(body).not.toContain(personalText)
    const { feeds } = await plant.client.call('getCalendarFeeds', {})
    expect(feeds.find(({ id }) => id === feedId)?.fetchedAt).toBe('2026-03-02T09:00:00.000Z')
    await plant.client.call('revokeCalendarFeed', { feedId })
  })

  it('answers 404 for revoked, altered and unknown addresses', async () => {
    const { path, feedId } = await subscribe()
    await plant.client.call('revokeCalendarFeed', { feedId })
    const liveFeedPath = (await subscribe()).path
    const alteredAddress = liveFeedPath.replace(/.(?=\.ics$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
    const paths = [
      path,
      alteredAddress,
      liveFeedPath.replace('.ics', ''),
      '/calendar/x.ics',
      '/calendar/.ics',
      `/calendar/${'A'.repeat(43)}.ics`,
      `/calendar/${'%00'.repeat(43)}.ics`,
    ]
    const answers = await Promise.all(paths.map(get))
    for (const answer of answers) {
      const { requestId, ...errorBody } = answer.json()
      expect(requestId).toBeTruthy()
      expect([answer.statusCode, errorBody, answer.headers['cache-control']]).toEqual([
        404,
        expect.objectContaining({ error: 'NOT_FOUND' }),
        'private, no-store',
      ])
      expect(errorBody).toEqual((({ requestId: _, ...rest }) => rest)(answers[0]?.json() ?? {}))
    }
  })

  it('contains plants of current memberships, and none during a suspension', async () => {
    const { server, plantId } = plant
    const { db } = server.database
    const guest = await server.create.user()
    const since = server.clock.now()
    const member = { plantId, userId: guest.userId, role: 'installerStaff' as const, invitedBy: null, since }
    await db.insert(plantMemberTable).values(member)
    const [all, plantFeed] = [await subscribe(guest), await subscribe(guest, { plantId })]
    const sizes = async () => [(await read(all.path)).length, (await read(plantFeed.path)).length]
    expect(await sizes()).toEqual([13, 13])
    const validate = (validation: 'pending' | 'verified') =>
      db.update(profileTable).set({ validation }).where(eq(profileTable.userId, guest.userId))
    await validate('pending')
    expect(await sizes()).toEqual([0, 0])
    await validate('verified')
    expect(await sizes()).toEqual([13, 13])
    await db.delete(plantMemberTable).where(eq(plantMemberTable.userId, guest.userId))
    expect(await sizes()).toEqual([0, 0])
  })
})
