import { randomUUID } from 'node:crypto'
import { messageBounds } from '@vigilux/device-plane/message-bounds.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'

let server: TestServer
let installer: User
let plantId: string
/** The hostile unit: a new one per test, so no test meets the mark of another. */
let hostileUnit: string
const validUnit = 'logica_0A1B2C'
let unitCount = 0

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
  await send('online', { boot: 1, connection: 0, online: true }, validUnit)
})
beforeEach(async () => {
  unitCount += 1
  hostileUnit = await server.create.unit(
    plantId,
    'logica',
    `0BAD${unitCount.toString(16).padStart(2, '0').toUpperCase()}`,
  )
})
afterAll(() => server.stop())

const accept = (unit: string, channel: string, payload: string | Buffer) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(payload))
const life = 'a11fea11fea11fe0'
const send = (channel: string, message: object, unit = hostileUnit) =>
  accept(unit, channel, JSON.stringify({ life, ...message }))
let seq = 0
const mains = (unit: string, overrides: object = {}) => {
  seq += 1
  const record = { boot: 1, seq, at: '2026-03-02T09:00:00Z', kind: 'mains', body: { on: 0 }, ...overrides }
  return { seq, sentRecord: send('record', record, unit) }
}
const nul = String.fromCharCode(0)
/** Valid by schema, but not storable: a text with a NUL. */
const unstorableMessage = (message: number) => ({
  boot: 1,
  seq: message,
  at: '2026-03-02T09:00:00Z',
  body: { v: [`1${nul}`, null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] },
})
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const answer = (body: string) => `{"life":"${life}","id":"${randomUUID()}","state":"done","body":${body}}`

const readLetters = async (unit: string) => {
  const { rows } = await server.database.pool.query(
    'select channel, reason, error, tries, payload from dead_letter where unit = $1 order by id',
    [unit],
  )
  return rows as { channel: string; reason: string; error: string; tries: number; payload: Buffer }[]
}
const reasons = async (unit: string) => (await readLetters(unit)).map(({ reason }) => reason)
const isStored = async (unit: string, record: number) => {
  const { rows } = await server.database.pool.query('select 1 from unit_record where unit = $1 and seq = $2', [
    unit,
    record,
  ])
  return rows.length === 1
}
const isAcknowledged = (unit: string, record: number) =>
  server.published.some(
    ({ topic, payload }) =>
      topic === `v1/${unit}/down/ack` &&
      (payload as { records: [number, number][] }).records.some(([, number]) => number === record),
  )
const faultOf = async (unit: string) => {
  const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
  return units.find(({ cu_id }) => unit.endsWith(cu_id))?.findings
}

describe('large message', () => {
  const { bytes, depth, keys, textBytes } = messageBounds
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`
  const answerOfSize = (size: number) => {
    const empty = answer('[]')
    const numbers = '1,'.repeat(size).slice(0, size - empty.length - 1)
    return answer(`[${numbers.replace(/,$/, '1')}1]`)
  }

  it.each([
    ['of 100,000 levels', answer(nested(100_000)), 'depth'],
    ['of 20,000 levels', answer(nested(20_000)), 'depth'],
    ['of one level too many', answer(nested(depth)), 'depth'],
    ['of one member too many', answer(members(keys + 1)), 'keys'],
    ['of one byte too many', answerOfSize(bytes + 1), 'size'],
    ['of one letter too many', answer(JSON.stringify('x'.repeat(textBytes + 1))), 'string'],
  ])('%s becomes a dead letter without affecting other records', async (_, payload, reason) => {
    const other = mains(validUnit)
    await Promise.all([accept(hostileUnit, 'response', payload), other.sentRecord])
    expect(await isStored(validUnit, other.seq)).toBe(true)
    expect(await readLetters(hostileUnit)).toMatchObject([{ channel: 'response', reason, tries: 1 }])
    expect((await readLetters(hostileUnit))[0]?.payload.length).toBeLessThanOrEqual(bytes)
  })

  it.each([
    ['bytes', answerOfSize(bytes)],
    ['levels', answer(nested(depth - 1))],
    ['members', answer(members(keys))],
    ['letters', answer(JSON.stringify('x'.repeat(textBytes)))],
  ])('at the limit of %s is accepted', async (_, payload) => {
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(bytes)
    await accept(hostileUnit, 'response', payload)
    expect(await readLetters(hostileUnit)).toEqual([])
  })
})

describe('unstorable message', () => {
  it('is tried three times and then saved with its reason, without affecting others', async () => {
    const before = server.letterTexts.length
    const goodMains = mains(validUnit)
    const after = mains(hostileUnit)
    await Promise.all([send('shadow', unstorableMessage(1)), goodMains.sentRecord, after.sentRecord])
    await vi.waitFor(() => expect(server.letterTexts.slice(before)).toEqual(['unstorable']), 5_000)
    const [letter] = await readLetters(hostileUnit)
    expect(letter).toMatchObject({ channel: 'shadow', reason: 'unstorable', tries: 3 })
    expect(JSON.parse(String(letter?.payload))).toEqual({ life, ...unstorableMessage(1) })
    expect(await isStored(validUnit, goodMains.seq)).toBe(true)
    await vi.waitFor(async () => expect(await isStored(hostileUnit, after.seq)).toBe(true))
    const next = mains(hostileUnit)
    await next.sentRecord
    await vi.waitFor(async () => expect(await isStored(hostileUnit, next.seq)).toBe(true))
  })

  it('is acknowledged as a dead letter if it is a numbered record', async () => {
    const unreadable = mains(hostileUnit, { kind: 'unheard.of' })
    await unreadable.sentRecord
    expect(await reasons(hostileUnit)).toEqual(['body'])
    expect(isAcknowledged(hostileUnit, unreadable.seq)).toBe(true)
  })

  it('of an unknown unit is counted and not saved', async () => {
    const unknownUnit = 'logica_0FFFFF'
    const record = mains(unknownUnit, { kind: 'unheard.of' })
    await Promise.all([record.sentRecord, accept(unknownUnit, 'response', answer(nested(100)))])
    expect(await readLetters(unknownUnit)).toEqual([])
    expect(isAcknowledged(unknownUnit, record.seq)).toBe(false)
    expect(server.drops.slice(-2).sort()).toEqual(['body', 'depth'])
  })

  it('is limited to the newest twenty per unit', async () => {
    for (let n = 0; n < 25; n += 1) {
      server.clock.time = new Date(server.clock.time.getTime() + 5 * 60_000)
      await accept(hostileUnit, 'state', `{"n":${n}`)
    }
    const storedLetters = await readLetters(hostileUnit)
    expect(storedLetters.map(({ payload }) => String(payload))).toEqual(
      Array.from({ length: 20 }, (_, n) => `{"n":${n + 5}`),
    )
  })

  it('does not displace a record letter, and is not acknowledged without space', async () => {
    const unreadable = (seq: number) => {
      server.clock.time = new Date(server.clock.time.getTime() + 5 * 60_000)
      const body = { on: 'neither', more: 'x'.repeat(4_000) }
      const filler = Array.from({ length: 60 }, () => body)
      return accept(
        hostileUnit,
        'record',
        JSON.stringify({ life, boot: 5, seq, at: '2026-03-02T09:00:00Z', kind: 'mains', body: filler }),
      )
    }
    for (let seq = 9_000; seq < 9_030; seq += 1) await unreadable(seq)
    const storedSeqs = (await readLetters(hostileUnit)).map(
      ({ payload }) => (JSON.parse(String(payload)) as { seq: number }).seq,
    )
    expect(storedSeqs[0]).toBe(9_000)
    expect(storedSeqs.length).toBeLessThan(30)
    const numbers = Array.from({ length: 30 }, (_, at) => 9_000 + at)
    expect(numbers.filter((seq) => isAcknowledged(hostileUnit, seq))).toEqual(storedSeqs)
  })
})

describe('unit with repeated faults', () => {
  const sendMalformed = () => accept(hostileUnit, 'state', '{')

  it('gets a protocol fault and limited letters, and loses nothing valid', async () => {
    for (let n = 0; n < 4; n += 1) await sendMalformed()
    expect(await faultOf(hostileUnit)).toEqual([])
    const announcedCount = server.broadcasts.length
    await sendMalformed()
    expect(await faultOf(hostileUnit)).toEqual(['protocol_fault'])
    expect(server.broadcasts.slice(announcedCount)).toMatchObject([
      { event: 'shadow', data: { unit: { findings: ['protocol_fault'] } } },
    ])
    const drops = server.drops.length
    for (let n = 0; n < 150; n += 1) await sendMalformed()
    expect(await readLetters(hostileUnit)).toHaveLength(20)
    expect(server.drops.slice(drops).filter((reason) => reason === 'throttled')).toHaveLength(55)
    const mainsMessage = mains(hostileUnit)
    await mainsMessage.sentRecord
    expect(await isStored(hostileUnit, mainsMessage.seq)).toBe(true)
    const other = mains(validUnit)
    await other.sentRecord
    expect(await isStored(validUnit, other.seq)).toBe(true)
    expect(await faultOf(validUnit)).toEqual([])
  })

  it('is marked across nodes', async () => {
    const nodes = [server.inbox, server.openInbox()]
    for (let n = 0; n < 5; n += 1) await nodes[n % 2]?.accept(`v1/${hostileUnit}/up/state`, Buffer.from('{'))
    expect(await faultOf(hostileUnit)).toEqual(['protocol_fault'])
  })

  it('stays connected, and its records are stored', async () => {
    for (let n = 0; n < 6; n += 1) await sendMalformed()
    const records = Array.from({ length: 20 }, () => mains(hostileUnit))
    await Promise.all(records.map(({ sentRecord }) => sentRecord))
    for (const { seq: number } of records) expect(await isStored(hostileUnit, number)).toBe(true)
  })

  it('loses the mark after an hour without faults', async () => {
    for (let n = 0; n < 5; n += 1) await sendMalformed()
    server.clock.time = new Date(server.clock.time.getTime() + 59 * 60_000)
    await server.watch()
    expect(await faultOf(hostileUnit)).toEqual(['protocol_fault'])
    server.clock.time = new Date(server.clock.time.getTime() + 2 * 60_000)
    const announcedCount = server.broadcasts.length
    await server.watch()
    expect(await faultOf(hostileUnit)).toEqual([])
    const shadowBroadcasts = server.broadcasts.slice(announcedCount).filter(({ event }) => event === 'shadow')
    expect(JSON.stringify(shadowBroadcasts)).toContain(hostileUnit.slice(-6))
  })
})

describe('unavailable database', () => {
  it('makes no dead letter, and everything is stored afterwards', async () => {
    const before = (await readLetters(validUnit)).length
    server.storeFails(Object.assign(new Error('no connection'), { code: '57P03' }))
    const record = mains(validUnit)
    const unreadable = mains(hostileUnit, { kind: 'unheard.of' })
    await unreadable.sentRecord
    await vi.waitFor(() => expect(server.failures()).toBeGreaterThan(0))
    expect(await isStored(validUnit, record.seq)).toBe(false)
    server.storeFails(null)
    await record.sentRecord
    expect(await isStored(validUnit, record.seq)).toBe(true)
    expect(await readLetters(validUnit)).toHaveLength(before)
    expect(await readLetters(hostileUnit)).toEqual([])
    expect(isAcknowledged(hostileUnit, unreadable.seq)).toBe(false)
  })
})
