import { lampDetail, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const dimmable = lampDetail.parse({ params: { opticom: 20 } })
  const someValues = lampDetail.parse({
    params: { function: 'maintained', autonomy: 1, infinity: false },
    allows: { function: ['maintained', 'nonMaintained'], autonomy: [1, 1.5] },
  })
  const uv = lampDetail.parse({ params: { opticom: 20, uvOxyOnOff: true, uvOxyTimer: 5, uvOxyFanSpeed: 1 } })
  await insertLamps(plant.server, plant.plantId, [
    { addr: 5, serial: 'B1B2C5', detail: dimmable, type: 'lighting' },
    { addr: 6, serial: 'B1B2C6', detail: dimmable, type: 'sensor' },
    { addr: 8, serial: 'B1B2C8', detail: uv, productCode: 'ST-8' },
    { addr: 9, serial: 'B1B2C9', productCode: uvLampProductCode },
    { addr: 10, serial: 'B1B2CA', detail: uv, productCode: uvLampProductCode },
    { addr: 11, serial: 'B1B2CB', detail: someValues },
    { addr: 12, serial: 'B1B2CC', detail: lampDetail.parse({ params: { function: 'switchable' } }) },
  ])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

it.each([
  { action: 'getLamp', input: { addr: 7 }, code: 'LAMP_NOT_FOUND' },
  { action: 'identifyLamp', input: { addr: 7, seconds: 12 }, code: 'LAMP_NOT_FOUND' },
  { action: 'stopIdentifyLamp', input: { addr: 129 }, code: 'INVALID_INPUT' },
  { action: 'setLampName', input: { addr: 7, lampName: 'Door' }, code: 'LAMP_NOT_FOUND' },
  { action: 'setLampName', input: { addr: 1, lampName: 'Seventeen letters' }, code: 'NAME_TOO_LONG' },
  { action: 'setParam', input: { addr: 7, params: { opticom: 50 } }, code: 'LAMP_NOT_FOUND' },
  { action: 'setParam', input: { addr: 1, params: { opticom: 50 } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setParam', input: { addr: 5, params: { opticom: 50, infinity: true } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setParam', input: { addr: 8, params: { uvOxyTimer: 5 } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setParam', input: { addr: 11, params: { function: 'switchable' } }, code: 'PARAMETER_NOT_SUPPORTED' },
  { action: 'setParam', input: { addr: 10, params: { uvOxyOnOff: true } }, code: 'UV_NOT_CONFIRMED' },
  {
    action: 'setParam',
    input: { addr: 10, params: { uvOxyOnOff: true }, uvConfirmed: false },
    code: 'INVALID_INPUT',
  },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  expect(await plant.client.refusal(action, { ...plant.unit, ...input })).toBe(code)
  expect(plant.drainEvents()).toEqual([])
})

it('lamps are listed in pages with a cursor', async () => {
  const all = await plant.client.call('getLamps', { plantId: plant.plantId })
  const readLamps = (input: object) => plant.client.call('getLamps', { plantId: plant.plantId, limit: 2, ...input })
  const answers = [await readLamps({})]
  for (let next = answers[0]?.next; next; next = answers.at(-1)?.next) answers.push(await readLamps({ after: next }))
  expect(answers.flatMap(({ lamps }) => lamps)).toEqual(all.lamps)
  expect(answers.every(({ lamps, total }) => lamps.length <= 2 && total === all.total)).toBe(true)
  expect(answers.length).toBeGreaterThan(2)
  expect(all.next).toBeNull()
})

it('a description of a missing lamp is refused', async () => {
  const { plantId, unit } = plant
  const lampDescInfo = { topic: unit.topic, addr: 7, description: 'Door', location: '' }
  expect(await plant.client.refusal('saveLampDescription', { plantId, lampDescInfo, version: 0 })).toBe(
    'LAMP_NOT_FOUND',
  )
})

it.each([
  { devicesType: 'all', ids: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12] },
  { devicesType: 'emergency', ids: [1, 2, 3, 4, 8, 9, 10, 11, 12] },
  { devicesType: 'lighting', ids: [5] },
  { devicesType: 'other', ids: [6] },
] as const)('the list of $devicesType devices is $ids', async ({ devicesType, ids }) => {
  const { lamps, total } = await plant.client.call('getLamps', { ...plant.unit, devicesType })
  expect(lamps.map(({ id }) => id)).toEqual(ids)
  expect(total).toBe(ids.length)
})

it('a description is saved with the lamp serial and broadcast', async () => {
  const { client, plantId, unit } = plant
  const lampDescInfo = { topic: unit.topic, addr: 1, description: 'Door', location: 'North' }
  const { lamp } = await client.call('saveLampDescription', { plantId, lampDescInfo, version: 0 })
  expect(plant.drainEvents()).toEqual(['saveLampDescription'])
  expect(lamp).toMatchObject({ description: 'Door', version: 1 })
  expect((await client.call('getLamp', { ...unit, addr: 1 })).lamp).toMatchObject({
    serial: 'A1B2C1',
    description: 'Door',
  })
  expect((await client.call('getLamp', { ...unit, addr: 2 })).lamp.description).toBe('')
})

it('a description is saved over the opened version, else shown in the refusal', async () => {
  const { client, plantId, unit } = plant
  const save = (description: string, version: number) => {
    const lampDescInfo = { topic: unit.topic, addr: 3, description, location: '' }
    return client.call('saveLampDescription', { plantId, lampDescInfo, version })
  }
  const [first, second] = await Promise.allSettled([save('Mine', 0), save('Yours', 0)])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const { lamp } = await client.call('getLamp', { ...unit, addr: 3 })
  const now = { description: lamp.description, location: '', notes: '', version: 1 }
  const failedSave = first.status === 'rejected' ? first : second
  expect(failedSave).toMatchObject({ reason: { code: 'CHANGED_MEANWHILE', details: { now } } })
  expect((await save('Ours', 1)).lamp.version).toBe(2)
  await expect(save('Theirs', 1)).rejects.toMatchObject({ details: { now: { description: 'Ours', version: 2 } } })
})

it('multi-line notes are saved, audited and kept when not sent', async () => {
  const { client, plantId, unit } = plant
  const save = (overrides: { notes?: string }, version: number) => {
    const lampDescInfo = { topic: unit.topic, addr: 4, description: '', location: '', ...overrides }
    return client.call('saveLampDescription', { plantId, lampDescInfo, version })
  }
  expect((await save({ notes: ' Ladder of 4 m.\r\nKey: porter. ' }, 0)).lamp.notes).toBe('Ladder of 4 m.\nKey: porter.')
  expect((await save({}, 1)).lamp.notes).toBe('Ladder of 4 m.\nKey: porter.')
  expect((await save({ notes: '' }, 2)).lamp.notes).toBe('')
  await expect(save({ notes: 'Late' }, 2)).rejects.toMatchObject({ details: { now: { notes: '', version: 3 } } })
  await expect(save({ notes: 'x'.repeat(501) }, 3)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(save({ notes: 'a\u0007b' }, 3)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const { entries } = await client.call('getAudit', { plantId, ofAction: 'saveLampDescription' })
  const ofNotes = entries
    .flatMap(({ result, changes }) => (result === 'ok' ? changes : []))
    .filter(({ field }) => field === 'notes')
  expect(ofNotes).toHaveLength(2)
  expect(ofNotes).toContainEqual({ field: 'notes', before: null, after: 'Ladder of 4 m.\nKey: porter.' })
  expect(ofNotes).toContainEqual({ field: 'notes', before: 'Ladder of 4 m.\nKey: porter.', after: null })
})

it('valid lamp commands are sent', async () => {
  const { client, unit } = plant
  const responses = [
    await client.call('identifyLamp', { ...unit, addr: 1, seconds: 12 }),
    await client.call('stopIdentifyLamp', { ...unit, addr: 1 }),
    await client.call('setLampName', { ...unit, addr: 1, lampName: 'Sixteen letters1' }),
    await client.call('setParam', { ...unit, addr: 5, params: { opticom: 50 } }),
  ]
  expect(responses.map(({ command }) => command.command)).toEqual(['identify', 'stop_blink', 'setLampName', 'setParam'])
  expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
})

it('several lamps blink in one call, all or none', async () => {
  const { client, plantId, unit } = plant
  const at = (addr: number, topic: string = unit.topic) => ({ topic, addr })
  const { commands } = await client.call('identifyLamps', { plantId, lamps: [at(5), at(1), at(6)], seconds: 12 })
  expect(commands.map(({ command }) => command)).toEqual(['identify', 'identify', 'identify'])
  expect(plant.drainBroadcastCommands()).toEqual(commands.map(({ id }) => id))
  const refusalOf = (lamps: object[], seconds = 12) => client.refusal('identifyLamps', { plantId, lamps, seconds })
  expect(await refusalOf([at(1), at(7)])).toBe('LAMP_NOT_FOUND')
  expect(await refusalOf([at(1), at(1, 'logica_FFFFFF')])).toBe('UNIT_NOT_FOUND')
  expect(await refusalOf([at(1)], 0)).toBe('INVALID_INPUT')
  expect(await refusalOf([])).toBe('INVALID_INPUT')
  expect(await refusalOf(Array.from({ length: 11 }, () => at(1)))).toBe('INVALID_INPUT')
  expect(plant.drainEvents()).toEqual([])
})

it('a missing or invalid blink duration is refused', async () => {
  const { client, unit } = plant
  for (const seconds of [0, -1, 601, 1.5, '', null, undefined])
    expect(
      await client.refusal('identifyLamp', { ...unit, addr: 1, seconds: seconds as number }),
      String(seconds),
    ).toBe('INVALID_INPUT')
})

it('the product code decides whether a lamp has UV parameters', async () => {
  const paramsOf = async (addr: number) => (await plant.client.call('getLamp', { ...plant.unit, addr })).detail?.params
  expect(await paramsOf(8)).toEqual({ opticom: 20 })
  expect(await paramsOf(10)).toEqual({ opticom: 20, uvOxyOnOff: true, uvOxyTimer: 5, uvOxyFanSpeed: 1 })
})

it('the survey shows supported parameters with their values', async () => {
  const { client, plantId, unit } = plant
  const { lamps, params } = await client.call('getLampParams', {
    plantId,
    units: [
      { topic: unit.topic, addr: [11, 12, 11] },
      { topic: unit.topic, addr: [12] },
    ],
  })
  expect(lamps).toBe(2)
  const oneLamp = { lamps: 1 }
  expect(params).toMatchObject([
    {
      name: 'function',
      taken: 2,
      lacking: 0,
      allowed: ['maintained', 'nonMaintained'],
      values: [
        { ...oneLamp, value: 'maintained' },
        { ...oneLamp, value: 'switchable' },
      ],
    },
    { name: 'autonomy', taken: 1, lacking: 1, allowed: [1, 1.5], values: [{ ...oneLamp, value: 1 }] },
    { name: 'infinity', taken: 1, lacking: 1, lackingLamps: [{ cu: unit.topic, id: 12 }] },
  ])
})

it.each([
  { units: [{ topic: 'logica_0A1B2C', addr: [5, 7] }], code: 'LAMP_NOT_FOUND' },
  { units: [{ topic: 'logica_0A1B2D', addr: [5] }], code: 'UNIT_NOT_FOUND' },
  { units: [{ topic: 'logica_0A1B2C', addr: [] }], code: 'INVALID_INPUT' },
  { units: [], code: 'INVALID_INPUT' },
  {
    units: [1, 2, 3, 4, 5].map(() => ({ topic: 'logica_0A1B2C', addr: Array.from({ length: 992 }, () => 5) })),
    code: 'INVALID_INPUT',
  },
])('the survey of $units.length units is refused with $code', async ({ units, code }) => {
  expect(await plant.client.refusal('getLampParams', { plantId: plant.plantId, units })).toBe(code)
})

it('an owner can read parameters, and a non-member finds no plant', async () => {
  const { server, plantId, unit } = plant
  const [nonMember, other] = [await server.create.user(), await server.create.plant({})]
  const input = { plantId, units: [{ topic: unit.topic, addr: [5] }] }
  expect(await server.as(nonMember).refusal('getLampParams', input)).toBe('PLANT_NOT_FOUND')
  expect(await plant.client.refusal('getLampParams', { ...input, plantId: other })).toBe('PLANT_NOT_FOUND')
})

it('notes show their last author and time, independent of the description', async () => {
  const { client: plantClient, plantId, unit, server } = plant
  const colleague = { ...(await server.create.user({ usertype: 'admin', scope: 'nto' })), name: 'Luca' }
  const save = (client: typeof plantClient, texts: object, version: number) =>
    client.call('saveLampDescription', {
      plantId,
      lampDescInfo: { topic: unit.topic, addr: 2, description: '', location: '', ...texts },
      version,
    })
  const readNotesWritten = async () => (await plantClient.call('getLamp', { ...unit, addr: 2 })).notes_written
  expect(await readNotesWritten()).toBeNull()
  await save(plantClient, { notes: 'Key: porter' }, 0)
  const at = server.clock.now().toISOString()
  expect(await readNotesWritten()).toEqual({ by: plant.installer.name, at })
  server.clock.time = new Date(server.clock.now().getTime() + 60_000)
  await save(server.as(colleague), { description: 'Door' }, 1)
  expect(await readNotesWritten()).toEqual({ by: plant.installer.name, at })
  await save(server.as(colleague), { notes: 'Key: office' }, 2)
  expect(await readNotesWritten()).toEqual({ by: colleague.name, at: server.clock.now().toISOString() })
  await save(plantClient, { notes: '' }, 3)
  expect(await readNotesWritten()).toBeNull()
})

it('the last autonomy tests are shown despite later functional ones', async () => {
  const { client, unit, plantId, server } = plant
  const add = async (kind: string, n: number, minutesAgo: number) => {
    const id = crypto.randomUUID()
    const at = new Date(server.clock.now().getTime() - (minutesAgo + n) * 60_000).toISOString()
    await server.database.pool.query(`
      insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
        select '${id}', '${plantId}', id, unit, '${kind}', 'local', 'finished', '${at}', '{12}' from central_unit limit 1;
      insert into test_result (test_id, lamp, serial, description, location, result, measured_s, at, received_at)
        values ('${id}', 12, 'B1B2CC', '', '', 'passed', 3600, '${at}', '${at}')`)
  }
  for (let n = 0; n < 30; n += 1) await add('functional', n, 0)
  for (let n = 0; n < 10; n += 1) await add('autonomy', n, 1000)
  const { results } = await client.call('getLamp', { ...unit, addr: 12 })
  expect(results.filter(({ kind }) => kind === 'autonomy')).toHaveLength(8)
  expect(results.filter(({ kind }) => kind === 'functional')).toHaveLength(12)
  expect(results.map(({ at }) => at)).toEqual(
    results
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})
