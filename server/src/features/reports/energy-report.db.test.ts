import { randomUUID } from 'node:crypto'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { bookAllTelemetry } from '../energy/index.ts'
import { collectEnergy } from './collect/collect-energy.ts'
import type { RequestOf } from './report-kinds.ts'
import { findReport } from './reports.store.ts'

let server: TestServer
let client: ReturnType<TestServer['as']>
let plantId: string
let zoneId: string
const period = 'month' as const

/** Ten hours of two lamps on 10 March; the second has no reading at noon. */
const sendTelemetry = async () => {
  const first = Date.parse('2026-03-10T06:00:00Z') / 900_000
  const lamps = [1, 2].map((addr): MeteredLamp => {
    const energy = Array.from({ length: 41 }, (_, n) => (addr === 2 && n === 20 ? null : n * 60))
    return [addr, `A1B2C${addr}`, 400, energy, energy.map((one) => one && one * 10)]
  })
  const message = { life: 'a11fea11fea11fe0', at: server.clock.now().toISOString(), first, count: 41, lamps }
  await server.inbox.accept('v1/logica_0A1B2C/up/telemetry', Buffer.from(JSON.stringify(message)))
  await bookAllTelemetry(server.dispatcherParts)
}

beforeAll(async () => {
  server = await createTestServer()
  const installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerStaff: installer.userId } })
  client = server.as(installer)
  await server.create.unit(plantId)
  server.clock.time = new Date('2026-03-10T23:30:00Z')
  await sendTelemetry()
  zoneId = (await client.call('createMonitoringZone', { plantId, name: 'Hall' })).zone.id
  const tariff = { from: '2026-01-01', until: null, rates: [{ name: 'F1', price: 2_840, hours }] }
  await client.call('saveEnergyTariffs', { plantId, tariffs: [tariff], version: 0 })
})
afterAll(() => server.stop())
const hours = [{ days: [1, 2, 3, 4, 5], from: 8, hours: 8 }]

const collect = async (request: RequestOf<'energy'>) => {
  const content = await collectEnergy(server.database.db, server.ports, { plantId, request }, server.clock.now())
  if (typeof content === 'string') throw new Error(content)
  return content
}

it('the report matches the screen for plant and zone', async () => {
  const content = await collect({ period, date: '2026-03-01' })
  const reportInput = { plantId, period, date: '2026-03-01' }
  expect(content.answer).toEqual(await client.call('getEnergy', { ...reportInput, of: { kind: 'plant' }, step: 'day' }))
  expect(content.shares).toEqual(await client.call('getEnergyShares', reportInput))
  const before = { period, date: '2026-02-01' }
  expect((await collect(before)).shares).toEqual(await client.call('getEnergyShares', { plantId, ...before }))
  expect(content.settings).toEqual(await client.call('getEnergySettings', { plantId }))
  // The quarters before and after noon of one lamp, and both lamps since the last message.
  expect([content.answer.total.used, content.answer.total.missing, content.zone]).toEqual([468, 60, null])
  expect(content.answer.cost?.amount).toBeGreaterThan(0)
  const zone = await collect({ period, date: '2026-03-01', zoneId })
  expect([zone.zone, zone.shares, zone.answer.total.used]).toEqual(['Hall', null, null])
})

it('the report covers the day of the request in the plant zone', async () => {
  const { report } = await client.call('createEnergyReport', { plantId, period: 'day', language: 'en' })
  const request = { period: 'day', date: '2026-03-11' }
  expect(await findReport(server.database.db, plantId, report.id)).toMatchObject({ kind: 'energy', request })
})

it('a foreign zone or invalid day is refused', async () => {
  const other = await server.create.user()
  const otherPlantId = await server.create.plant({ members: { installerStaff: other.userId } })
  const { zone: otherZone } = await server
    .as(other)
    .call('createMonitoringZone', { plantId: otherPlantId, name: 'Hall' })
  const input = { plantId, period, language: 'en' } as const
  for (const unknown of [otherZone.id, randomUUID()])
    expect(await client.refusal('createEnergyReport', { ...input, zoneId: unknown })).toBe('ZONE_NOT_FOUND')
  for (const wrongFields of [{ date: '2026-02-30' }, { period: 'decade' }, { zoneId: 'x' }, { of: { kind: 'plant' } }])
    expect(await client.refusal('createEnergyReport', { ...input, ...wrongFields })).toBe('INVALID_INPUT')
})

it('the report respects the file quota', async () => {
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createEnergyReport', { plantId, period, language: 'en' })).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
})
