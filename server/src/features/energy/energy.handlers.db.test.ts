import { randomUUID } from 'node:crypto'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { bookAllTelemetry } from './telemetry-task.ts'

let server: TestServer
let owner: User
let plantId: string
let zoneId: string
const unit = 'logica_0A1B2C'
const momentOf = (text: string): number => Date.parse(text) / 900_000
const sumOf = (values: readonly (number | null)[]): number =>
  values.reduce((all: number, value) => all + (value ?? 0), 0)

/** 10 Wh per quarter for lamp 1, 5 Wh for lamp 2; sent with gaps. */
const lampsFrom = (begin: number, count: number, unread: readonly number[] = []): MeteredLamp[] =>
  [1, 2].map((addr) => {
    const energy = Array.from({ length: count }, (_, n) =>
      addr === 2 && unread.includes(begin + n) ? null : ((begin + n) % 1_000_000) * (addr === 1 ? 100 : 50),
    )
    return [
      addr,
      `A1B2C${addr}`,
      addr === 1 ? 400 : null,
      energy,
      energy.map((one, n) => one && (begin + n) * 900 - begin * 800),
    ]
  })

const sendTelemetry = async (begin: string, quarters: number, unread: readonly string[] = []) => {
  const from = momentOf(begin)
  for (let at = 0; at < quarters; at += 90) {
    const count = Math.min(90, quarters - at)
    const telemetry = { first: from + at, count, lamps: lampsFrom(from + at, count, unread.map(momentOf)) }
    const lamps = telemetry.lamps.map(([addr, serial, rated, energy]) => [
      addr,
      serial,
      rated,
      energy,
      energy.map((one) => one && 0),
    ])
    const message = { life: 'a11fea11fea11fe0', at: server.clock.now().toISOString(), ...telemetry, lamps }
    await server.inbox.accept(`v1/${unit}/up/telemetry`, Buffer.from(JSON.stringify(message)))
  }
  await bookAllTelemetry(server.dispatcherParts)
}

type Asked = Omit<ActionInput<'getEnergy'>, 'plantId'>
const readEnergy = (query: Asked) => server.as(owner).call('getEnergy', { plantId, ...query })
/** The first and the last allowed year: a year before is out of range. */
const daysOfNoPlant = ['1900-01-01', '1900-12-31', '2999-12-31']

const refusal = (query: object) => server.as(owner).refusal('getEnergy', { plantId, ...query })

beforeAll(async () => {
  server = await createTestServer()
  owner = await server.create.user()
  plantId = await server.create.plant({ members: { clientOwner: owner.userId } })
  await server.create.unit(plantId)
  const unitId = (await findUnit(server.database.db, plantId, { topic: unit }))?.id ?? ''
  await insertLamps(
    server,
    plantId,
    [1, 2].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
    unit,
  )
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`insert into monitoring_zone (plant_id, name) values (${plantId}, 'Hall') returning id`,
  )
  zoneId = rows[0]?.id ?? ''
  await server.database.db.execute(
    sql`insert into monitoring_zone_lamp (central_unit_id, serial, zone_id) values (${unitId}, 'A1B2C2', ${zoneId})`,
  )
  // Two days in 2026 with a missing hour of lamp 2, and the preceding day of 23 hours.
  server.clock.time = new Date('2026-03-31T12:05:10Z')
  await sendTelemetry('2026-03-28T23:00:00Z', 92 + 96 + 56 + 1, ['2026-03-30T10:15:00Z', '2026-03-30T10:30:00Z'])
})
afterAll(() => server.stop())

describe('plant energy', () => {
  it('has 23 hours on the day of the spring clock change', async () => {
    const { series, total, timezone } = await readEnergy({ period: 'day', step: 'hour', date: '2026-03-29' })
    expect([timezone, series.starts.length, series.starts[0]]).toEqual(['Europe/Rome', 23, '2026-03-28T23:00:00.000Z'])
    expect(series.used).toEqual(Array(23).fill(60))
    expect(total).toMatchObject({ from: '2026-03-29', until: '2026-03-29', used: 23 * 60, missing: 0 })
    const days = await readEnergy({ period: 'month', step: 'day', date: '2026-03-05' })
    expect(days.series.used.slice(-3, -1)).toEqual([23 * 60, 24 * 60 - 15])
  })

  it('is marked incomplete where readings are missing', async () => {
    const { series, total } = await readEnergy({ period: 'day', step: 'hour', date: '2026-03-30' })
    // Three quarters of lamp 2 have an unknown end.
    expect([series.used[12], series.missing[12], total.missing]).toEqual([45, 3, 3])
    const before = await readEnergy({ period: 'day', step: 'hour', date: '2026-03-27' })
    expect([before.series.used, before.total.used, before.total.missing]).toEqual([Array(24).fill(null), null, 0])
  })

  it('counts late readings as missing, but not future ones', async () => {
    const today = await readEnergy({ period: 'day', step: 'hour' })
    expect(today.series.used.slice(13, 15)).toEqual([60, null])
    expect(sumOf(today.series.missing)).toBe(0)
    const now = server.clock.time
    server.clock.time = new Date('2026-03-31T14:06:00Z')
    const laterHour = await readEnergy({ period: 'day', step: 'hour' })
    expect([laterHour.series.missing.slice(13, 17), laterHour.now]).toEqual([[0, 8, 8, 0], null])
    server.clock.time = now
  })

  it('has equal sums by hour, day and month, next to the previous year', async () => {
    const all = [
      await readEnergy({ period: 'month', step: 'hour', date: '2026-03-01' }),
      await readEnergy({ period: 'month', step: 'day', date: '2026-03-01' }),
      await readEnergy({ period: 'year', step: 'day', date: '2026-12-31' }),
      await readEnergy({ period: 'year', step: 'month', date: '2026-12-31' }),
      await readEnergy({ period: 'year', step: 'month', date: '2027-01-01' }),
    ]
    const expectedWh = (23 + 24 + 14) * 60 - 15
    expect(all.map(({ total }) => total.used)).toEqual([expectedWh, expectedWh, expectedWh, expectedWh, null])
    expect(all.map(({ series }) => sumOf(series.used))).toEqual([expectedWh, expectedWh, expectedWh, expectedWh, 0])
    expect(all.map(({ lastYear }) => lastYear.total.used)).toEqual([null, null, null, null, expectedWh])
    expect(all[4]?.lastYear.total).toMatchObject({ from: '2026-01-01', until: '2026-12-31', missing: 3 })
    const week = await readEnergy({ period: 'week', step: 'day', date: '2026-03-29' })
    expect(week.total).toMatchObject({ from: '2026-03-23', until: '2026-03-29', used: 23 * 60 })
    expect(week.lastYear.total).toMatchObject({ from: '2025-03-24', until: '2025-03-30' })
  })

  it('is available for a unit, a lamp and a monitoring zone', async () => {
    const query = { period: 'day', step: 'hour', date: '2026-03-29' } as const
    const readUsedWh = async (scope: NonNullable<Asked['of']>) => (await readEnergy({ ...query, of: scope })).total.used
    expect(await readUsedWh({ kind: 'unit', topic: unit })).toBe(23 * 60)
    expect(await readUsedWh({ kind: 'lamp', topic: unit, addr: 1 })).toBe(23 * 40)
    expect(await readUsedWh({ kind: 'zone', zoneId })).toBe(23 * 20)
    expect(await readEnergy({ ...query, of: { kind: 'zone', zoneId } })).toMatchObject({
      lamps: { count: 1, ratedW: 0, unrated: 1 },
    })
  })

  it('shows the current power and the start of measurement', async () => {
    expect(await readEnergy({ period: 'day', step: 'hour' })).toMatchObject({
      lamps: { count: 2, ratedW: 40, unrated: 1 },
      now: { powerW: 60, at: '2026-03-31T12:00:00.000Z', unknown: 0 },
      since: '2026-03-28T23:00:00.000Z',
      setAside: 0,
    })
  })

  it('is refused for foreign targets and impossible steps', async () => {
    const query = { period: 'day', step: 'hour' }
    expect(await refusal({ ...query, of: { kind: 'unit', topic: 'logica_0FFFFF' } })).toBe('UNIT_NOT_FOUND')
    expect(await refusal({ ...query, of: { kind: 'lamp', topic: unit, addr: 9 } })).toBe('LAMP_NOT_FOUND')
    expect(await refusal({ ...query, of: { kind: 'zone', zoneId: randomUUID() } })).toBe('ZONE_NOT_FOUND')
    const summary = (scope: object) => server.as(owner).refusal('getEnergySummary', { plantId, of: scope })
    expect(await summary({ kind: 'unit', topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    expect(await summary({ kind: 'lamp', topic: unit, addr: 9 })).toBe('LAMP_NOT_FOUND')
    expect(await summary({ kind: 'zone', zoneId: randomUUID() })).toBe('ZONE_NOT_FOUND')
    expect(await refusal({ period: 'day', step: 'month' })).toBe('INVALID_INPUT')
    expect(await refusal({ ...query, date: '2026-02-30' })).toBe('INVALID_INPUT')
    const nonMember = await server.create.user()
    expect(await server.as(nonMember).refusal('getEnergy', { plantId, ...query })).toBe('PLANT_NOT_FOUND')
  })

  it('is empty without measurements', async () => {
    const empty = await server.create.plant({ members: { clientOwner: owner.userId } })
    const answer = await server.as(owner).call('getEnergy', { plantId: empty, period: 'year', step: 'month' })
    expect(answer).toMatchObject({ since: null, now: null, lamps: { count: 0 }, total: { used: null, missing: 0 } })
    const recent = await server.as(owner).call('getRecentEnergy', { plantId: empty })
    expect(recent).toMatchObject({ since: null, total: { used: null, missing: 0 } })
    expect(recent.days.every(({ used }) => used === null)).toBe(true)
  })

  it('has the last fourteen days of the plant, with the days of the month', async () => {
    const recent = await server.as(owner).call('getRecentEnergy', { plantId })
    const today = recent.days.at(-1)?.day ?? ''
    const { series } = await readEnergy({ period: 'month', step: 'day', date: today })
    const ofMonth = recent.days.filter(({ day }) => day.startsWith(today.slice(0, 7)))
    expect(recent.days).toHaveLength(14)
    expect(ofMonth.map(({ used }) => used)).toEqual(ofMonth.map(({ day }) => series.used[Number(day.slice(8)) - 1]))
    expect(recent.total.used).toBeCloseTo(sumOf(recent.days.map(({ used }) => used)))
    expect(recent.since).not.toBeNull()
  })
})

it.each(daysOfNoPlant)('is unknown for %s and the year before', async (date) => {
  const scope = { kind: 'plant' } as const
  for (const [period, step] of [
    ['year', 'month'],
    ['month', 'hour'],
    ['week', 'day'],
    ['day', 'quarter'],
  ] as const) {
    const { total, lastYear } = await readEnergy({ of: scope, period, step, date })
    expect([total.used, lastYear.total.used]).toEqual([null, null])
  }
  expect((await server.as(owner).call('getEnergyShares', { plantId, period: 'month', date })).used).toBe(null)
})
