import { randomUUID } from 'node:crypto'
import { maxChangesPerHour } from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import type { BluetoothDevice } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { deleteOldBluetoothEntries } from './index.ts'
import { recordGatewayLinks } from './record-bluetooth-entries.ts'

let server: TestServer
let installer: User
let plantId: string
let unit: string
let unitCount = 0

const life = 'a11fea11fea11fe0'
const mac = 'AABBCCDDEEFF'
const device: BluetoothDevice = {
  mac,
  serial: 'A1B2C3',
  kind: 'lamp',
  inSight: true,
  validated: null,
  reason: null,
  signal: -60,
  lastSeen: null,
}

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
beforeEach(async () => {
  unitCount += 1
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  unit = await server.create.unit(plantId, 'gateway', `0B1E${unitCount.toString(16).padStart(2, '0').toUpperCase()}`)
  server.broadcasts.splice(0)
})
afterAll(() => server.stop())

const now = () => server.clock.now()
const send = (channel: string, message: object, inbox = server.inbox) =>
  inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const online = (connection: number, isOnline = true) =>
  send('online', { boot: 1, connection, online: isOnline, at: now().toISOString() })
const body = { sw: ['1', '1', '1', '1'], order: null, product: null, utc: null, lamps: null, search: ['none', 0, null] }
const reportDevices = (seq: number, bluetooth: BluetoothDevice[], inbox = server.inbox) =>
  send('shadow', { boot: 1, seq, at: now().toISOString(), body, detail: { bluetooth } }, inbox)
const logbook = (input: object = {}, caller = installer) =>
  server.as(caller).call('getBleLogbooks', { plantId, ...input })
const kinds = async (input: object = {}) => (await logbook(input)).entries.map(({ kind }) => kind).sort()
const advanceClock = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}
const recordLinks = async () => {
  await server.inTransaction(recordGatewayLinks)
}

describe('gateway device report', () => {
  it('is logged for each change and broadcast', async () => {
    await reportDevices(1, [device])
    await reportDevices(2, [{ ...device, validated: false, reason: 'held by another gateway' }])
    await reportDevices(3, [{ ...device, validated: true, inSight: false }])
    await reportDevices(4, [])
    expect(await kinds()).toEqual(
      ['deviceJoined', 'deviceNotValidated', 'deviceValidated', 'deviceOutOfSight', 'deviceLeft'].sort(),
    )
    const { entries } = await logbook({ of: 'validation' })
    expect(entries.find(({ kind }) => kind === 'deviceNotValidated')).toMatchObject({
      unit,
      mac,
      serial: 'A1B2C3',
      device: 'lamp',
      reason: 'held by another gateway',
      by: null,
    })
    const audience = { plant: plantId }
    expect(server.broadcasts).toContainEqual({ audience, event: 'bleLogbook', data: { plant_id: plantId } })
  })

  it('is logged once regardless of repetitions and order', async () => {
    const other = server.openInbox()
    await reportDevices(1, [device])
    await Promise.all([
      reportDevices(2, [{ ...device, inSight: false }]),
      reportDevices(2, [{ ...device, inSight: false }], other),
    ])
    await reportDevices(1, [device])
    await other.stop()
    expect(await kinds()).toEqual(['deviceJoined', 'deviceOutOfSight'])
  })

  it('makes no entry without a change or from another unit type', async () => {
    await reportDevices(1, [device])
    await reportDevices(2, [{ ...device, signal: -90, lastSeen: now().toISOString() }])
    expect(await kinds()).toEqual(['deviceJoined'])
    unit = await server.create.unit(plantId, 'logica', `0B1E${unitCount.toString(16).padStart(2, '0').toUpperCase()}`)
    await online(1)
    expect(await kinds()).toEqual(['deviceJoined'])
  })

  it('beyond the hourly limit makes one entry that says so', async () => {
    const manyDevices = (inSight: boolean) =>
      Array.from({ length: 250 }, (_, n) => ({
        ...device,
        mac: n.toString(16).toUpperCase().padStart(12, '0'),
        inSight,
      }))
    for (let seq = 1; seq <= 6; seq++) await reportDevices(seq, manyDevices(seq % 2 === 0))
    const { total } = await logbook()
    expect(total).toBe(maxChangesPerHour + 1)
    expect(await kinds({ of: 'gateways' })).toEqual(['entriesLeftOut'])
    advanceClock(3_600_000)
    await reportDevices(
      7,
      manyDevices(true).with(0, { ...device, mac: '000000000000', serial: 'FFFFFF', inSight: true }),
    )
    expect((await logbook()).total).toBe(maxChangesPerHour + 2)
  })
})

describe('gateway connection', () => {
  it('is logged once at birth and once at loss', async () => {
    await online(1)
    await online(1)
    await recordLinks()
    advanceClock(1_000)
    await online(1, false)
    await recordLinks()
    advanceClock(1_000)
    await online(2)
    expect(await kinds()).toEqual(['gatewayConnected', 'gatewayConnected', 'gatewayDisconnected'])
  })

  it('is logged as lost after silence, once across nodes', async () => {
    await online(1)
    advanceClock(10 * 60_000)
    await server.watch()
    await Promise.all([recordLinks(), recordLinks()])
    expect(await kinds()).toEqual(['gatewayConnected', 'gatewayDisconnected'])
    await recordLinks()
    expect(await kinds()).toHaveLength(2)
  })
})

describe('device command', () => {
  const answer = (id: string, state: 'done' | 'refused', code?: string) =>
    send('response', { id, state, ...(code && { code }) })
  const sendReset = async () => {
    await reportDevices(1, [device])
    await online(1)
    const { command } = await server.as(installer).call('gatewayValidate', { plantId, topic: unit, mac })
    await server.sender.turn()
    return command.id
  }

  it('is logged once at its end with the requesting person', async () => {
    const id = await sendReset()
    await answer(id, 'refused', 'DEVICE_HELD')
    await answer(id, 'done')
    const { entries } = await logbook({ of: 'commands' })
    expect(entries).toEqual([
      expect.objectContaining({
        kind: 'commandFailed',
        command: 'gatewayValidate',
        error: 'refused',
        code: 'DEVICE_HELD',
        mac,
        by: installer.name,
      }),
    ])
  })

  it('is logged as done when successful', async () => {
    await answer(await sendReset(), 'done')
    const { entries } = await logbook({ of: 'commands' })
    expect(entries).toMatchObject([{ kind: 'commandDone', error: null, code: null }])
  })
})

describe('command of a removed gateway', () => {
  const startScan = async () => {
    await reportDevices(1, [device])
    await online(1)
    await server.as(installer).call('gatewayValidate', { plantId, topic: unit, mac })
    await server.as(installer).call('setCuName', { plantId, topic: unit, cuName: 'Cellar' })
    await online(2, false)
    server.broadcasts.splice(0)
  }
  const abandonedEntry = {
    kind: 'commandAbandoned',
    command: 'gatewayValidate',
    error: null,
    code: null,
    mac,
    by: expect.any(String),
  }

  it('is logged once with the removal and broadcast', async () => {
    await startScan()
    await server.as(installer).call('removeCu', { plantId, topic: unit })
    const { entries } = await logbook({ of: 'commands' })
    expect(entries).toEqual([expect.objectContaining({ ...abandonedEntry, unit, by: installer.name })])
    const audience = { plant: plantId }
    expect(server.broadcasts).toContainEqual({ audience, event: 'bleLogbook', data: { plant_id: plantId } })
    advanceClock(3_600_000)
    await server.sender.turn()
    expect((await logbook({ of: 'commands' })).total).toBe(1)
  })

  it('is not logged when the removal is refused', async () => {
    await startScan()
    await online(3)
    expect(await server.as(installer).refusal('removeCu', { plantId, topic: unit })).toBe('UNIT_CONNECTED')
    expect((await logbook({ of: 'commands' })).total).toBe(0)
  })

  it('is logged when the gateway confirms its release', async () => {
    await startScan()
    await online(3)
    const { command } = await server.as(installer).call('deEnrollCu', { plantId, topic: unit })
    await server.sender.turn()
    await send('response', { connection: 3, id: command.id, state: 'done' })
    expect((await logbook({ of: 'commands' })).entries).toMatchObject([abandonedEntry])
  })

  it('is logged when its plant is deleted and restored', async () => {
    await startScan()
    const { plantname } = (await server.as(installer).call('getPlantDetails', { plantId })).plant
    await server.as(installer).call('removePlant', { plantId, plantname })
    await server.as(installer).call('restorePlant', { plantId })
    expect((await logbook({ of: 'commands' })).entries).toMatchObject([abandonedEntry])
  })
})

it('lamp results of a gateway are logged once each', async () => {
  const t = randomUUID()
  const result = (seq: number, resultFields: object) =>
    send('record', {
      boot: 1,
      seq,
      at: now().toISOString(),
      kind: 'test-lamp',
      body: { t, id: 'A1B2C3', ...resultFields },
    })
  await send('record', {
    boot: 1,
    seq: 1,
    at: now().toISOString(),
    kind: 'test-begun',
    body: { t, kind: 'f', by: 'self', lamps: [1, 2, 3] },
  })
  await result(2, { at: 1, result: 'ok' })
  await result(3, { at: 2, result: 'failed', why: 'battery' })
  await result(4, { at: 3, result: 'skipped', why: 'gone' })
  await result(3, { at: 2, result: 'failed', why: 'battery' })
  const { entries } = await logbook({ of: 'tests' })
  expect(entries.map(({ kind, addr, reason }) => [kind, addr, reason]).sort()).toEqual([
    ['testFailed', 2, 'battery_failure'],
    ['testNotExecuted', 3, 'lamp_unreachable'],
    ['testPassed', 1, null],
  ])
})

describe('Bluetooth logbook', () => {
  const devices = ['AABBCC000001', 'AABBCC000002', 'AABBCC000003'].map((address, n) => ({
    ...device,
    mac: address,
    serial: `0000A${n}`,
  }))

  it('is paged with the newest first', async () => {
    await reportDevices(1, devices.slice(0, 2))
    advanceClock(1_000)
    await reportDevices(2, devices)
    const first = await logbook({ pageSize: 2 })
    expect(first).toMatchObject({ total: 3, hidden: 0, entries: [{ mac: 'AABBCC000003' }, {}] })
    expect((await logbook({ pageSize: 2, page: 2 })).entries).toHaveLength(1)
  })

  it('is searched by address, serial and person, and filtered by gateway', async () => {
    await reportDevices(1, devices)
    const found = async (search: string) => (await logbook({ search })).entries.map(({ mac: address }) => address)
    expect(await found('aa:bb:cc:00:00:02')).toEqual(['AABBCC000002'])
    expect(await found('0000a2')).toEqual(['AABBCC000003'])
    expect(await found('%')).toEqual([])
    expect(await found(':')).toEqual([])
    expect((await logbook({ topic: unit })).total).toBe(3)
    expect((await logbook({ topic: 'gateway_FFFFFF' })).total).toBe(0)
  })

  it('of a Basic plant shows 30 days and counts the rest', async () => {
    const basic = await server.create.plant({ pro: false, members: { installerReadOnly: installer.userId } })
    plantId = basic
    unit = await server.create.unit(basic, 'gateway', `0BA5${unitCount.toString(16).padStart(2, '0').toUpperCase()}`)
    await reportDevices(1, [device])
    advanceClock(40 * 86_400_000)
    await reportDevices(2, [])
    expect(await logbook()).toMatchObject({ total: 1, hidden: 1, entries: [{ kind: 'deviceLeft' }] })
  })

  it('of another plant is not found by a non-member', async () => {
    const nonMember = await server.create.user()
    expect(await server.as(nonMember).refusal('getBleLogbooks', { plantId })).toBe('PLANT_NOT_FOUND')
  })

  it('drops only entries beyond the retention period', async () => {
    await reportDevices(1, [device])
    advanceClock(86_400_000)
    const before = now()
    await reportDevices(2, [])
    for (let removedCount = 1; removedCount > 0; )
      removedCount = await server.inTransaction(({ tx }) => deleteOldBluetoothEntries(tx, before, 100))
    expect(await kinds()).toEqual(['deviceLeft'])
  })
})
