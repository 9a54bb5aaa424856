import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const roles: PlantRole[] = [
  'installerAdministrator',
  'installerStaff',
  'installerReadOnly',
  'clientOwner',
  'clientStaff',
]

let server: TestServer
let people: Record<PlantRole, User>
let plantId: string
let units = 0
let topics: string[]
beforeAll(async () => {
  server = await createTestServer()
  const users = await Promise.all(roles.map(() => server.create.user()))
  people = Object.fromEntries(roles.map((role, at) => [role, users[at]])) as Record<PlantRole, User>
})
afterAll(() => server.stop())

beforeEach(async () => {
  plantId = await server.create.plant({
    members: Object.fromEntries(roles.map((role) => [role, people[role].userId])),
  })
  topics = []
  for (const cuType of ['logica', 'cablecom', 'gateway']) {
    const cuId = (++units).toString(16).toUpperCase().padStart(6, '0')
    await server.create.unit(plantId, cuType, cuId)
    topics.push(`${cuType}_${cuId}`)
  }
  const [first = '', second = '', gateway = ''] = topics
  await insertLamps(
    server,
    plantId,
    [
      { addr: 1, serial: 'A00001', productCode: 'ST-24', errors: ['battery_duration', 'led_open'], condition: 'error' },
      { addr: 2, serial: 'A00002', productCode: 'ST-24', errors: ['battery_short'], condition: 'error' },
      { addr: 3, serial: 'A00003', productCode: '7F10', errors: ['communication'], condition: 'error' },
      { addr: 4, serial: 'A00004', productCode: null },
    ],
    first,
  )
  await insertLamps(
    server,
    plantId,
    [
      { addr: 1, serial: 'A00005', productCode: 'ST-24' },
      { addr: 2, serial: 'A00006', productCode: 'QD-36', type: 'lighting' },
    ],
    second,
  )
  await insertLamps(server, plantId, [{ addr: 1, serial: 'A00007', productCode: 'VD-8', type: 'sensor' }], gateway)
})

const clientOf = (role: PlantRole) => server.as(people[role])
const billOf = (role: PlantRole, kind: 'wired' | 'bluetooth' = 'wired') =>
  clientOf(role).call('getBillOfMaterials', { plantId, of: kind })

it('counts match the device list by product and unit, wired and Bluetooth apart', async () => {
  const wired = await billOf('clientStaff')
  const bluetooth = await billOf('clientStaff', 'bluetooth')
  const { lamps, total } = await clientOf('clientStaff').call('getLamps', { plantId })
  expect(wired.total + bluetooth.total).toBe(total)
  expect(wired.lines.reduce((total, line) => total + line.total, 0)).toBe(wired.total)
  for (const line of [...wired.lines, ...bluetooth.lines]) {
    const listedLamps = lamps.filter(({ product_code }) => product_code === line.code)
    expect(Object.values(line.units).reduce((total, count) => total + count, 0)).toBe(listedLamps.length)
  }
  expect(bluetooth.lines.map(({ code, total: count }) => [code, count])).toEqual([['VD-8', 1]])
})

it('an unknown product has a line with its code until it is set', async () => {
  const unknown = async () => (await billOf('installerStaff')).lines.filter(({ product }) => product === null)
  expect((await unknown()).map(({ code, total }) => [code, total])).toEqual([
    [null, 1],
    ['7F10', 1],
  ])
  const lamps = [{ topic: topics[0] ?? '', addr: [3, 4] }]
  await clientOf('installerStaff').call('updateProductCode', { plantId, lamps, productCode: 'SG-20' })
  expect(await unknown()).toEqual([])
  expect((await billOf('installerStaff')).lines.find(({ code }) => code === 'SG-20')?.total).toBe(2)
})

it('open faults determine the needed parts', async () => {
  const { parts, faults, faultsWithoutPart } = await billOf('clientOwner')
  expect(parts.map(({ product, pieces }) => [product.code, pieces])).toEqual([
    ['415.009', 2],
    ['418.124', 1],
  ])
  const { lamps: listedLamps } = await clientOf('clientOwner').call('getLamps', { plantId })
  expect(faults).toBe(listedLamps.reduce((total, { errors }) => total + errors.length, 0))
  const lampCount = parts.flatMap((part) => part.faults).reduce((total, { lamps }) => total + lamps, 0)
  expect(lampCount + faultsWithoutPart).toBe(faults)
})

describe('prices', () => {
  const price = (cents: number | null, version: number) => ({ plantId, productCode: 'ST-24', cents, version })
  const settings = (shownToClients: boolean, version: number, currency: 'EUR' | 'CHF' = 'EUR') => ({
    plantId,
    currency,
    shownToClients,
    version,
  })
  const readBill = async (role: PlantRole) => JSON.stringify(await billOf(role))

  it('are hidden from the owner side until the installer administrator shows them', async () => {
    expect(await clientOf('installerStaff').call('savePrice', price(6475, 0))).toEqual({ version: 1 })
    for (const role of ['installerAdministrator', 'installerStaff', 'installerReadOnly'] as const)
      expect((await billOf(role)).lines.find(({ code }) => code === 'ST-24')?.price?.cents).toBe(6475)
    for (const role of ['clientOwner', 'clientStaff'] as const)
      expect(await readBill(role)).not.toMatch(/price|6475|EUR/)
    await clientOf('installerAdministrator').call('savePriceSettings', settings(true, 0, 'CHF'))
    expect(await readBill('clientOwner')).toMatch(/6475.*CHF/)
    await clientOf('installerAdministrator').call('savePriceSettings', settings(false, 1))
    expect(await readBill('clientStaff')).not.toMatch(/price|6475/)
  })

  it('are not part of broadcasts', async () => {
    server.broadcasts.splice(0)
    await clientOf('installerStaff').call('savePrice', price(4321, 0))
    expect(server.broadcasts).toMatchObject([{ event: 'savePrice', data: { plant_id: plantId } }])
    expect(JSON.stringify(server.broadcasts)).not.toContain('4321')
  })

  it('are saved only over the latest version', async () => {
    await clientOf('installerStaff').call('savePrice', price(100, 0))
    expect(await clientOf('installerStaff').refusal('savePrice', price(200, 0))).toBe('CHANGED_MEANWHILE')
    expect(await clientOf('installerStaff').call('savePrice', price(null, 1))).toEqual({ version: 2 })
    expect(await clientOf('installerStaff').refusal('savePrice', price(300, 1))).toBe('CHANGED_MEANWHILE')
    await clientOf('installerAdministrator').call('savePriceSettings', settings(true, 0))
    const lateRefusal = await clientOf('installerAdministrator').refusal('savePriceSettings', settings(false, 0))
    expect(lateRefusal).toBe('CHANGED_MEANWHILE')
    expect((await billOf('clientOwner')).prices).toEqual({ currency: 'EUR', shownToClients: true, version: 1 })
  })

  it.each([
    [{ cents: -1 }, 'INVALID_INPUT'],
    [{ cents: 1.5 }, 'INVALID_INPUT'],
    [{ cents: 'free' }, 'INVALID_INPUT'],
    [{ cents: 1e12 }, 'INVALID_INPUT'],
    [{ productCode: 'NONE' }, 'PRODUCT_NOT_FOUND'],
  ])('as %j are refused with %s', async (wrongFields, code) => {
    expect(await clientOf('installerStaff').refusal('savePrice', { ...price(1, 0), ...wrongFields })).toBe(code)
  })

  it('are limited to the permitted roles and one plant', async () => {
    for (const role of ['installerReadOnly', 'clientOwner', 'clientStaff'] as const)
      expect(await clientOf(role).refusal('savePrice', price(1, 0))).toBe('NOT_ALLOWED')
    for (const role of ['installerStaff', 'clientOwner'] as const)
      expect(await clientOf(role).refusal('savePriceSettings', settings(true, 0))).toBe('NOT_ALLOWED')
    const nonMember = server.as(await server.create.user())
    expect(await nonMember.refusal('getBillOfMaterials', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await nonMember.refusal('savePrice', price(1, 0))).toBe('PLANT_NOT_FOUND')
    await clientOf('installerStaff').call('savePrice', price(777, 0))
    const other = await server.create.plant({ members: { installerStaff: people.installerStaff.userId } })
    await server.create.unit(other, 'logica', (++units).toString(16).toUpperCase().padStart(6, '0'))
    const bill = await clientOf('installerStaff').call('getBillOfMaterials', { plantId: other })
    expect(JSON.stringify(bill)).not.toContain('777')
    expect(bill.lines).toEqual([])
  })
})
