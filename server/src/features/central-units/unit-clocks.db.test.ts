import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let plantId: string
const rightClockUnit = 'logica_0A1B2C'
let wrongClockUnit: string
let unitCount = 0

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
})
beforeEach(async () => {
  unitCount += 1
  wrongClockUnit = await server.create.unit(
    plantId,
    'logica',
    `0C10${unitCount.toString(16).padStart(2, '0').toUpperCase()}`,
  )
  await sendBirth(rightClockUnit)
})
afterAll(() => server.stop())

const now = () => server.clock.now()
const send = (unit: string, channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life: 'a11fea11fea11fe0', ...message })))
const sendBirth = (unit: string, at = now().toISOString()) =>
  send(unit, 'online', { boot: 1, connection: 0, online: true, at })
const readUnit = async (unit: string) => {
  const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
  const { cu_connected, clock_drift, findings } = units.find(({ cu_id }) => unit.endsWith(cu_id)) ?? {}
  return { cu_connected, clock_drift, findings }
}
const tenYearsS = 315_360_000
const rightClock = { cu_connected: true, clock_drift: 0, findings: [] }

describe('unit with a wrong clock', () => {
  it.each([
    ['0000-01-01T00:00:00Z', -tenYearsS],
    ['1970-01-01T00:00:00Z', -tenYearsS],
    ['2099-12-31T23:59:59Z', tenYearsS],
    ['9999-12-31T23:59:59.999Z', tenYearsS],
    ['2026-03-02T08:59:00Z', -60],
  ])('reporting %s is connected and marked without affecting others', async (at, clock_drift) => {
    await Promise.all([sendBirth(wrongClockUnit, at), sendBirth(rightClockUnit)])
    expect(await readUnit(wrongClockUnit)).toEqual({ cu_connected: true, clock_drift, findings: ['clock_wrong'] })
    expect(await readUnit(rightClockUnit)).toEqual(rightClock)
    expect(server.letterTexts).toEqual([])
  })

  it('is broadcast when found and when corrected', async () => {
    const countShadowEvents = () => server.broadcasts.filter(({ event }) => event === 'shadow').length
    await sendBirth(wrongClockUnit)
    const before = countShadowEvents()
    await sendBirth(wrongClockUnit, '1970-01-01T00:00:00Z')
    await sendBirth(wrongClockUnit, '1970-01-01T00:00:00Z')
    expect(countShadowEvents()).toBe(before + 1)
    await sendBirth(wrongClockUnit)
    expect(countShadowEvents()).toBe(before + 2)
    expect(await readUnit(wrongClockUnit)).toEqual(rightClock)
  })
})

it('times reported by unknown units do not affect others', async () => {
  await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      sendBirth(`logica_0FF0${n.toString(16).padStart(2, '0').toUpperCase()}`, '9999-01-01T00:00:00Z'),
    ),
  )
  await Promise.all([sendBirth(rightClockUnit), sendBirth(wrongClockUnit)])
  expect([await readUnit(rightClockUnit), await readUnit(wrongClockUnit)]).toEqual([rightClock, rightClock])
})

it('clocks are not judged while messages arrive late', async () => {
  await sendBirth(wrongClockUnit)
  server.line.isPunctual = false
  await sendBirth(wrongClockUnit, new Date(now().getTime() - 40_000).toISOString())
  expect(await readUnit(wrongClockUnit)).toEqual(rightClock)
  server.line.isPunctual = true
  await sendBirth(wrongClockUnit, new Date(now().getTime() - 40_000).toISOString())
  expect(await readUnit(wrongClockUnit)).toMatchObject({ findings: ['clock_wrong'], clock_drift: -40 })
})

describe('unit moments in impossible years', () => {
  const extremeTimes = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'] as const
  const body = { v: ['2.4', '5.12', '1.3', null], c: ['LGC-128-EU', 'VLX4128'], tz: 60, cfg: 2, net: [2, 2, 2] }
  const device = {
    mac: 'A1B2C3D4E5F6',
    serial: null,
    kind: 'lamp',
    inSight: true,
    validated: null,
    reason: null,
    signal: -60,
  }
  const schedule = { period: null, deferred: false }
  let seq = 0
  const sendClock = (moment: string) =>
    send(wrongClockUnit, 'shadow', {
      boot: 1,
      seq: ++seq,
      at: now().toISOString(),
      body,
      detail: {
        functional: { ...schedule, next: moment },
        autonomy: { ...schedule, next: moment },
        inhibition: { until: moment },
        bluetooth: [{ ...device, lastSeen: moment }],
      },
    })

  it.each(extremeTimes)('such as %s are ignored, and plant reads still succeed', async (moment) => {
    // A clock with maximum drift moves the unit's own times even further.
    for (const clock of extremeTimes) {
      await sendBirth(wrongClockUnit, clock)
      await sendClock(moment)
      const client = server.as(installer)
      const { units } = await client.call('getUnitsDetails', { plantId })
      expect(units.find(({ cu_id }) => wrongClockUnit.endsWith(cu_id))?.inhibition).toEqual({ until: null })
      await client.call('getAllCuInfo', {})
      const [cuType = '', cuId = ''] = wrongClockUnit.split('_')
      expect((await client.call('getShadow', { cuId, cuType })).detail).toMatchObject({
        functional: { next: null },
        autonomy: { next: null },
        inhibition: { until: null },
        bluetooth: [{ lastSeen: null }],
      })
    }
    expect(server.letterTexts).toEqual([])
  })
})

describe('record times', () => {
  let seq = 0
  const record = (at: string, kind: string, body: unknown) => {
    seq += 1
    return send(wrongClockUnit, 'record', { boot: 1, seq, at, kind, body })
  }
  const run = async ([begin, result, end]: [string, string, string]) => {
    const testId = randomUUID()
    await record(begin, 'test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
    await record(result, 'test.result', [testId, 1, 'A1B2C3', 0, 0, 30])
    await record(end, 'test.end', { t: testId, o: 0 })
    const { test, results } = await server.as(installer).call('getTestReport', { plantId, testId })
    return { test, results }
  }
  const rightTime = '2026-03-02T08:50:00.000Z'
  const currentTime = () => now().toISOString()

  it('are saved unchanged from a right clock', async () => {
    await sendBirth(wrongClockUnit)
    const { test, results } = await run([rightTime, rightTime, rightTime])
    expect(test).toMatchObject({ clockWrong: false, startedAt: rightTime, endedAt: rightTime })
    expect(results).toMatchObject([
      { at: rightTime, clockWrong: false },
      { at: rightTime, clockWrong: false },
    ])
  })

  it.each([
    ['its start', ['1970-01-01T00:00:00Z', rightTime, rightTime]],
    ['a result', [rightTime, '9999-12-31T23:59:59Z', rightTime]],
    ['its end', [rightTime, rightTime, '2026-03-02T09:05:01Z']],
  ] as [string, [string, string, string]][])(
    'are marked and replaced by server time where %s is impossible',
    async (_, times) => {
      await sendBirth(wrongClockUnit)
      const { test, results } = await run(times)
      expect(test.clockWrong).toBe(true)
      const all = [test.requestedAt, test.startedAt, test.endedAt, ...results.map(({ at }) => at)]
      expect(all.every((at) => at === rightTime || at === currentTime())).toBe(true)
      expect(all).toContain(currentTime())
    },
  )

  it('are marked and replaced while the unit clock is wrong', async () => {
    await sendBirth(wrongClockUnit, '2026-03-02T08:50:00Z')
    const { test, results } = await run([rightTime, rightTime, rightTime])
    expect(test).toMatchObject({
      clockWrong: true,
      requestedAt: currentTime(),
      startedAt: currentTime(),
      endedAt: currentTime(),
    })
    expect(results.every(({ clockWrong, at }) => clockWrong && at === currentTime())).toBe(true)
    const { rows } = await server.database.pool.query(
      'select at, clock_wrong, reported_at from unit_record where unit = $1',
      [wrongClockUnit],
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).toEqual({ at: now(), clock_wrong: true, reported_at: rightTime })
  })

  it.each([
    ['an offset', '2026-03-02T08:50:00+00:00', '2026-03-02T08:50:00.000Z', false],
    ['an offset of an hour', '2026-03-02T09:50:00+0100', '2026-03-02T08:50:00.000Z', false],
    ['no zone', '2026-03-02T08:50:00', '2026-03-02T08:50:00.000Z', true],
    ['an unreadable time', 'yesterday \u0000', null, true],
    ['a number', 1772441400, null, true],
    ['no time at all', undefined, null, true],
  ])('with %s are stored, acknowledged and marked if needed', async (_, at, isStored, clockWrong) => {
    await sendBirth(wrongClockUnit)
    const letterCount = server.letterTexts.length
    await record(at as string, 'mains', { on: 0 })
    expect(server.letterTexts.slice(letterCount)).toEqual([])
    const { rows } = await server.database.pool.query('select at, clock_wrong from unit_record where unit = $1', [
      wrongClockUnit,
    ])
    expect(rows).toEqual([{ at: isStored ? new Date(isStored) : now(), clock_wrong: clockWrong }])
    const acked = server.published.filter(({ topic }) => topic === `v1/${wrongClockUnit}/down/ack`)
    expect(acked.map(({ payload }) => payload)).toMatchObject([{ records: [[1, seq]] }])
    const { entries } = await server
      .as(installer)
      .call('getLogbookDetails', { plantId, page: 1, topic: wrongClockUnit })
    expect(entries).toMatchObject([{ kind: 'mainsFailed', clockWrong }])
  })

  it.each(['2026-03-02T09:00:00+00:00', 'unreadable'])(
    'with %s do not block births, shadows and states',
    async (at) => {
      await sendBirth(wrongClockUnit, at)
      const body = { v: ['2.4', '5.12', '1.3', null], c: ['LGC-128-EU', 'VLX4128'], tz: 60, cfg: 2, net: [2, 2, 2] }
      const schedule = { period: null, deferred: false, next: '2026-03-09T10:00:00+01:00' }
      await send(wrongClockUnit, 'shadow', { boot: 1, seq: 1, at, body, detail: { functional: schedule } })
      await send(wrongClockUnit, 'state', { boot: 1, seq: 1, at, body: { l: [] }, lampList: [] })
      expect(await readUnit(wrongClockUnit)).toMatchObject({ cu_connected: true })
      const [cuType = '', cuId = ''] = wrongClockUnit.split('_')
      const { detail } = await server.as(installer).call('getShadow', { cuId, cuType })
      expect(detail?.functional?.next).toBe('2026-03-09T09:00:00.000Z')
      expect(server.letterTexts).toEqual([])
    },
  )

  it('never make a test of the year 9999 the latest', async () => {
    await run(['9999-01-01T00:00:00Z', '9999-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])
    server.clock.time = new Date(now().getTime() + 60_000)
    await sendBirth(wrongClockUnit)
    const laterResponses = await run([currentTime(), currentTime(), currentTime()])
    const { tests } = await server.as(installer).call('getTests', { plantId })
    expect(tests[0]?.id).toBe(laterResponses.test.id)
  })
})
