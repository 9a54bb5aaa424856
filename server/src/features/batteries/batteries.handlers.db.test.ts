import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** 24 lamps with batteries 415.009 fading by a tenth per year; less data exists for some. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const yearMs = 365.25 * 86_400_000
const serialOf = (addr: number) => `B00${String(addr).padStart(3, '0')}`

type Result = { addr: number; measuredS: number | null; result?: 'passed' | 'failed' | 'notExecuted'; reason?: string }
const addTest = async (yearsAgo: number, results: Result[], clockWrong = false, kind = 'autonomy') => {
  const id = randomUUID()
  const { database, clock } = plant.server
  const at = new Date(clock.now().getTime() - yearsAgo * yearMs).toISOString()
  await database.db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
    select ${id}, plant_id, id, unit, ${kind}, 'user', 'finished', ${at}, '{}' from central_unit where plant_id = ${plant.plantId}`)
  for (const { addr, measuredS, result = 'passed', reason = null } of results)
    await database.db.execute(sql`
      insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at, clock_wrong)
      values (${id}, ${addr}, ${serialOf(addr)}, '', '', ${result}, ${reason}, ${measuredS}, 60, ${at}, ${at}, ${clockWrong})`)
}
const fading = Array.from({ length: 24 }, (_, n) => 10 + n)
const share = (addr: number, yearsAgo: number) => 1.08 + (addr % 4) * 0.03 + 0.1 * yearsAgo

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const lamps = [...fading, 40, 41, 42, 43].map((addr) => ({
    addr,
    serial: serialOf(addr),
    productCode: 'ST-24',
    ratedMin: 60,
    ...(addr === 42 && { errors: ['battery_short' as const], condition: 'error' as const }),
    ...(addr === 43 && { productCode: 'X-1' }),
  }))
  await insertLamps(plant.server, plant.plantId, [...lamps, { addr: 44, serial: serialOf(44), productCode: 'QD-30' }])
  for (const yearsAgo of [3, 2, 1]) {
    const results = [...fading, 42].map((addr) => ({ addr, measuredS: Math.round(share(addr, yearsAgo) * 3600) }))
    // Replaced a year ago: the first test of the new battery.
    const replacedLamp = { addr: 40, measuredS: yearsAgo === 1 ? 4700 : yearsAgo === 2 ? 3000 : 3700 }
    const failed = replacedLamp.measuredS < 3600 ? { result: 'failed' as const, reason: 'battery_duration' } : {}
    await addTest(yearsAgo, [...results, { ...replacedLamp, ...failed }])
  }
  // Results without information on a battery.
  await addTest(0.9, [{ addr: 41, measuredS: 2, result: 'failed', reason: 'lamp_failure' }])
  await addTest(0.8, [{ addr: 41, measuredS: 600, result: 'notExecuted', reason: 'mains_failure' }])
  await addTest(0.7, [{ addr: 41, measuredS: 3700 }], true)
  await addTest(0.6, [{ addr: 41, measuredS: 30 }], false, 'functional')
  await addTest(0.5, [{ addr: 41, measuredS: 3600 }])
})
afterAll(() => plant.server.stop())

const outlook = async () => (await plant.client.call('getBatteryOutlook', { plantId: plant.plantId })).outlook
const batteries = (code: string | null, page = 1) =>
  plant.client.call('getBatteries', { plantId: plant.plantId, code, page })

describe('battery outlook', () => {
  it('is grouped by battery code with its basis', async () => {
    const reportedOutlook = await outlook()
    const [code, ...others] = reportedOutlook?.codes ?? []
    expect(others.every(({ measured }) => measured === 0)).toBe(true)
    expect(code).toMatchObject({ code: '415.009', lamps: 27, measured: 25, battery: { chemistry: 'NiCd' } })
    const now = plant.server.clock.now().getTime()
    const years = (Date.parse(code?.ends?.middle ?? '') - now) / yearMs
    expect(years).toBeGreaterThan(0.8)
    expect(years).toBeLessThan(1.8)
    expect(reportedOutlook).toMatchObject({ fewest: { tests: 3, lamps: 20 }, unknown: 5, check: null })
    expect(Date.parse(reportedOutlook?.measuredFrom ?? '')).toBeCloseTo(now - 3 * yearMs, -3)
  })

  it('counts pieces per lamp, with immediate needs separate', async () => {
    const reportedOutlook = await outlook()
    const { needed } = await plant.client.call('getBatteryOutlook', { plantId: plant.plantId })
    expect(needed).toMatchObject([{ code: '415.009', pieces: 1 }])
    const neededPieces = reportedOutlook?.periods.flatMap(({ needs }) => needs.map((need) => need.pieces)) ?? []
    const totalPieces = neededPieces.reduce((all, one) => all + one, 0)
    const { batteries: listedBatteries, total } = await batteries('415.009')
    expect(total).toBe(27)
    const until = reportedOutlook?.periods.at(-1)?.until ?? ''
    const due = [...listedBatteries, ...(await batteries('415.009', 2)).batteries].filter(
      ({ ends: outlookEnds }) => (outlookEnds?.middle ?? '9') <= until,
    )
    expect(totalPieces).toBe(due.length)
    expect(totalPieces).toBe(reportedOutlook?.codes[0]?.soon)
    expect(totalPieces).toBeGreaterThan(10)
  })

  it('shows no date without enough data, but the missing data', async () => {
    const pages = [...(await batteries('415.009')).batteries, ...(await batteries('415.009', 2)).batteries]
    const lampPage = (addr: number) => pages.find(({ lamp }) => lamp === addr)
    expect(lampPage(40)).toMatchObject({ why: 'fewTests', tests: 1, ends: null, replacedAfter: expect.any(String) })
    expect(lampPage(41)).toMatchObject({ why: 'fewTests', tests: 0, ends: null, measured_min: null })
    expect(lampPage(42)).toMatchObject({ why: 'neededNow', ends: null })
    expect(lampPage(10)).toMatchObject({ why: null, tests: 3, rated_min: 60 })
    expect((await batteries(null)).batteries.map(({ why }) => why)).toContain('unknownBattery')
    const middleEnds = pages.map((one) => one.ends?.middle ?? '9')
    expect(middleEnds).toEqual(middleEnds.toSorted())
  })

  it('of one lamp shows measured and expected minutes', async () => {
    const { battery, measured, expected } = await plant.client.call('getLampBattery', { ...plant.unit, addr: 10 })
    expect(measured.map(({ minutes }) => Math.round(minutes))).toEqual(
      [3, 2, 1].map((y) => Math.round(share(10, y) * 60)),
    )
    expect(battery).toMatchObject({ lamp: 10, serial: serialOf(10), why: null })
    expect(expected[0]?.at).toBe(measured.at(-1)?.at)
    for (const { minutes, min, max: maxMinutes } of expected)
      expect([min <= minutes, minutes <= maxMinutes]).toEqual([true, true])
    expect(await plant.client.refusal('getLampBattery', { ...plant.unit, addr: 900 })).toBe('LAMP_NOT_FOUND')
    const unknownBattery = await plant.client.call('getLampBattery', { ...plant.unit, addr: 41 })
    expect(unknownBattery).toMatchObject({ measured: [], expected: [] })
  })
})

describe('prices', () => {
  it('are visible to the installer, and to the owner where permitted', async () => {
    const { server, plantId, client } = plant
    await client.call('savePrice', { plantId, productCode: '415.009', cents: 3800, version: 0 })
    const owner = await server.create.user()
    await server.database.pool.query(
      `insert into plant_member (plant_id, user_id, role, since) values ($1, $2, 'clientOwner', now())`,
      [plantId, owner.userId],
    )
    const readCents = async (reportedBy: typeof client) =>
      (await reportedBy.call('getBatteryOutlook', { plantId })).needed[0]?.cents
    expect(await readCents(client)).toBe(3800)
    expect(await readCents(server.as(owner))).toBeUndefined()
    await client.call('savePriceSettings', { plantId, currency: 'EUR', shownToClients: true, version: 0 })
    expect(await readCents(server.as(owner))).toBe(3800)
  })
})

it('a Basic plant sees immediate needs only', async () => {
  const { server, plantId, client, unit } = plant
  await server.database.pool.query('update plant set ever_pro = false, pro_expiry = null where id = $1', [plantId])
  expect(await client.call('getBatteryOutlook', { plantId })).toMatchObject({ needed: [{ pieces: 1 }], outlook: null })
  expect(await client.refusal('getBatteries', { plantId, code: '415.009' })).toBe('OUTLOOK_NEEDS_PRO')
  expect(await client.refusal('getLampBattery', { ...unit, addr: 10 })).toBe('OUTLOOK_NEEDS_PRO')
})

it('a plant without units has no outlook', async () => {
  const { server, installer, client } = plant
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const { needed, outlook: reportedOutlook } = await client.call('getBatteryOutlook', { plantId })
  expect(needed).toEqual([])
  expect(reportedOutlook ?? { codes: [], lamps: 0 }).toMatchObject({ codes: [], lamps: 0 })
})
