import type { BluetoothDevice } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const life = 'a11fea11fea11fe0'
const [firstMac, other] = ['AABBCCDDEEFF', '112233445566'] as const
const device = (mac: string, serial: string | null = null): BluetoothDevice => ({
  mac,
  serial,
  kind: 'lamp',
  inSight: true,
  validated: null,
  reason: null,
  signal: null,
  lastSeen: null,
})

let server: TestServer
let installer: User
let plantId: string
let unit: string
let unitCount = 0
let seq = 0

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
beforeEach(async () => {
  unitCount += 1
  seq = 0
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  unit = await server.create.unit(plantId, 'gateway', `0A5E${unitCount.toString(16).padStart(2, '0').toUpperCase()}`)
  await sendMessage('online', { boot: 1, connection: 0, online: true, at: now() })
  await reportDevices([device(firstMac), device(other)])
})
afterAll(() => server.stop())

const now = () => server.clock.now().toISOString()
const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const body = { sw: ['1', '1', '1', '1'], order: null, product: null, utc: null, lamps: null, search: ['none', 0, null] }
const reportDevices = (bluetooth: BluetoothDevice[]) =>
  sendMessage('shadow', { boot: 1, seq: ++seq, at: now(), body, detail: { bluetooth } })
const advanceClock = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}
const requestSerial = (mac: string, serial: string) =>
  server.as(installer).call('gatewayInsertSerial', { plantId, topic: unit, mac, serial })
const refusalOf = (mac: string, serial: string) =>
  server.as(installer).refusal('gatewayInsertSerial', { plantId, topic: unit, mac, serial })
const inserts = (mac: string) => server.as(installer).refusal('gatewayInsertMac', { plantId, topic: unit, mac })
const answers = async (id: string, answer: object) => {
  await server.sender.turn()
  advanceClock(1000)
  await sendMessage('response', { id, connection: 0, ...answer })
}

describe('unreported requested serial', () => {
  it('can be given again only to the same device', async () => {
    await requestSerial(firstMac, 'A1B2C3')
    expect(await refusalOf(other, 'A1B2C3')).toBe('SERIAL_ALREADY_PRESENT')
    expect(await refusalOf(firstMac, 'A1B2C3')).toBeNull()
    expect(await refusalOf(other, 'A1B2C4')).toBeNull()
  })

  it('goes to one of two devices that request it at once', async () => {
    const outcomes = await Promise.all([refusalOf(firstMac, 'A1B2C3'), refusalOf(other, 'A1B2C3')])
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
  })

  it('is free after its device got another serial', async () => {
    await requestSerial(firstMac, 'A1B2C3')
    advanceClock(1)
    await requestSerial(firstMac, 'A1B2C4')
    expect(await refusalOf(other, 'A1B2C3')).toBeNull()
  })

  it('stays reserved from the gateway answer until its next report', async () => {
    const { command } = await requestSerial(firstMac, 'A1B2C3')
    await answers(command.id, { state: 'done' })
    expect(await refusalOf(other, 'A1B2C3')).toBe('SERIAL_ALREADY_PRESENT')
    advanceClock(1000)
    await reportDevices([device(firstMac), device(other)])
    expect(await refusalOf(other, 'A1B2C3')).toBeNull()
  })

  it('is free once the gateway has refused it', async () => {
    const { command } = await requestSerial(firstMac, 'A1B2C3')
    await answers(command.id, { state: 'refused', code: 'SERIAL_ALREADY_PRESENT' })
    expect(await refusalOf(other, 'A1B2C3')).toBeNull()
  })
})

describe('unreported inserted address', () => {
  const newSerial = '0123456789AB'

  it('cannot be inserted a second time, even at once', async () => {
    const outcomes = await Promise.all([inserts(newSerial), inserts(newSerial)])
    expect(outcomes.sort()).toEqual(['DEVICE_ALREADY_PRESENT', null])
  })

  it('can be inserted at another gateway', async () => {
    await inserts(newSerial)
    const second = await server.create.unit(
      plantId,
      'gateway',
      `0A6E${unitCount.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    expect(
      await server.as(installer).refusal('gatewayInsertMac', { plantId, topic: second, mac: newSerial }),
    ).toBeNull()
  })
})
