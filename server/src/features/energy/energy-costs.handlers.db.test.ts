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
let staff: User
let plantId: string
let zoneId: string
const unit = 'logica_0A1B2C'
const momentOf = (text: string): number => Date.parse(text) / 900_000
const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  weekday: 'short',
  day: 'numeric',
  month: 'numeric',
})
const hourOf = (moment: number): number =>
  Number(local.formatToParts(moment * 900_000).find(({ type }) => type === 'hour')?.value)

/**
 * Tenths of a Wh per quarter: lit from 8 to 18. Half the level from the 17th; lamp 2 burns in the night of the 27th.
 */
const usedIn = (addr: number, moment: number): number => {
  const night = moment >= momentOf('2026-03-27T00:00:00Z') && moment < momentOf('2026-03-27T04:00:00Z')
  if (addr === 2 && night) return 100
  const isLit = hourOf(moment) >= 8 && hourOf(moment) < 18
  if (addr === 3) return 0
  return isLit ? (moment < momentOf('2026-03-16T23:00:00Z') ? 100 : 50) : 0
}

const sendMonth = async () => {
  const from = momentOf('2026-02-28T23:00:00Z')
  const until = momentOf('2026-03-30T22:00:00Z')
  const energy = [0, 0, 0]
  const onS = [0, 0, 0]
  for (let at = from; at <= until; at += 96) {
    const count = Math.min(96, until - at + 1)
    const lamps = [1, 2, 3].map((addr): MeteredLamp => {
      const levels: [number[], number[]] = [[], []]
      for (let n = 0; n < count; n++) {
        levels[0].push(energy[addr - 1] ?? 0)
        levels[1].push(onS[addr - 1] ?? 0)
        const used = usedIn(addr, at + n)
        energy[addr - 1] = (energy[addr - 1] ?? 0) + used
        const isOn = used > 0 || (addr === 3 && hourOf(at + n) >= 8 && hourOf(at + n) < 18)
        onS[addr - 1] = (onS[addr - 1] ?? 0) + (isOn ? 900 : 0)
      }
      return [addr, `A1B2C${addr}`, 400, ...levels]
    })
    const message = { life: 'a11fea11fea11fe0', at: server.clock.now().toISOString(), first: at, count, lamps }
    await server.inbox.accept(`v1/${unit}/up/telemetry`, Buffer.from(JSON.stringify(message)))
  }
  await bookAllTelemetry(server.dispatcherParts)
}

beforeAll(async () => {
  server = await createTestServer()
  ;[owner, staff] = [await server.create.user(), await server.create.user()]
  plantId = await server.create.plant({ members: { clientOwner: owner.userId, installerStaff: staff.userId } })
  await server.create.unit(plantId)
  const unitId = (await findUnit(server.database.db, plantId, { topic: unit }))?.id ?? ''
  await insertLamps(
    server,
    plantId,
    [1, 2, 3].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
    unit,
  )
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`insert into monitoring_zone (plant_id, name) values (${plantId}, 'Hall') returning id`,
  )
  zoneId = rows[0]?.id ?? ''
  await server.database.db.execute(
    sql`insert into monitoring_zone_lamp (central_unit_id, serial, zone_id) values (${unitId}, 'A1B2C2', ${zoneId})`,
  )
  server.clock.time = new Date('2026-03-31T00:05:00Z')
  await sendMonth()
})
afterAll(() => server.stop())

const month = { period: 'month', step: 'day', date: '2026-03-15' } as const
const readEnergy = (input: Partial<Omit<ActionInput<'getEnergy'>, 'plantId'>> = {}) =>
  server.as(owner).call('getEnergy', { plantId, ...month, ...input })
const settings = () => server.as(owner).call('getEnergySettings', { plantId })
const everyHour = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, hours: 24 }]
const saveTariffs = async (tariffs: ActionInput<'saveEnergyTariffs'>['tariffs']) =>
  server.as(staff).call('saveEnergyTariffs', { plantId, tariffs, version: (await settings()).version })
const saveBaseline = async (baseline: ActionInput<'saveEnergyBaseline'>['baseline']) =>
  server.as(staff).call('saveEnergyBaseline', { plantId, baseline, version: (await settings()).version })
/** Wh of two lamps burning for ten hours at 40 W. */
const fullDay = 800
const halfDay = 400
const night = 160

describe('energy without a baseline and a tariff', () => {
  it('shows no saving and no cost', async () => {
    expect(await settings()).toEqual({
      baseline: null,
      tariffs: [],
      currency: 'EUR',
      version: 0,
      factor: expect.objectContaining({ country: 'IT', year: 2025 }),
    })
    const { saving, cost, baseline } = await readEnergy()
    expect([saving, cost, new Set(baseline)]).toEqual([null, null, new Set([null])])
  })
})

describe('baseline', () => {
  it('of a period is the weekday mean, with saved kWh, percent and CO2', async () => {
    await saveBaseline({ kind: 'period', from: '2026-03-02', until: '2026-03-15' })
    const { saving, baseline, series } = await readEnergy()
    const expectedWh = 16 * fullDay + 14 * halfDay + night
    expect(saving).toMatchObject({ of: { kind: 'period' }, days: 30, money: null, meanPrice: null })
    expect(saving?.baseline).toBeCloseTo(30 * fullDay - (fullDay * 4) / 96)
    expect(saving?.used).toBeCloseTo(expectedWh)
    expect(saving?.saved).toBeCloseTo((saving?.baseline ?? 0) - expectedWh)
    expect(saving?.percent).toBeCloseTo((100 * (saving?.saved ?? 0)) / (saving?.baseline ?? 1))
    expect(saving?.factor).toMatchObject({ country: 'IT', year: 2025, gPerKwh: 285 })
    expect(saving?.co2Kg).toBeCloseTo(((saving?.saved ?? 0) / 1_000) * 0.285)
    expect(baseline.length).toBe(series.starts.length)
    expect(baseline[3]).toBeCloseTo(fullDay)
    // The day of 23 hours has 23 hours of readings.
    expect(baseline[28]).toBeCloseTo((fullDay * 92) / 96)
    expect((await readEnergy({ period: 'day', step: 'hour', date: '2026-03-20' })).baseline[9]).toBe(null)
  })

  it('of installed power counts the hours of use by weekday', async () => {
    await saveBaseline({ kind: 'installed', hours: [10, 10, 10, 10, 10, 0, 0] })
    const { saving, lamps } = await readEnergy({ of: { kind: 'zone', zoneId } })
    expect([lamps.ratedW, saving?.days]).toEqual([40, 30])
    expect(saving?.baseline).toBeCloseTo(21 * 400)
    const summary = await server.as(owner).call('getEnergySummary', { plantId, of: { kind: 'zone', zoneId } })
    expect(summary.periods.month.total.used).toBe(16 * 400 + 14 * 200 + night)
    expect(summary.periods.month.saving?.saved).toBeCloseTo(21 * 400 - (16 * 400 + 14 * 200 + night))
    expect([summary.periods.day.total.used, summary.periods.day.saving]).toEqual([null, null])
  })

  it('is refused for unfinished periods, stale versions and missing permission', async () => {
    const scope = { kind: 'period', from: '2026-03-01', until: '2026-03-31' } as const
    const { version } = await settings()
    const clientOf = (person: User) => server.as(person)
    const write = { plantId, baseline: scope, version }
    expect(await clientOf(staff).refusal('saveEnergyBaseline', write)).toBe('BASELINE_NOT_OVER')
    const staleInput = { plantId, baseline: null, version: version - 1 }
    expect(await clientOf(staff).refusal('saveEnergyBaseline', staleInput)).toBe('CHANGED_MEANWHILE')
    expect(await clientOf(owner).refusal('saveEnergyBaseline', write)).toBe('NOT_ALLOWED')
    expect(await clientOf(owner).refusal('saveEnergyTariffs', { plantId, tariffs: [], version })).toBe('NOT_ALLOWED')
    expect(await clientOf(await server.create.user()).refusal('getEnergySettings', { plantId })).toBe('PLANT_NOT_FOUND')
  })
})

describe('tariff', () => {
  it('prices each hour, and hours without one have an unknown cost', async () => {
    const rates = [
      { name: 'F1', price: 3_000, hours: [{ days: [1, 2, 3, 4, 5], from: 8, hours: 5 }] },
      { name: 'F2', price: 1_000, hours: [{ days: [1, 2, 3, 4, 5], from: 13, hours: 11 }] },
    ]
    await saveTariffs([{ from: '2026-03-02', until: '2026-03-15', rates }])
    const { cost, saving } = await readEnergy()
    // Ten working days, half of each day by either rate.
    expect(cost?.rates.map(({ name, used }) => [name, used])).toEqual([
      ['F1', 10 * 400],
      ['F2', 10 * 400],
    ])
    expect(cost?.amount).toBeCloseTo(10 * 0.4 * 0.3 + 10 * 0.4 * 0.1)
    expect(cost?.unknownWh).toBe(16 * fullDay + 14 * halfDay + night - 10 * fullDay)
    expect(saving?.meanPrice).toBeCloseTo(0.2)
    expect(saving?.money).toBeCloseTo(((saving?.saved ?? 0) / 1_000) * 0.2)
    const other = await readEnergy({ date: '2026-02-10' })
    expect(other.cost).toEqual({ currency: 'EUR', amount: null, unknownWh: 0, rates: [] })
  })

  it('is refused with overlaps, negative prices or a reversed period', async () => {
    const { version } = await settings()
    const rate = { name: 'All', price: 1_000, hours: everyHour }
    const refusal = (tariffs: object[]) => server.as(staff).refusal('saveEnergyTariffs', { plantId, version, tariffs })
    const tariff = { from: '2026-01-01', until: null, rates: [rate] }
    expect(await refusal([tariff, { ...tariff, from: '2027-01-01' }])).toBe('TARIFF_OVERLAP')
    expect(await refusal([{ ...tariff, rates: [rate, { ...rate, name: 'Twice' }] }])).toBe('TARIFF_OVERLAP')
    expect(await refusal([{ ...tariff, rates: [{ ...rate, price: -1 }] }])).toBe('INVALID_INPUT')
    expect(await refusal([{ ...tariff, until: '2025-12-31' }])).toBe('INVALID_INPUT')
    const staleInput = { plantId, version: version - 1, tariffs: [] }
    expect(await server.as(staff).refusal('saveEnergyTariffs', staleInput)).toBe('CHANGED_MEANWHILE')
  })

  it('is saved by one of two simultaneous calls', async () => {
    const { version } = await settings()
    const save = (name: string) =>
      server.as(staff).call('saveEnergyTariffs', {
        plantId,
        version,
        tariffs: [{ from: '2026-01-01', until: null, rates: [{ name, price: 2_500, hours: everyHour }] }],
      })
    const outcomes = await Promise.allSettled([save('A'), save('B')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await settings()).version).toBe(version + 1)
  })
})

describe('energy shares by zone', () => {
  it('add up to the whole with lamps in no zone', async () => {
    const input = { plantId, period: 'month', date: '2026-03-15' } as const
    const { used, shares } = await server.as(owner).call('getEnergyShares', input)
    const totalUsed = (await readEnergy()).total.used
    expect(used).toBe(totalUsed)
    expect(shares.map(({ zone, lamps, used: part }) => [zone?.name ?? null, lamps, part])).toEqual([
      ['Hall', 1, 16 * 400 + 14 * 200 + night],
      [null, 2, 16 * 400 + 14 * 200],
    ])
    expect(shares[0]?.days.slice(15, 18)).toEqual([400, 200, 200])
  })
})

describe('energy notes', () => {
  it('refer to a lamp or zone: lit at night or without power', async () => {
    const { notes, from, until } = await server.as(owner).call('getEnergyNotes', { plantId })
    expect([from, until]).toEqual(['2026-03-24', '2026-03-30'])
    const litNote = notes.find(({ kind }) => kind === 'lit_at_night')
    expect(litNote).toMatchObject({ zone: { id: zoneId }, lamp: { topic: unit, addr: 2 }, lamps: 1, day: '2026-03-27' })
    expect(litNote?.used).toBeCloseTo(160)
    const darkNote = notes.find(({ kind }) => kind === 'no_power')
    expect(darkNote).toMatchObject({
      zone: null,
      lamp: { topic: unit, addr: 3 },
      used: 0,
      hours: 10,
      day: '2026-03-30',
    })
    expect(notes.map(({ kind }) => kind).includes('above_baseline')).toBe(false)
  })

  it('list a zone above its baseline', async () => {
    await saveBaseline({ kind: 'installed', hours: [2, 2, 2, 2, 2, 2, 2] })
    const { notes } = await server.as(owner).call('getEnergyNotes', { plantId })
    expect(notes.filter(({ kind }) => kind === 'above_baseline').map(({ zone }) => zone?.id ?? null)).toEqual([
      zoneId,
      null,
    ])
  })
})

describe('quarter hours', () => {
  it('are available for a day and a week and add up to hours', async () => {
    const quarters = await readEnergy({ period: 'day', step: 'quarter', date: '2026-03-29' })
    expect(quarters.series.starts).toHaveLength(92)
    const hours = await readEnergy({ period: 'day', step: 'hour', date: '2026-03-29' })
    expect(quarters.total).toEqual(hours.total)
    expect(quarters.series.used.slice(32, 36).reduce((total, one) => (total ?? 0) + (one ?? 0), 0)).toBe(
      hours.series.used[8],
    )
    const zone = await readEnergy({ period: 'week', step: 'quarter', date: '2026-03-25', of: { kind: 'zone', zoneId } })
    expect(zone.series.starts).toHaveLength(7 * 96 - 4)
    expect(zone.total.used).toBe(7 * 200 + night)
  })
})
