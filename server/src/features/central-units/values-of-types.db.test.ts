import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** Values of types beyond those named one by one in the specification (DALI-04). */
let server: TestServer
let client: ReturnType<TestServer['as']>
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  const installer = await server.create.user()
  client = server.as(installer)
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())

const life = 'a11fea11fea11fe0'
const send = (topic: string, channel: string, message: object) =>
  server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, boot: 1, ...message })))

describe.each([
  {
    cuType: 'dali',
    cuId: '1F2201',
    maxLamps: 256,
    serials: { taken: ['A1B2C301'], refused: ['A1B2C302', 'A1B2C3', 'A1B2'] },
  },
  {
    cuType: 'gateway',
    cuId: '0E2201',
    maxLamps: 128,
    serials: { taken: ['A1B2C301', 'A1B2C4'], refused: ['A1B2C302', 'A1B2'] },
  },
])('$cuType', ({ cuType, cuId, maxLamps, serials }) => {
  const topic = `${cuType}_${cuId}`
  const unit = () => ({ plantId, topic })

  it('has a serial of 6 hex digits, in upper case', async () => {
    for (const wrong of [cuId.slice(1), `${cuId}0`, `${cuId.slice(1)}G`])
      expect(['UNIT_SERIAL_FORMAT', 'INVALID_INPUT']).toContain(
        await client.refusal('saveCu', { plantId, cuType, cuId: wrong, description: '' }),
      )
    const { unit: saved } = await client.call('saveCu', { plantId, cuType, cuId: cuId.toLowerCase() })
    expect(saved.cu_id).toBe(cuId)
    await client.call('removeCu', unit())
    await server.create.unit(plantId, cuType, cuId)
    await send(topic, 'online', { connection: 0, online: true, at: server.clock.now().toISOString() })
  })

  it('asks for the keys SEL and OK, and is sent a command 4 times, 5 s apart', async () => {
    const { types } = await client.call('getUnitTypes', {})
    expect(types.find(({ cu_type }) => cu_type === cuType)).toMatchObject({
      enrolmentKeys: ['SEL', 'OK'],
      answerTimeoutMs: 5_000,
      retries: 3,
    })
  })

  it(`takes a configuration of 1 to ${maxLamps} lamps`, async () => {
    const configure = (num_lamp: number) => client.refusal('config', { ...unit(), num_lamp, ore_autonomia: 1 } as never)
    expect(await configure(maxLamps)).toBeNull()
    for (const count of [0, maxLamps + 1]) expect(await configure(count), `${count}`).not.toBeNull()
  })

  it('checks serials of lamps', async () => {
    const write = (serial: string) =>
      client.refusal('setLgSerialId', { ...unit(), page: 0, lampId: [{ index: 1, serial }] })
    for (const serial of serials.taken) expect(await write(serial), serial).toBeNull()
    for (const serial of serials.refused) expect(await write(serial), serial).toBe('SERIAL_LIST_INVALID')
  })
})

it('no number of lamps makes a dali unit warn', async () => {
  const addrs = Array.from({ length: 256 }, (_, at) => at + 1)
  const lamps = addrs.map((addr) => [
    addr,
    `${addr.toString(16).toUpperCase().padStart(6, '0')}00`,
    0,
    2,
    8,
    0,
    2,
    254,
    90,
    254,
    1,
    1,
    0,
    null,
    null,
  ])
  const body = { sys: [0, 0, 0, [2, 256, 256]], l: lamps }
  await send('dali_1F2201', 'state', { seq: 1, at: server.clock.now().toISOString(), body, lampList: addrs })
  const { units } = await client.call('getUnitsDetails', { plantId })
  expect(units.find(({ cu_type }) => cu_type === 'dali')).toMatchObject({
    lamps: { found: 256, emergency: 256 },
    warnings: [],
  })
})
