import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Every outcome of an enrolment, with keys pressed on the unit's own panel. */
let product: RunningProduct
let installer: ApiClient
let hospital: string
let hotel: string

/** Long enough for a reset unit, which reconnects to the broker up to 3 s later. */
const windowS = 10

beforeAll(async () => {
  product = await startProduct({
    enrolmentWindowS: windowS,
    units: [
      { type: 'logica', serial: '0B0001', lamps: 2 },
      { type: 'logicafm', serial: '0F001', lamps: 2 },
      { type: 'logica', serial: '0B0003', lamps: 2, fault: { name: 'enrolment-not-enabled' } },
      { type: 'logica', serial: '0B0004', lamps: 2, boundElsewhere: true },
      { type: 'logica', serial: '0B0005', lamps: 2, fault: { name: 'enrolment-error' } },
      { type: 'logica', serial: '0B0006', lamps: 2 },
      { type: 'logica', serial: '0B0007', lamps: 2, enrolled: true, plant: 'hotel' },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', {})
  const idOf = (name: string) => plants.find((plant) => plant.plantname.includes(name))?.plant_id ?? ''
  hospital = idOf('Camillo')
  hotel = idOf('Bellavista')
  for (const topic of ['logica_0B0001', 'logicafm_0F001', 'logica_0B0006'])
    await pollUntil(`${topic} to connect`, async () => (await product.panelState(topic)).isConnected)
})
afterAll(() => product?.stop())

const begin = async (cuType: string, cuId: string) => {
  await installer.call('saveCu', { plantId: hospital, cuType, cuId })
  return (await installer.call('enrollCu', { plantId: hospital, topic: `${cuType}_${cuId}` })).enrolment
}

const outcome = (cuType: string, cuId: string) =>
  pollUntil('an outcome', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId: hospital, topic: `${cuType}_${cuId}` })
    return enrolment.outcome
  })

const waitForAsking = (topic: string) =>
  pollUntil('the unit to ask', async () => (await product.panelState(topic)).enrolment === 'waiting')

const waitForKeys = (cuId: string) =>
  pollUntil('the unit to ask for its keys', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId: hospital, topic: `logica_${cuId}` })
    return enrolment.unitReached ? enrolment : undefined
  })

const connectionOf = async (cuId: string) => {
  const { units } = await installer.call('getUnitsDetails', { plantId: hospital })
  return units.find((unit) => unit.cu_id === cuId)?.connection
}

describe('enrolling a unit', () => {
  it('succeeds when the right keys are pressed, also after the browser was closed', async () => {
    await begin('logica', '0B0001')
    expect(await connectionOf('0B0001')).toBe('notAcquired')
    await waitForAsking('logica_0B0001')
    await product.panel('logica_0B0001', 'press', { keys: ['SEL', 'OK'] })
    installer = await createApiClient(product.url).signIn('installer')
    expect(await outcome('logica', '0B0001')).toBe('ok')
    expect(await connectionOf('0B0001')).toBe('connected')
  })

  it.concurrent('times out without a key, and later keys change nothing', async () => {
    const enrolment = await begin('logicafm', '0F001')
    expect(Date.parse(enrolment.expiresAt) - Date.parse(enrolment.startedAt)).toBe(windowS * 1000)
    await waitForAsking('logicafm_0F001')
    expect(await outcome('logicafm', '0F001')).toBe('keysNotPressed')
    await product.panel('logicafm_0F001', 'press', { keys: ['UP', 'DOWN'] })
    expect(await connectionOf('0F001')).toBe('notAcquired')
    expect((await product.panelState('logicafm_0F001')).enrolment).toBe('factory')
  })

  it.concurrent('ignores the keys of another type', async () => {
    await begin('logica', '0B0006')
    await waitForAsking('logica_0B0006')
    await product.panel('logica_0B0006', 'press', { keys: ['UP', 'DOWN'] })
    expect(await outcome('logica', '0B0006')).toBe('keysNotPressed')
  })

  it.concurrent.each([
    ['0B0003', 'notEnabled'],
    ['0B0005', 'error'],
  ])('of %s ends as %s', async (serial, expected) => {
    await begin('logica', serial)
    expect(await outcome('logica', serial)).toBe(expected)
  })

  it('of a unit bound elsewhere is reported once its keys are pressed', async () => {
    await begin('logica', '0B0004')
    await waitForKeys('0B0004')
    await product.panel('logica_0B0004', 'press', { keys: ['SEL', 'OK'] })
    expect(await outcome('logica', '0B0004')).toBe('alreadyEnrolled')
  })

  it('of a unit of another plant is reported without naming the plant', async () => {
    await begin('logica', '0B0007')
    expect((await waitForKeys('0B0007')).outcome).toBe(null)
    await product.panel('logica_0B0007', 'press', { keys: ['SEL', 'OK'] })
    expect(await outcome('logica', '0B0007')).toBe('alreadyEnrolled')
    const { units } = await installer.call('getUnitsDetails', { plantId: hotel })
    expect(units.find((unit) => unit.cu_id === '0B0007')?.connection).toBe('connected')
  })

  it('refuses serials that are too short, not hexadecimal or already present', async () => {
    const refusalCode = async (cuType: string, cuId: string) =>
      (await installer.refused('saveCu', { plantId: hospital, cuType, cuId })).error
    expect(await refusalCode('logica', 'A1B2C')).toBe('UNIT_SERIAL_FORMAT')
    expect(await refusalCode('logicafm', '0A1B2C')).toBe('UNIT_SERIAL_FORMAT')
    expect(await refusalCode('logica', '0A1B2G')).toBe('INVALID_INPUT')
    expect(await refusalCode('logica', '0b0001')).toBe('UNIT_ALREADY_PRESENT')
    expect(await refusalCode('unknowntype', '0A1B2C')).toBe('UNIT_TYPE_UNKNOWN')
  })

  it('is undone by removal, which resets the unit for a new enrolment', async () => {
    const { command } = await installer.call('deEnrollCu', { plantId: hospital, topic: 'logica_0B0001' })
    await pollUntil('the unit to be gone', async () => (await connectionOf('0B0001')) === undefined)
    expect(command.pending).toBe(true)
    expect((await product.panelState('logica_0B0001')).enrolment).toBe('factory')
    await begin('logica', '0B0001')
    await waitForAsking('logica_0B0001')
    await product.panel('logica_0B0001', 'press', { keys: ['SEL', 'OK'] })
    expect(await outcome('logica', '0B0001')).toBe('ok')
  })
})
