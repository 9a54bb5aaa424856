import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import type { SumLevel, UnitTotals } from './energy.schema.ts'
import { findMetered } from './energy.store.ts'
import { unpackMetered } from './metered-unit.ts'
import { unpackSums } from './sum-readings.ts'
import { bookAllTelemetry } from './telemetry-task.ts'

let server: TestServer
let plantId: string
let unit: string
let units = 0
const life = 'a11fea11fea11fe0'
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const newUnit = async () => {
  plantId = await server.create.plant()
  unit = await server.create.unit(plantId, 'logica', (0xe0_00_00 + units++).toString(16).toUpperCase())
  await sendMessage('online', { boot: 1, connection: 0, online: true })
}
const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const sendTelemetry = (first: number, lamps: readonly MeteredLamp[]) =>
  sendMessage('telemetry', { at: server.clock.now().toISOString(), first, count: lamps[0]?.[3].length ?? 0, lamps })
const bookTelemetry = () => bookAllTelemetry(server.dispatcherParts)
const unitId = async () => (await findUnit(server.database.db, plantId, { topic: unit }))?.id ?? ''
const acknowledged = () =>
  server.published.flatMap(({ topic, payload }) =>
    topic === `v1/${unit}/down/ack` ? ((payload as { telemetry?: number[] }).telemetry ?? []) : [],
  )
const readSumsOf = async (level: SumLevel, start: string) => {
  const { rows } = await server.database.db.execute<{ lamps: Uint8Array }>(
    sql`select lamps from energy_sums where central_unit_id = ${await unitId()} and level = ${level} and start = ${start}`,
  )
  return rows[0] && unpackSums(rows[0].lamps)
}
const totalsOf = async (level: SumLevel, start: string): Promise<UnitTotals | undefined> => {
  const { rows } = await server.database.db.execute<{ totals: UnitTotals }>(
    sql`select totals from energy_sums where central_unit_id = ${await unitId()} and level = ${level} and start = ${start}`,
  )
  return rows[0]?.totals
}
const sumOf = (values: Iterable<number> = []): number => [...values].reduce((all, value) => all + value, 0)
const momentOf = (text: string): number => Date.parse(text) / 900_000
const readSums = async () => {
  const { rows } = await server.database.db.execute(sql`
    select day::text as what, encode(lamps, 'hex') as lamps from energy_readings where central_unit_id = ${await unitId()}
    union all select level || start, encode(lamps, 'hex') from energy_sums where central_unit_id = ${await unitId()} order by 1`)
  return rows
}

/** A lamp of this test: its real energy per quarter, and its counter values. */
type True = { serial: string; addr: number; used: number[]; levels: (number | null)[]; isKnown: boolean[] }

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })
const begin = momentOf('2026-02-28T23:00:00Z')
const quarters = 31 * 96 - 4

/** Steady and varying lamps; energy and time use the same values, in steps possible for a lamp of 40 W. */
const trueLamp = (addr: number, serial: string): True => {
  const quarterWh = Array.from({ length: quarters }, (_, n) =>
    (n * 7 + addr * 13) % 23 < 6 ? 0 : 60 + ((n * addr) % 40),
  )
  const levels: number[] = [1_000 * addr]
  for (const wh of quarterWh) levels.push((levels.at(-1) ?? 0) + wh)
  return { serial, addr, used: quarterWh, levels, isKnown: quarterWh.map(() => true) }
}
const shift = (lamp: True, from: number, delta: number): void => {
  for (let n = from; n < lamp.levels.length; n++) lamp.levels[n] = (lamp.levels[n] ?? 0) + delta
}

const telemetryOf = (lamps: readonly True[], from: number, to: number): MeteredLamp[] =>
  lamps.map(({ addr, serial, levels: lampLevels }) => {
    const reportedValues = Array.from({ length: to - from }, (_, n) => lampLevels[from + n] ?? null)
    return [addr, serial, 400, reportedValues, reportedValues.map((one) => one && one % 90_000)]
  })

/** The time counter follows the energy counter, and never reports an error first. */
const onlyEnergy = (lamps: MeteredLamp[]): MeteredLamp[] =>
  lamps.map(([addr, serial, rated, energy]) => [
    addr,
    serial,
    rated,
    energy,
    energy.map((one) => (one === null ? null : 0)),
  ])

it('telemetry of a failing unit stays pending without blocking others', async () => {
  await newUnit()
  const [brokenUnit, { pool }] = [await unitId(), server.database]
  await pool.query(
    `insert into energy_waiting (central_unit_id, readings) values ($1, '{"first":1970000,"count":1,"lamps":7}')`,
    [brokenUnit],
  )
  await newUnit()
  await sendTelemetry(begin, telemetryOf([trueLamp(1, 'A1B2C1')], 0, 8))
  server.log.lines.splice(0)
  await bookTelemetry()
  expect((await readSums()).length).toBeGreaterThan(0)
  expect(server.log.lines).toMatchObject([{ level: 'error', details: { due: brokenUnit } }])
  const remainingRows = await pool.query('select central_unit_id from energy_waiting')
  expect(remainingRows.rows).toEqual([{ central_unit_id: brokenUnit }])
  await pool.query('delete from energy_waiting')
})

describe('month of faulty telemetry', () => {
  let lamps: True[]
  /** Days of the month, by the sum of known energy, in tenths of a Wh. */
  const expectedDays = () => {
    const days = new Map<string, number>()
    for (const { used, isKnown } of lamps)
      for (const [n, wh] of used.entries()) {
        const day = dayFormat.format((begin + n) * 900_000)
        days.set(day, (days.get(day) ?? 0) + (isKnown[n] ? wh : 0))
      }
    return days
  }

  beforeEach(async () => {
    server.clock.time = new Date('2026-03-31T22:05:00Z')
    await newUnit()
    lamps = [trueLamp(1, 'A1B2C1'), trueLamp(2, 'A1B2C2'), trueLamp(3, 'A1B2C3')]
  })

  const faults = () => {
    const [, second, three] = lamps as [True, True, True]
    // Unreadable for an hour: five quarters lack an end.
    for (let n = 500; n < 504; n++) second.levels[n] = null
    for (let n = 499; n < 504; n++) second.isKnown[n] = false
    // Its counter jumps by a million Wh, which makes one unknown quarter.
    shift(second, 1_300, 10_000_000)
    second.isKnown[1_299] = false
    // New electronics: the counter restarts at 0, and counts from there.
    shift(three, 2_000, -(three.levels[2_000] ?? 0) + 31)
    three.used[1_999] = 31
  }
  /** Hours whose readings the unit lost. */
  const lostMoments = [900, 985] as const
  const isLost = (n: number) => n >= lostMoments[0] && n < lostMoments[1]

  const sendAllTelemetry = async (from: number, to: number) => {
    for (let n = from; n < to; ) {
      const next = Math.min(to, n + 96, isLost(n) ? lostMoments[1] : n < lostMoments[0] ? lostMoments[0] : to)
      if (!isLost(n)) await sendTelemetry(begin + n, onlyEnergy(telemetryOf(lamps, n, next)))
      n = next
    }
  }

  const check = async () => {
    const days = expectedDays()
    expect(days.size).toBe(31)
    for (const [day, dayWh] of days) expect([day, sumOf((await totalsOf('day', day))?.energy)]).toEqual([day, dayWh])
    const month = await totalsOf('month', '2026-03-01')
    expect(month?.energy).toEqual([...days.values()])
    expect((await totalsOf('year', '2026-01-01'))?.energy[2]).toBe(sumOf(days.values()))
  }

  it('gives the real energy by day, month and year where known', async () => {
    faults()
    for (const lamp of lamps) for (let n = lostMoments[0] - 1; n < lostMoments[1]; n++) lamp.isKnown[n] = false
    await sendAllTelemetry(0, 1_900)
    // The last week but one arrives last, with its end before its beginning.
    await sendAllTelemetry(2_500, quarters + 1)
    await bookTelemetry()
    await sendAllTelemetry(2_200, 2_500)
    await bookTelemetry()
    await sendAllTelemetry(1_900, 2_200)
    await bookTelemetry()
    await check()
    const marks = async (column: 'resets' | 'jumps') => sumOf((await totalsOf('year', '2026-01-01'))?.[column])
    expect([await marks('resets'), await marks('jumps')]).toEqual([1, 1])
    const knownYear = sumOf((await totalsOf('year', '2026-01-01'))?.known)
    expect(knownYear).toBe(sumOf(lamps.map(({ isKnown }) => isKnown.filter(Boolean).length)))
    // The day of 23 hours.
    expect((await totalsOf('day', '2026-03-29'))?.known).toHaveLength(23)
    expect(sumOf((await totalsOf('day', '2026-03-29'))?.known)).toBe(3 * 92)
    expect(sumOf((await totalsOf('day', '2026-03-30'))?.known)).toBe(3 * 96)
  }, 120_000)

  it('is acknowledged once saved, and repetitions change nothing', async () => {
    await sendAllTelemetry(0, 192)
    expect(acknowledged().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 192 }, (_, n) => begin + n))
    await bookTelemetry()
    const before = await readSums()
    await sendAllTelemetry(0, 192)
    await bookTelemetry()
    await bookTelemetry()
    expect(await readSums()).toEqual(before)
    expect(acknowledged()).toHaveLength(384)
  })

  it('is booked once by several nodes', async () => {
    await sendAllTelemetry(0, 300)
    await Promise.all([bookTelemetry(), bookTelemetry(), bookTelemetry()])
    const { rows } = await server.database.db.execute(sql`select id from energy_waiting`)
    expect(rows).toEqual([])
    const knownOfDay = (day: string) => totalsOf('day', day).then((totals) => sumOf(totals?.energy))
    expect(await knownOfDay('2026-03-01')).toBe(expectedDays().get('2026-03-01'))
    expect(await knownOfDay('2026-03-03')).toBe(expectedDays().get('2026-03-03'))
  })

  it('is summed again after its plant changed its zone', async () => {
    await sendAllTelemetry(0, 300)
    await bookTelemetry()
    await server.database.db.execute(sql`update plant set timezone = 'Asia/Kathmandu' where id = ${plantId}`)
    await bookTelemetry()
    // Midnight there is 18:15 UTC of the day before.
    const from = momentOf('2026-03-01T18:15:00Z') - begin
    const expectedDay = sumOf(lamps.flatMap((lamp) => lamp.used.slice(from, from + 96)))
    expect(sumOf((await totalsOf('day', '2026-03-02'))?.energy)).toBe(expectedDay)
    expect((await findMetered(server.database.db, await unitId()))?.timezone).toBe('Asia/Kathmandu')
  })
})

describe('telemetry', () => {
  const lamp = (energy: (number | null)[], serial = 'A1B2C1', addr = 1): MeteredLamp => [
    ...([addr, serial, 400] as const),
    energy,
    energy.map((one) => (one === null ? null : 0)),
  ]
  const noon = momentOf('2026-03-02T11:00:00Z')
  beforeEach(async () => {
    server.clock.time = new Date('2026-03-02T12:00:30Z')
    await newUnit()
  })

  it('of a replacement lamp starts at 0 without negative energy', async () => {
    await sendTelemetry(noon, [lamp([90_000, 90_050])])
    await sendTelemetry(noon + 2, [lamp([30, 60], 'A1B2C2')])
    await bookTelemetry()
    const day = await readSumsOf('day', '2026-03-02')
    expect([...(day?.lamps.get('A1B2C1')?.[0] ?? [])].slice(11, 14)).toEqual([0, 50, 0])
    expect([...(day?.lamps.get('A1B2C2')?.[0] ?? [])].slice(11, 14)).toEqual([0, 60, 0])
    expect(sumOf(day?.lamps.get('A1B2C2')?.[3])).toBe(1)
  })

  it('keeps the first value of a moment', async () => {
    await sendTelemetry(noon, [lamp([1_000, 1_080])])
    await bookTelemetry()
    await sendTelemetry(noon, [lamp([1_000, 1_010])])
    await bookTelemetry()
    expect((await totalsOf('day', '2026-03-02'))?.energy.slice(12, 13)).toEqual([80])
  })

  it('of midnight ends the day before, even when sent alone', async () => {
    const midnight = momentOf('2026-03-01T23:00:00Z')
    await sendTelemetry(midnight - 1, [lamp([1_000])])
    await bookTelemetry()
    await sendTelemetry(midnight, [lamp([1_080])])
    await bookTelemetry()
    const readDayWh = async (day: string) => sumOf((await totalsOf('day', day))?.energy)
    expect([await readDayWh('2026-03-01'), await readDayWh('2026-03-02')]).toEqual([80, 0])
    expect((await totalsOf('month', '2026-03-01'))?.energy.slice(0, 2)).toEqual([80, 0])
  })

  it('shows the current power of each lamp and the start of measurement', async () => {
    await sendTelemetry(noon, [lamp([1_000, 1_080]), lamp([5, null], 'A1B2C2', 2)])
    await bookTelemetry()
    await sendTelemetry(noon - 1, [lamp([900])])
    await bookTelemetry()
    const row = await findMetered(server.database.db, await unitId())
    const metered = row && { ...row, lamps: unpackMetered(row.lamps) }
    const meterFields = { ratedDw: 400, last: noon + 1 }
    expect(metered).toEqual({
      timezone: 'Europe/Rome',
      latest: noon + 1,
      lamps: new Map([
        ['A1B2C1', { addr: 1, ...meterFields, first: noon - 1, powerDw: 320 }],
        ['A1B2C2', { addr: 2, ...meterFields, first: noon, powerDw: null }],
      ]),
    })
  })

  it('with impossible times is set aside, counted and acknowledged', async () => {
    const readEnergyAside = async () =>
      (
        await server.database.db.execute(
          sql`select moments from energy_aside where central_unit_id = ${await unitId()}`,
        )
      ).rows
    await sendTelemetry(noon + 7, [lamp([1])])
    await sendTelemetry(noon - 42 * 96, [lamp([1])])
    expect(await readEnergyAside()).toEqual([{ moments: 2 }])
    await sendMessage('online', { boot: 1, connection: 1, online: true, at: '2026-03-02T13:00:30Z' })
    await sendTelemetry(noon, [lamp([1, 2])])
    await bookTelemetry()
    expect(await readEnergyAside()).toEqual([{ moments: 4 }])
    expect([await readSums(), acknowledged()]).toEqual([[], [noon + 7, noon - 42 * 96, noon, noon + 1]])
  })

  it('of another life or unknown unit is neither saved nor acknowledged', async () => {
    const telemetry = { at: '2026-03-02T12:00:00Z', first: noon, count: 1, lamps: [lamp([1])] }
    await sendMessage('telemetry', { ...telemetry, life: 'b22feb22feb22feb' })
    const [enrolledUnit, before] = [unit, server.drops.length]
    unit = 'logica_0FFFF1'
    await sendMessage('telemetry', telemetry)
    expect([server.drops.slice(before - 1), acknowledged()]).toEqual([['unknown_unit', 'not_enrolled'], []])
    unit = enrolledUnit
    await bookTelemetry()
    expect([await readSums(), acknowledged()]).toEqual([[], []])
  })

  it.each([
    ['a lamp twice', [lamp([1]), lamp([1], 'A1B2C2')]],
    ['a serial twice', [lamp([1]), lamp([1], 'A1B2C1', 2)]],
  ])('with %s is saved without the second one, with a dead letter', async (_, lamps) => {
    const before = server.letterTexts.length
    await sendMessage('telemetry', { at: '2026-03-02T12:00:00Z', first: noon, count: 1, lamps })
    await bookTelemetry()
    expect(server.letterTexts.slice(before)).toEqual(['body'])
    expect(acknowledged()).toEqual([noon])
    expect(await readSums()).not.toEqual([])
  })

  it.each([
    ['no lamps', { lamps: [] }],
    ['a counter below 0', { lamps: [lamp([-1])] }],
    ['half a reading', { lamps: [[1, 'A1B2C1', 400, [1], [null]]] }],
    ['fewer readings than moments', { count: 2 }],
    ['too many moments', { count: 97, lamps: [lamp(Array.from({ length: 97 }, () => 1))] }],
    [
      'too many readings',
      {
        count: 11,
        lamps: Array.from({ length: 992 }, (_, n) =>
          lamp(
            Array.from({ length: 11 }, () => 1),
            (0xa0_00_00 + n).toString(16).toUpperCase(),
            n + 1,
          ),
        ),
      },
    ],
  ])('with %s becomes a dead letter with a possible acknowledgement', async (_, change) => {
    const before = server.letterTexts.length
    await sendMessage('telemetry', { at: '2026-03-02T12:00:00Z', first: noon, count: 1, lamps: [lamp([1])], ...change })
    expect(server.letterTexts.slice(before)).toEqual(['envelope'])
    const count = 'count' in change && change.count !== 97 ? change.count : 1
    const moments = Array.from({ length: count ?? 1 }, (__, n) => noon + n)
    expect(acknowledged()).toEqual('count' in change && change.count === 97 ? [] : moments)
  })
})
