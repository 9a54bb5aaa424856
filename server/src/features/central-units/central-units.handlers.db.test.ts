import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { grantPro } from '../plants/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await lampDetailFixture(plant.server, plant.unit.topic, {
    contacts: [{ number: 1, signal: 'off', conjunction: 'or', activationDelayS: 0 }],
  })
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

const unit = (cuType: string, cuId: string) => ({ plantId: plant.plantId, topic: `${cuType}_${cuId}` })
const draft = (cuType: string, cuId: string) => ({ plantId: plant.plantId, cuType, cuId, description: '' })

describe('adding a unit', () => {
  it.each([
    { cuType: 'toaster', cuId: '0A1B2C', code: 'UNIT_TYPE_UNKNOWN' },
    // Every object has a property of this name.
    { cuType: 'constructor', cuId: '0A1B2C', code: 'UNIT_TYPE_UNKNOWN' },
    { cuType: 'logicafm', cuId: '0A1B2C', code: 'UNIT_SERIAL_FORMAT' },
    { cuType: 'logica', cuId: '0A1B2C', code: 'UNIT_ALREADY_PRESENT' },
  ])('as $cuType $cuId gives $code', async ({ cuType, cuId, code }) => {
    expect(await plant.client.refusal('saveCu', draft(cuType, cuId))).toBe(code)
    expect(plant.drainEvents()).toEqual([])
  })

  it('counts against the limit of the tier', async () => {
    const { server, installer, client } = plant
    const basic = await server.create.plant({ pro: false, members: { installerAdministrator: installer.userId } })
    const pro = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    const add = (plantId: string, n: number) =>
      client.refusal('saveCu', { ...draft('cablecom', `0000${10 + n}`), plantId })
    expect(await add(basic, 0)).toBeNull()
    expect(await add(basic, 1)).toBe('UNIT_LIMIT_BASIC')
    const expired = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    await grantPro(server.database.db, expired, server.clock.now())
    expect(await client.refusal('saveCu', { ...draft('logica', '00001A'), plantId: expired })).toBe(
      'UNIT_TYPE_NOT_ENABLED',
    )
    for (let n = 0; n < 16; n++) expect(await add(pro, n)).toBeNull()
    expect(await add(pro, 16)).toBe('UNIT_LIMIT_PRO')
  })

  it('allows description, one enrolment and removal, each broadcast', async () => {
    const { client } = plant
    const newUnitInput = unit('cablecom', '0000AA')
    expect((await client.call('saveCu', { ...draft('cablecom', '0000AA'), description: 'Q1' })).unit).toMatchObject({
      connection: 'notAcquired',
    })
    expect(await client.refusal('enrollCuAck', newUnitInput)).toBe('ENROLMENT_NOT_FOUND')
    const texts = { description: 'Q2', cu_location: 'Cellar' }
    const describedUnit = await client.call('saveCuDescription', { ...newUnitInput, ...texts, version: 1 })
    expect(describedUnit.unit).toMatchObject({ ...texts, version: 2 })
    const lateSave = client.call('saveCuDescription', { ...newUnitInput, description: 'Q3', version: 1 })
    await expect(lateSave).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      details: { now: { ...texts, version: 2 } },
    })
    const { enrolment } = await client.call('enrollCu', newUnitInput)
    expect((await client.call('enrollCuAck', newUnitInput)).enrolment).toEqual(enrolment)
    expect(await client.refusal('enrollCu', plant.unit)).toBe('UNIT_ALREADY_PRESENT')
    await client.call('removeCu', newUnitInput)
    expect(await client.refusal('enrollCuAck', newUnitInput)).toBe('UNIT_NOT_FOUND')
    expect(plant.drainEvents()).toEqual(expect.arrayContaining(['saveCu', 'enrollCuAck', 'removeCu']))
  })
})

describe('unit of another plant', () => {
  it.each(['enrollCu', 'enrollCuAck', 'deEnrollCu', 'removeCu', 'saveCuDescription', 'getShadow'])(
    'is refused by %s',
    async (action) => {
      const unitInput = unit('logica', '0FFFFF')
      const input = action === 'saveCuDescription' ? { ...unitInput, description: '', version: 1 } : unitInput
      const actionInput = action === 'getShadow' ? { cuType: 'logica', cuId: '0FFFFF' } : input
      expect(await plant.client.refusal(action, actionInput)).toBe('UNIT_NOT_FOUND')
    },
  )
})

describe('unit substitution', () => {
  it.each([
    { cuId: '0FFFFF', newCuId: '0A1B2E', code: 'UNIT_NOT_FOUND' },
    { cuId: '0A1B2C', newCuId: '0A1B2', code: 'UNIT_SERIAL_FORMAT' },
    { cuId: '0A1B2C', newCuId: '0A1B2C', code: 'UNIT_ALREADY_PRESENT' },
  ])('with $newCuId for $cuId gives $code', async ({ cuId, newCuId, code }) => {
    expect(await plant.client.refusal('substituteCu', { ...unit('logica', cuId), newCuId })).toBe(code)
  })
  it('requires a unit of the plant that is acquired', async () => {
    const { client } = plant
    expect(await client.refusal('substituteCu', { ...unit('toaster', '0A1B2C'), newCuId: '0A1B2E' })).toBe(
      'UNIT_NOT_FOUND',
    )
    await client.call('saveCu', draft('cablecom', '0000AB'))
    const newUnit = { ...unit('cablecom', '0000AB'), newCuId: '0000AC' }
    expect(await client.refusal('substituteCu', newUnit)).toBe('UNIT_NOT_ACQUIRED')
  })
  it('keeps the texts', async () => {
    const { client, unit: unitInput } = plant
    await client.call('saveCuDescription', { ...unitInput, description: 'Main', version: 1 })
    const { unit: replacedUnit } = await client.call('substituteCu', { ...unitInput, newCuId: '0A1B2E' })
    expect(replacedUnit).toMatchObject({ cu_id: '0A1B2E', description: 'Main' })
  })
})

describe('unit commands', () => {
  it.each([
    { action: 'setCuName', overrides: { cuName: 'Seventeen letters' }, code: 'NAME_TOO_LONG' },
    {
      action: 'setContacts',
      overrides: { contacts: [{ number: 2, signal: 'off', conjunction: 'or', activationDelayS: 0 }] },
      code: 'CONTACT_NOT_FOUND',
    },
    {
      action: 'setContacts',
      overrides: {
        contacts: [0, 5].map((activationDelayS) => ({ number: 1, signal: 'off', conjunction: 'or', activationDelayS })),
      },
      code: 'INVALID_INPUT',
    },
    { action: 'setRelay', overrides: { on: true }, code: 'UNIT_HAS_NO_RELAY' },
    { action: 'createNetwork', overrides: { plant_code: 7 }, code: 'UNIT_HAS_NO_RADIO_NETWORK' },
  ])('$action refuses with $code', async ({ action, overrides, code }) => {
    expect(await plant.client.refusal(action, { ...plant.unit, ...overrides })).toBe(code)
    expect(plant.drainEvents()).toEqual([])
  })

  it('require the code of a radio network', async () => {
    await plant.server.create.unit(plant.plantId, 'logicafm', '0A1B2')
    expect(await plant.client.refusal('createNetwork', unit('logicafm', '0A1B2'))).toBe('PLANT_CODE_REQUIRED')
  })

  it('are sent when valid', async () => {
    const { client, unit: unitInput, server } = plant
    await lampDetailFixture(server, unitInput.topic, {
      relay: { on: false },
      contacts: [{ number: 1, signal: 'off', conjunction: 'or', activationDelayS: 0 }],
    })
    await server.create.unit(plant.plantId, 'sicuro', '0A1B2D')
    await server.create.unit(plant.plantId, 'cablecom', '0A1B2D')
    const responses = [
      await client.call('createNetwork', unitInput),
      await client.call('getStatoConfig', unitInput),
      await client.call('resetCu', unitInput),
      await client.call('keypressSimulation', { ...unitInput, keys: ['SEL', 'SEL'] }),
      await client.call('setCuName', { ...unitInput, cuName: 'Basement' }),
      await client.call('setContacts', {
        ...unitInput,
        contacts: [{ number: 1, signal: 'test', conjunction: 'or', activationDelayS: 5 }],
      }),
      await client.call('setRelay', { ...unitInput, on: true }),
      await client.call('setAdvanced', { ...unitInput, flags: { buzzer: true } }),
      await client.call('logicaCommand', { ...unitInput, command: 'refresh' }),
      await client.call('sicuroCommand', {
        ...unitInput,
        topic: 'sicuro_0A1B2D',
        command: 'emergencyOn',
        reason: 'Evacuation drill',
      }),
      await client.call('cablecomCommand', { ...unitInput, topic: 'cablecom_0A1B2D', command: 'setClock' }),
    ]
    expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
    const { entries } = await client.call('getAudit', { plantId: plant.plantId, ofAction: 'sicuroCommand' })
    expect(entries[0]?.changes).toMatchObject([
      { field: 'command', after: 'emergencyOn' },
      { field: 'reason', after: 'Evacuation drill' },
    ])
  })
})

it('unit types, units of all plants and the last unit report are shown', async () => {
  const { client, plantId } = plant
  const { types } = await client.call('getUnitTypes', {})
  expect(types.map(({ name }) => name)).toEqual(['Cablecom', 'Logica', 'Logica FM', 'Sicuro', 'Gateway', 'DALI'])
  const all = (await client.call('getAllCuInfo', {})).units
  expect(all.filter((one) => one.plant_id === plantId).map(({ cu_id }) => cu_id)).toContain('0A1B2C')
  const { units } = await client.call('getUnitsDetails', { plantId })
  expect(units).toContainEqual(expect.objectContaining({ cu_id: '0A1B2C', type_name: 'Logica' }))
  expect(await client.refusal('getShadow', { cuType: 'logica', cuId: '0A1B2C' })).toBeNull()
})

it('only an acquired and connected unit can be released', async () => {
  const { client, unit: unitInput } = plant
  expect(await client.refusal('deEnrollCu', unit('sicuro', '0A1B2D'))).toBe('UNIT_UNREACHABLE')
  expect((await client.call('deEnrollCu', unitInput)).command.command).toBe('deEnrol')
  await plant.obey()
  expect(await client.refusal('resetCu', unitInput)).toBe('UNIT_NOT_FOUND')
})
