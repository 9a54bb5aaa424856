import { randomUUID } from 'node:crypto'
import { maxOpenReportsPerPlant, reportDays } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps, lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { anonymous, createTestServer, type TestServer } from '../../testing/test-server.ts'
import { bluetoothReports } from './index.ts'

let server: TestServer
let installer: User
let owner: User
let plantId: string
let unitCount = 0
const dayMs = 86_400_000
const device = {
  mac: 'AABBCCDDEEFF',
  serial: 'A1B2C3',
  kind: 'lamp' as const,
  inSight: true,
  validated: false,
  reason: 'out of sight',
  signal: -60,
  lastSeen: null,
}

beforeAll(async () => {
  server = await createTestServer()
  ;[installer, owner] = [await server.create.user(), await server.create.user()]
})
beforeEach(async () => {
  unitCount += 1
  const members = { installerAdministrator: installer.userId, clientOwner: owner.userId }
  plantId = await server.create.plant({ name: 'Hotel Bellavista', members })
  const cu = await server.create.unit(
    plantId,
    'gateway',
    `0EB0${unitCount.toString(16).padStart(2, '0').toUpperCase()}`,
  )
  await lampDetailFixture(server, cu, { bluetooth: [device] })
})
afterAll(() => server.stop())

const make = (input: object = {}, caller = installer) =>
  server.as(caller).call('createBleReport', { plantId, ...input })
const listReports = async () => (await server.as(installer).call('getBleReports', { plantId })).reports
const open = (input: object = {}) => server.as(anonymous).refusal('getBleReport', { plantId, ...input })
const advanceClock = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}

describe('public report', () => {
  it('shows past devices to anyone with the link, without people or places', async () => {
    const { report, bleReport } = await make()
    expect(Buffer.from(report, 'base64url').length).toBeGreaterThanOrEqual(16)
    await lampDetailFixture(server, `gateway_0EB0${unitCount.toString(16).padStart(2, '0').toUpperCase()}`, {
      bluetooth: [],
    })
    const { content, expiresAt } = await server.as(anonymous).call('getBleReport', { plantId, report })
    expect(content).toMatchObject({ version: 1, plantname: 'Hotel Bellavista', gateways: [{ devices: [device] }] })
    expect(Date.parse(expiresAt)).toBe(server.clock.now().getTime() + reportDays.default * dayMs)
    expect(bleReport).toMatchObject({ state: 'open', madeBy: installer.name, gateways: 1, devices: 1 })
    expect(Object.keys(content).sort()).toEqual(['at', 'gateways', 'plantname', 'timezone', 'version'])
    const reportJson = JSON.stringify({ content, expiresAt })
    for (const secret of [
      installer.name,
      installer.email,
      owner.email,
      'Via Città',
      'Forlì',
      '47121',
      installer.userId,
    ])
      expect(reportJson).not.toContain(secret)
  })

  it('never contains owner data or texts of gateways and lamps', async () => {
    const topic = `gateway_0EB0${unitCount.toString(16).padStart(2, '0').toUpperCase()}`
    const client = server.as(installer)
    const { plant } = await client.call('getPlantDetails', { plantId })
    const reportFields = {
      name: 'Ottavia Orsini',
      email: 'ottavia@orsini.example',
      phone: '+39 777123',
      piva: '0123456',
    }
    await client.call('aggiornaClienteImpianto', { plantId, owner: reportFields, version: plant.version })
    const texts = { description: 'Suite of Orsini', cu_location: 'Behind the safe' }
    await client.call('saveCuDescription', { plantId, topic, ...texts, version: 1 })
    await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C3' }], topic)
    const lamp = { topic, addr: 1, description: 'Bed of Orsini', location: 'Room 12', notes: 'Key: porter' }
    await client.call('saveLampDescription', { plantId, lampDescInfo: lamp, version: 0 })
    const { report } = await make()
    const reportJson = JSON.stringify(await server.as(anonymous).call('getBleReport', { plantId, report }))
    for (const secret of [...Object.values(reportFields), ...Object.values(texts), 'Orsini', 'Room 12', 'porter'])
      expect(reportJson, secret).not.toContain(secret)
  })

  it('opens only under its own plant, with one answer for any mismatch', async () => {
    const [firstReport, first] = [await make(), plantId]
    plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    await server.create.unit(plantId, 'gateway', `0EC0${unitCount.toString(16).padStart(2, '0').toUpperCase()}`)
    const [secondReport, second] = [await make(), plantId]
    const inputs = [
      { plantId: first, report: secondReport.report },
      { plantId: second, report: firstReport.report },
      { plantId: first, report: second },
      { plantId: randomUUID(), report: firstReport.report },
      { plantId: first, report: firstReport.report.toLowerCase() },
      { plantId: first, report: firstReport.bleReport.id },
    ]
    const refusals = await Promise.all(
      inputs.map((input) =>
        server
          .as(anonymous)
          .call('getBleReport', input)
          .then(
            () => 'opened',
            ({ code, details, status, message }) => ({ code, details, status, message }),
          ),
      ),
    )
    expect(refusals).toEqual(
      inputs.map(() => ({
        code: 'BLE_REPORT_NOT_FOUND',
        message: 'BLE_REPORT_NOT_FOUND',
        details: undefined,
        status: 404,
      })),
    )
    expect(await open({ plantId: first, report: firstReport.report })).toBeNull()
    expect(await open({ plantId: second, report: secondReport.report })).toBeNull()
  })

  it('is stored without its secret name', async () => {
    const { report } = await make()
    const { rows } = await server.database.pool.query('select to_jsonb(r)::text as row from bluetooth_report r')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(report)
  })

  it('that is missing, foreign, expired or revoked gives the same answer', async () => {
    const { report, bleReport } = await make({ days: 1 })
    const other = await server.create.plant()
    const answers = [
      await open({ report: `${report}x` }),
      await open({ report: '' }),
      await open({ report, plantId: other }),
      await open({ report, plantId: 'no plant' }),
    ]
    expect(await open({ report })).toBeNull()
    expect(await open({ report, plantId: plantId.toUpperCase() })).toBeNull()
    advanceClock(dayMs)
    answers.push(await open({ report }))
    expect((await listReports())[0]).toMatchObject({ id: bleReport.id, state: 'expired' })
    const second = await make()
    await server.as(owner).call('revokeBleReport', { plantId, reportId: second.bleReport.id })
    answers.push(await open({ report: second.report }))
    const third = await make()
    await server.create.removePlant(plantId)
    answers.push(await open({ report: third.report }))
    expect(answers).toEqual(answers.map(() => 'BLE_REPORT_NOT_FOUND'))
  })

  it('can be revoked by any creator, and keeps the first revocation', async () => {
    const { bleReport } = await make()
    const input = { plantId, reportId: bleReport.id }
    const [first, second] = [
      await server.as(owner).call('revokeBleReport', input),
      await server.as(installer).call('revokeBleReport', input),
    ]
    expect(second).toEqual(first)
    expect(first.bleReport).toMatchObject({ state: 'revoked', revokedBy: owner.name })
    expect(await server.as(installer).refusal('revokeBleReport', { plantId, reportId: randomUUID() })).toBe(
      'BLE_REPORT_NOT_FOUND',
    )
    const otherPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    expect(await server.as(installer).refusal('revokeBleReport', { ...input, plantId: otherPlantId })).toBe(
      'BLE_REPORT_NOT_FOUND',
    )
  })
})

describe('creating a report', () => {
  it('is limited, even at once, until older reports end', async () => {
    const { bleReport } = await make()
    for (let n = 2; n < maxOpenReportsPerPlant; n++) await make()
    const attempt = () => server.as(installer).refusal('createBleReport', { plantId })
    expect((await Promise.all([attempt(), attempt()])).sort()).toEqual(['BLE_REPORT_LIMIT', null].sort())
    await server.as(installer).call('revokeBleReport', { plantId, reportId: bleReport.id })
    expect(await attempt()).toBeNull()
  })

  it.each([0, 366, 1.5])('for %s days is refused', async (days) => {
    const input = { plantId, days }
    expect(await server.as(installer).refusal('createBleReport', input)).toBe('INVALID_INPUT')
  })

  it('is refused for a plant without a gateway', async () => {
    const emptyPlantId = await server.create.plant({ members: { installerStaff: installer.userId } })
    const input = { plantId: emptyPlantId }
    expect(await server.as(installer).refusal('createBleReport', input)).toBe('NO_GATEWAY')
  })

  it.each(['installerReadOnly', 'clientStaff'] as const)('and listing reports is refused for %s', async (role) => {
    const reader = await server.create.user()
    const plant = await server.create.plant({ members: { [role]: reader.userId } })
    const input = { plantId: plant }
    expect(await server.as(reader).refusal('createBleReport', input)).toBe('NOT_ALLOWED')
    expect(await server.as(reader).refusal('getBleReports', { plantId: plant })).toBe('NOT_ALLOWED')
    expect(await server.as(reader).refusal('getBleReports', { plantId })).toBe('PLANT_NOT_FOUND')
  })
})

it('only long expired reports are removed', async () => {
  await make({ days: 1 })
  advanceClock(2 * dayMs)
  await make()
  const before = server.clock.now()
  await server.inTransaction(({ tx }) => bluetoothReports.deleteExpired(tx, before, 100))
  expect((await listReports()).map(({ state }) => state)).toEqual(['open'])
})
