import { randomUUID } from 'node:crypto'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'

let server: TestServer
let installer: User
let plantId: string
const unit = 'logica_0A1B2C'

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
  await sendMessage('online', { boot: 5, online: true, at: server.clock.now().toISOString() })
})
afterAll(() => server.stop())

const life = 'a11fea11fea11fe0'
const sendMessage = (channel: string, message: object, from = unit) =>
  server.inbox.accept(`v1/${from}/up/${channel}`, Buffer.from(JSON.stringify({ life, connection: 0, ...message })))

/** A lamp on the wire; mode 2 is normal, 4 emergency. */
const lamp = (addr: number, mode = 2, serial = 'A1B2C3') => [
  addr,
  serial,
  0,
  mode,
  8,
  0,
  2,
  254,
  30,
  254,
  1,
  1,
  0,
  'ST-8',
  '1.0',
]
const state = (boot: number, seq: number, lamps: unknown[], overrides: object = {}) =>
  sendMessage('state', { boot, seq, at: '2026-03-02T09:00:00Z', body: { l: lamps, ...overrides } })
const lamps = async (): Promise<Lamp[]> => (await server.as(installer).call('getLamps', { plantId })).lamps

describe('unit report', () => {
  it('is stored by the newest message in any order', async () => {
    await Promise.all([state(5, 10, [lamp(1, 2)]), state(5, 12, [lamp(1, 4)]), state(5, 11, [lamp(1, 2)])])
    expect((await lamps())[0]).toMatchObject({ id: 1, mode: 'emergency', condition: 'emergency' })
    await state(5, 9, [lamp(1, 2)])
    expect((await lamps())[0]?.mode).toBe('emergency')
    await state(6, 1, [lamp(1, 2)])
    expect((await lamps())[0]?.mode).toBe('normal')
  })

  it('is dropped and counted if invalid, without affecting others', async () => {
    const before = server.drops.length
    await Promise.all([
      server.inbox.accept(`v1/${unit}/up/state`, Buffer.from('{')),
      server.inbox.accept(`v1/${unit}/up/state`, Buffer.from([0xff, 0xfe])),
      state(6, 2, [lamp(999)]),
      sendMessage('state', { boot: 6, seq: 3 }, 'logica_ABC'),
      sendMessage('state', { boot: 6, seq: 3 }, 'toaster_0A1B2C'),
      state(6, 4, [lamp(2)]),
    ])
    expect(server.drops.slice(before).sort()).toEqual(['body', 'json', 'json', 'topic', 'unit_type'])
    expect((await lamps()).map((one) => one.id)).toEqual([1, 2])
  })

  it('is stored without malformed parts, which make one dead letter', async () => {
    await state(6, 10, [lamp(3, 2, 'A1B2C5').with(5, 8)])
    const [drops, letterCount] = [server.drops.length, server.letterTexts.length]
    const malformedLamp = lamp(3, 6, 'A1B2C5')
    const failingLamp = lamp(2).with(5, 8)
    await state(6, 11, [lamp(1), malformedLamp, failingLamp], { sys: [0, 0x8001, 0, null] })
    expect((await lamps()).map(({ id, condition, errors }) => [id, condition, errors])).toEqual([
      [1, 'ok', []],
      [2, 'error', ['lamp_failure']],
      [3, 'error', ['lamp_failure']],
    ])
    expect((await lamps())[2]).toMatchObject({ function: 'maintained', battery: 100, groups: [1], autonomy: 60 })
    const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
    expect(units).toMatchObject([{ errors: ['battery_low_voltage'] }])
    expect(server.letterTexts.slice(letterCount)).toEqual(['body'])
    expect(server.drops.slice(drops)).toEqual([])
    const { rows } = await server.database.pool.query('select channel, error from dead_letter order by id desc limit 1')
    expect(rows).toEqual([{ channel: 'state', error: expect.stringMatching(/^unit: .+; lamp 3: emergency mode 0x6/) }])
  })

  it('is read despite repeated malformed parts, with few letters', async () => {
    const letterCount = server.letterTexts.length
    for (let seq = 12; seq < 22; seq++) await state(6, seq, [lamp(3, 6, 'A1B2C5'), lamp(2, seq === 21 ? 4 : 2)])
    expect((await lamps())[1]?.condition).toBe('emergency')
    expect(server.letterTexts.length - letterCount).toBe(4)
    const report = { boot: 6, seq: 22, at: '2026-03-02T09:00:00Z', body: { l: [lamp(2)] } }
    await sendMessage('state', { ...report, lampList: [1, '2', 3], lampDetail: [{ addr: 1, name: 7 }] })
    expect((await lamps()).map(({ id, condition }) => [id, condition])).toEqual([
      [1, 'ok'],
      [2, 'ok'],
      [3, 'error'],
    ])
    await sendMessage('state', { boot: 6, seq: 23, at: '2026-03-02T09:00:00Z', body: {}, lampList: [1, 2] })
  })

  it('of a unit that is not acquired changes no plant', async () => {
    await sendMessage('state', { boot: 1, seq: 1, at: '2026-03-02T09:00:00Z', body: { l: [lamp(1)] } }, 'logica_0FFFFF')
    expect((await lamps()).every((one) => one.cu === unit)).toBe(true)
  })

  it('is shown as offline after the unit has left', async () => {
    await sendMessage('online', { boot: 4, online: false })
    expect((await lamps())[0]?.condition).toBe('ok')
    await sendMessage('online', { boot: 5, online: false })
    expect((await lamps()).map((one) => one.condition)).toEqual(['offline', 'offline'])
    await sendMessage('online', { boot: 6, online: true })
    expect((await lamps())[0]?.condition).toBe('ok')
  })
})

describe('telemetry', () => {
  it('with a malformed lamp is acknowledged once, with a dead letter', async () => {
    server.clock.time = new Date(server.clock.time.getTime() + 11 * 60_000)
    const first = Math.floor(server.clock.time.getTime() / 900_000) - 1
    const letterCount = server.letterTexts.length
    const before = server.published.length
    const validLamp = [1, 'A1B2C3', 400, [10, 20], [10, 20]]
    await sendMessage('telemetry', {
      at: server.clock.time.toISOString(),
      first,
      count: 2,
      lamps: [validLamp, validLamp.with(0, 0)],
    })
    const acks = server.published.slice(before).filter(({ topic }) => topic === `v1/${unit}/down/ack`)
    expect(acks.map(({ payload }) => payload)).toEqual([{ life, records: [], telemetry: [first, first + 1] }])
    expect(server.letterTexts.slice(letterCount)).toEqual(['body'])
  })
})

describe('record', () => {
  const testId = randomUUID()
  const record = (seq: number, kind: string, body: unknown) =>
    sendMessage('record', { boot: 6, seq, at: '2026-03-02T09:05:00Z', kind, body })
  const acknowledged = () =>
    server.published.flatMap(({ topic, payload }) =>
      topic === `v1/${unit}/down/ack` ? (payload as { records: [number, number][] }).records : [],
    )
  const report = async () =>
    (await server.as(installer).call('getTests', { plantId })).tests.find((test) => test.id === testId)
  const results = async () => (await server.as(installer).call('getTestReport', { plantId, testId })).results

  it('of an automatic test shows the test without a request', async () => {
    await record(1, 'test.start', { t: testId, k: 'F', by: 1, a: [1, 2, 3] })
    expect(await report()).toMatchObject({ state: 'running', trigger: 'automatic', total: 3, requestedBy: null })
  })

  it('counts once for any repetitions and is acknowledged each time', async () => {
    const passed = [testId, 1, 'A1B2C3', 0, 0, 30]
    await Promise.all([1, 2, 3].map(() => record(2, 'test.result', passed)))
    await record(2, 'test.result', passed)
    expect(await results()).toMatchObject([{ lamp: 1, result: 'passed', reason: null, measured_s: 30 }])
    expect(acknowledged().filter(([boot, seq]) => boot === 6 && seq === 2)).toHaveLength(4)
    const { rows } = await server.database.pool.query('select count(*)::int as n from unit_record where unit = $1', [
      unit,
    ])
    expect(rows[0].n).toBe(2)
  })

  it('is never overwritten by a different one', async () => {
    await record(3, 'test.result', [testId, 1, 'A1B2C3', 1, 3, 10])
    expect((await results())[0]).toMatchObject({ result: 'passed' })
  })

  it('may arrive late, and missing results are not executed rather than passed', async () => {
    await record(5, 'test.result', [testId, 2, 'A1B2C3', 1, 3, 10])
    await record(6, 'test.end', { t: testId, o: 0 })
    // The fourth record is missing: another node may still deliver it.
    expect(await report()).toMatchObject({ state: 'running', passed: 1, failed: 1, notExecuted: 0 })
    server.clock.time = new Date(server.clock.time.getTime() + 150_000)
    await server.watch()
    const byLamp = Object.fromEntries((await results()).map((row) => [row.lamp, [row.result, row.reason]]))
    expect(byLamp).toEqual({
      1: ['passed', null],
      2: ['failed', 'battery_duration'],
      3: ['notExecuted', 'no_result'],
    })
    expect(await report()).toMatchObject({ state: 'finished', passed: 1, failed: 1, notExecuted: 1 })
  })

  it('with a malformed address is stored and acknowledged once', async () => {
    const before = acknowledged().length
    const letterCount = server.letterTexts.length
    server.clock.time = new Date(server.clock.time.getTime() + 11 * 60_000)
    const other = randomUUID()
    await record(9, 'test.start', { t: other, k: 'F', by: 1, a: [1, 'two', 2] })
    expect(acknowledged().slice(before)).toEqual([[6, 9]])
    expect(server.letterTexts.slice(letterCount)).toEqual(['body'])
    const { tests } = await server.as(installer).call('getTests', { plantId })
    expect(tests.find(({ id }) => id === other)).toMatchObject({ total: 2 })
  })

  it('that cannot be decoded is acknowledged as a dead letter', async () => {
    const before = acknowledged().length
    await record(7, 'test.result', ['no test', 1])
    await record(8, 'unheard.of', {})
    expect(acknowledged().slice(before)).toEqual([
      [6, 7],
      [6, 8],
    ])
    expect(server.letterTexts).toEqual(expect.arrayContaining(['body', 'body']))
  })
})
