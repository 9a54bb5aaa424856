import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await plant.server.create.unit(plant.plantId, 'logicafm', '0A1B2')
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

/** A serial has no seven digits; the last two of eight are its checksum. */
const misprinted = 'A1B2C300'

it.each([
  { request: { mode: 'appendSerials', serials: [misprinted] }, code: 'SERIAL_LIST_INVALID' },
  { request: { mode: 'appendSerials', serials: [''] }, code: 'SERIAL_LIST_INVALID' },
  { request: { mode: 'appendSerials', serials: ['ABCDEF 123456'] }, code: 'SERIAL_LIST_INVALID' },
  { request: { mode: 'overwriteSerials', serials: [{ serial: '' }] }, code: 'SERIAL_LIST_INVALID' },
  { request: { mode: 'delete', addrs: [5] }, code: 'LAMP_NOT_FOUND' },
  { request: { mode: 'substitute', addrs: [1], serials: ['FFFFF1', 'FFFFF2'] }, code: 'SERIAL_COUNT_DIFFERS' },
  { request: { mode: 'newAcquisition', plant_code: 7 }, code: 'UNIT_HAS_NO_RADIO_NETWORK' },
  {
    request: { mode: 'appendSerials', serials: Array.from({ length: 125 }, (_, n) => `BB${1000 + n}`) },
    code: 'UNIT_FULL',
  },
])('configureUnit refuses $request.mode with $code', async ({ request, code }) => {
  expect(await plant.client.refusal('configureUnit', { ...plant.unit, request })).toBe(code)
  expect(plant.drainEvents()).toEqual([])
})

it('configureUnit requires the code of a radio network', async () => {
  const unitInput = { plantId: plant.plantId, topic: 'logicafm_0A1B2' }
  expect(await plant.client.refusal('configureUnit', { ...unitInput, request: { mode: 'newAcquisition' } })).toBe(
    'PLANT_CODE_REQUIRED',
  )
})

it.each([
  {
    action: 'setLgSerialId',
    input: { page: 0, lampId: [{ index: 1, serial: misprinted }] },
    code: 'SERIAL_LIST_INVALID',
  },
  { action: 'deleteLgSerialId', input: { page: 0, indexes: [1, 5] }, code: 'LAMP_NOT_FOUND' },
  { action: 'substituteLogicaFM', input: { old: ['FFFFFF'], new: ['FFFFF1'] }, code: 'LAMP_NOT_FOUND' },
  { action: 'substituteLogicaFM', input: { old: ['A1B2C1'], new: ['A1B2C2'] }, code: 'SERIAL_LIST_INVALID' },
  { action: 'substituteLogicaFM', input: { old: ['A1B2C1'], new: ['FFFFF1', 'FFFFF2'] }, code: 'SERIAL_COUNT_DIFFERS' },
  { action: 'config', input: { num_lamp: 129, ore_autonomia: 1 }, code: 'LAMP_COUNT_INVALID' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  expect(await plant.client.refusal(action, { ...plant.unit, ...input })).toBe(code)
  expect(plant.drainEvents()).toEqual([])
})

it('valid serial changes are sent, each lamp once', async () => {
  const { client, unit } = plant
  const serials = { page: 0, lampId: [{ index: 5, serial: 'FFFFF1' }] }
  const responses = [
    await client.call('setLgSerialId', { ...unit, ...serials }),
    await client.call('deleteLgSerialId', { ...unit, page: 0, indexes: [4, 4] }),
    await client.call('substituteLogicaFM', { ...unit, old: ['A1B2C1'], new: ['FFFFF2'] }),
    await client.call('configLogica', { ...unit, modalita_config_logica: 0 }),
    await client.call('config', { ...unit, num_lamp: 128, ore_autonomia: 1 }),
  ]
  expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
  await plant.obey()
  const bodies = plant.server.published.flatMap(({ payload }) => {
    const { name, body } = payload as { name: string; body: unknown }
    return name === 'deleteLgSerialId' ? [body] : []
  })
  expect(bodies).toEqual([{ page: 0, indexes: [4] }])
})

it('configureUnit reserves the unit until its steps are done', async () => {
  const request = { mode: 'delete' as const, addrs: [4] }
  const { operation } = await plant.client.call('configureUnit', { ...plant.unit, request })
  expect(operation).toMatchObject({ kind: 'deleteLamps', state: 'running' })
  expect(plant.drainEvents()).toEqual(['response', 'operation', 'snapshot', 'response'])
  expect(await plant.client.refusal('configureUnit', { ...plant.unit, request })).toBe('UNIT_BUSY')
  await plant.obey()
  const { plantId } = plant
  expect((await plant.client.call('getOperation', { plantId, operationId: operation.id })).operation.state).toBe('done')
})

describe('scanned lamps', () => {
  it('are appended or placed at requested free positions', async () => {
    const lamps = [{ serial: 'FFFFA1' }, { serial: 'FFFFA2', position: 9 }]
    const before = plant.server.published.length
    const { operation } = await plant.client.call('updateCentQrLamps', { ...plant.unit, lamps })
    expect(operation).toMatchObject({ kind: 'appendSerials', state: 'running' })
    await plant.obey()
    const parameterCommands = plant.server.published.slice(before).flatMap(({ payload }) => {
      const { name, body } = payload as { name: string; body: unknown }
      return name === 'setLgSerialId' ? [body] : []
    })
    expect(parameterCommands).toEqual([
      {
        page: 0,
        lampId: [
          { index: 5, serial: 'FFFFA1' },
          { index: 9, serial: 'FFFFA2' },
        ],
      },
    ])
  })

  it.each([
    ['scanned twice', [{ serial: 'FFFFA1' }, { serial: 'FFFFA1' }]],
    ['with wrong check digits', [{ serial: misprinted }]],
    ['at the place of another', [{ serial: 'FFFFA1', position: 1 }]],
    ['at no position', [{ serial: 'FFFFA1', position: 0 }]],
  ])('%s are all refused', async (_, lamps) => {
    const validLamp = { serial: 'FFFFA7' }
    const refusal = await plant.client.refusal('updateCentQrLamps', { ...plant.unit, lamps: [validLamp, ...lamps] })
    expect(refusal).toBe('SERIAL_LIST_INVALID')
    expect(plant.drainEvents()).toEqual([])
  })

  it('of another unit are reported with their place only within the plant', async () => {
    const { server, plantId } = plant
    const foreignPlantId = await server.create.plant({ members: {} })
    await server.create.unit(foreignPlantId, 'logica', '0C1B2C')
    await insertLamps(
      server,
      foreignPlantId,
      [
        { addr: 1, serial: 'EEEE01' },
        { addr: 2, serial: '1A2B' },
      ],
      'logica_0C1B2C',
    )
    await server.create.unit(plantId, 'logica', '0C1B2D')
    await insertLamps(server, plantId, [{ addr: 1, serial: 'EEEE02' }], 'logica_0C1B2D')
    const serials = ['EEEE01', 'EEEE02', 'EEEE03', '1A2B']
    expect((await plant.client.call('checkQrLamps', { plantId, serials })).lamps).toEqual([
      { serial: 'EEEE01', topic: null, addr: null },
      { serial: 'EEEE02', topic: 'logica_0C1B2D', addr: 1 },
    ])
    for (const serial of ['EEEE01', 'EEEE02'])
      expect(await plant.client.refusal('updateCentQrLamps', { ...plant.unit, lamps: [{ serial }] })).toBe(
        'LAMPS_ELSEWHERE',
      )
  })
})
