import { randomUUID } from 'node:crypto'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The server refuses malformed input with a code, and nobody else notices. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

beforeAll(async () => {
  product = await startProduct({
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
})
afterAll(() => product?.stop())

const describeUnit = async (description: string) => {
  const unitInput = { cuId: '0A1B01', cuType: 'logica' }
  const { version } = (await installer.call('getShadow', unitInput)).unit
  await installer.call('saveCuDescription', { plantId, topic: 'logica_0A1B01', description, version })
}

/** Directly to a node, because a balancer may not deliver a refusal in the middle of a request. */
const raw = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${product.nodeUrls[0]}/api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: installer.cookie(), ...headers },
    body,
  })

describe('a call', () => {
  it.each([
    ['broken JSON', '{"action":', 400, 'INVALID_INPUT'],
    ['an array', '[]', 400, 'INVALID_INPUT'],
    ['a bare word', '"getAllPlants"', 400, 'INVALID_INPUT'],
    ['no action', '{}', 400, 'UNKNOWN_ACTION'],
    ['an unknown action', '{"action":"dropTables"}', 400, 'UNKNOWN_ACTION'],
    ['the name of something else', '{"action":"toString"}', 400, 'UNKNOWN_ACTION'],
    ['an unknown field', '{"action":"getAllPlants","admin":true}', 400, 'INVALID_INPUT'],
    ['null for a field', '{"action":"getAllPlants","search":null}', 400, 'INVALID_INPUT'],
    [
      'an id of 10,000 characters',
      JSON.stringify({ action: 'getUnitsDetails', plantId: 'a'.repeat(10_000) }),
      400,
      'INVALID_INPUT',
    ],
    ['2 MB', JSON.stringify({ action: 'getAllPlants', search: 'a'.repeat(2_000_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    ['a plant of nobody', JSON.stringify({ action: 'getUnitsDetails', plantId: randomUUID() }), 404, 'PLANT_NOT_FOUND'],
  ])('with %s is refused with its code, and its request id is logged', async (_title, body, status, error) => {
    const answer = await raw(body)
    const bodyText = await answer.text()
    expect(answer.status).toBe(status)
    const refusal = JSON.parse(bodyText) as { error: string; requestId: string }
    expect(refusal.error).toBe(error)
    expect(bodyText).not.toMatch(/at .*\.ts|node_modules|select |insert /i)
    await pollUntil('the log line', () => product.logLines.some((line) => line.includes(refusal.requestId)))
  })

  it('is described publicly and works as described', async () => {
    const answer = await fetch(`${product.url}/api/docs/openapi.json`)
    const { paths } = (await answer.json()) as { paths: Record<string, { post?: { operationId: string } }> }
    const [path = ''] = Object.entries(paths).find(([, { post }]) => post?.operationId === 'getUserInfos') ?? []
    const headers = { 'content-type': 'application/json', cookie: installer.cookie() }
    const called = await fetch(product.url + path, { method: 'POST', headers, body: '{"action":"getUserInfos"}' })
    expect([answer.status, called.status]).toEqual([200, 200])
    expect((await fetch(`${product.url}/api/docs`)).headers.get('content-type')).toContain('text/html')
  })

  it('from a foreign site is refused despite cookies', async () => {
    const answer = await raw('{"action":"getAllPlants"}', { origin: 'https://evil.test' })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, 'FOREIGN_ORIGIN'])
  })

  it('without a valid session is refused as not signed in', async () => {
    for (const cookie of ['', 'vigilux.session_token=abc.def']) {
      const answer = await raw('{"action":"getAllPlants"}', { cookie })
      expect(answer.status).toBe(401)
    }
  })

  it('gets the same answer on both transports, with its id', async () => {
    const channel = await installer.realtime()
    channel.send({ action: 'getUnitsDetails', data: { plantId }, id: 'one' })
    channel.send({ action: 'getUnitsDetails', data: { plantId: randomUUID() }, id: 'two' })
    channel.send('rubbish')
    const reply = (id: string) => pollUntil(`reply ${id}`, () => channel.messages.find((message) => message.id === id))
    const viaHttp = await installer.call('getUnitsDetails', { plantId })
    expect((await reply('one')).data).toEqual(JSON.parse(JSON.stringify(viaHttp)))
    expect(await reply('two')).toMatchObject({ action: 'getUnitsDetails', data: { error: 'PLANT_NOT_FOUND' } })
    await pollUntil('the refusal of rubbish', () =>
      channel.received('error').some((data) => data.error === 'INVALID_INPUT'),
    )
    channel.close()
  })
})

describe('the realtime channel', () => {
  it('is closed without a session or from a foreign site', async () => {
    const closeCode = (headers: Record<string, string>) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${product.url.replace('http', 'ws')}/realtime`, { headers })
        socket.on('close', resolve)
        socket.on('error', () => undefined)
      })
    expect(await closeCode({})).toBe(4401)
    expect(await closeCode({ cookie: installer.cookie(), origin: 'https://evil.test' })).toBe(4401)
  })

  it('refuses to make the socket of another person watch', async () => {
    const other = await createApiClient(product.url).signIn('owner')
    const channel = await other.realtime()
    expect((await installer.refused('getPlantDetails', { plantId, socketId: channel.socketId })).error).toBe(
      'NOT_FOUND',
    )
    channel.close()
  })

  it('sends events of the watched plant only', async () => {
    const { plants } = await installer.call('getAllPlants', {})
    const otherPlantId = plants.find((plant) => plant.plant_id !== plantId)?.plant_id ?? ''
    const [firstChannel, secondChannel] = [await installer.realtime(), await installer.realtime()]
    await installer.call('getPlantDetails', { plantId, socketId: firstChannel.socketId })
    await installer.call('getPlantDetails', { plantId: otherPlantId, socketId: secondChannel.socketId })
    await describeUnit('Q1')
    await pollUntil('the watcher to hear', () => firstChannel.received('saveCu').length > 0)
    expect(secondChannel.received('saveCu')).toEqual([])
    // Plant lists receive the stats of all plants; a watcher of one plant receives only its stats.
    const list = await installer.realtime()
    await product.panel('logica_0A1B01', 'mains', { on: false })
    const figuresOf = (channel: typeof list) => channel.received('plantCounts').map((data) => data.plant_id)
    await pollUntil('the list to hear', () => figuresOf(list).includes(plantId))
    expect(figuresOf(secondChannel)).not.toContain(plantId)
    await installer.call('leavePlant', { socketId: secondChannel.socketId })
    await product.panel('logica_0A1B01', 'mains', { on: true })
    await pollUntil('the one that left to hear', () => figuresOf(secondChannel).includes(plantId))
    list.close()
    firstChannel.close()
    secondChannel.close()
  })

  it('leaves a plant when its member is removed', async () => {
    const staff = await createApiClient(product.url).signIn('staff')
    const channel = await staff.realtime()
    await staff.call('getPlantDetails', { plantId, socketId: channel.socketId })
    const { plant_users } = await installer.call('getPlantUsers', { plantId })
    const userId = plant_users.find((user) => user.role === 'installerStaff')?.userid ?? ''
    await installer.call('rimuoviCollab', { plantId, userId })
    await pollUntil('to be told', () => channel.received('membershipEnded').length > 0, 2000)
    expect((await staff.refused('getUnitsDetails', { plantId })).error).toBe('PLANT_NOT_FOUND')
    const before = channel.messages.filter((message) => message.action !== 'heartbeat').length
    await describeUnit('Q2')
    await installer.call('getUnitsDetails', { plantId })
    expect(channel.messages.filter((message) => message.action !== 'heartbeat').length).toBe(before)
    channel.close()
  })

  it('ends with the session: signing out in one tab closes the other', async () => {
    const person = await createApiClient(product.url).signIn('delegate')
    const channel = await person.realtime()
    await person.auth('sign-out', {})
    await pollUntil('the channel to be closed', () => channel.closeCode() === 4401, 2000)
  })

  it('ends in other browsers after a new password and continues in the new session', async () => {
    const [firstClient, secondClient] = [createApiClient(product.url), createApiClient(product.url)]
    for (const browser of [firstClient, secondClient]) await browser.signIn('basic')
    const channel = await secondClient.realtime()
    const password = 'New-1234!'
    await firstClient.auth('change-password', { current: 'Demo-1234!', password, confirmation: password })
    await pollUntil('the other browser to be closed', () => channel.closeCode() === 4401, 2000)
    expect(await secondClient.refused('getUserInfos', {})).toMatchObject({ error: 'NOT_SIGNED_IN', status: 401 })
    expect((await firstClient.call('getUserInfos', {})).user.email).toBe('basic@demo.vigilux.test')
    await firstClient.auth('change-password', { current: password, password: 'Demo-1234!', confirmation: 'Demo-1234!' })
  })
})

describe('a unit', () => {
  const connectAs = (unit: string, password: string) =>
    new Promise<mqtt.MqttClient | Error>((resolve) => {
      const client = mqtt.connect(product.unitMqttUrl, {
        clientId: unit,
        username: unit,
        password,
        reconnectPeriod: 0,
        connectTimeout: 5000,
      })
      client.once('connect', () => resolve(client))
      client.once('error', resolve)
      client.once('close', () => resolve(new Error('closed')))
    })

  it('with credentials of another unit is refused, logged and counted', async () => {
    const countRefusedLogins = () => product.counted(/broker_events_total\{kind="refusedLogins"\} (\d+)/)
    const before = await countRefusedLogins()
    expect(await connectAs('logica_0A1B01', unitPassword(testFactoryKey, 'logica_0A1B02'))).toBeInstanceOf(Error)
    await pollUntil('the count', async () => (await countRefusedLogins()) > before)
    // Mosquitto refuses before it knows the client id.
    expect(product.logLines.some((line) => /"level":"warn".*(logica_0A1B01|refused logins)/.test(line))).toBe(true)
  })

  it('that sends garbage is counted and dropped, and other units stay unchanged', async () => {
    const unit = 'logica_0A1B01'
    await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 4)
    const dropped = () => product.counted(/messages_dropped_total\{[^}]*\} (\d+)/)
    const before = await dropped()
    const client = await connectAs(unit, unitPassword(testFactoryKey, unit))
    if (client instanceof Error) throw client
    const malformedPayloads = [
      '',
      'null',
      '{',
      '{"boot":-1}',
      '{"boot":1,"seq":1,"at":"now","body":{}}',
      Buffer.from([0xff, 0xfe, 0x00]),
    ]
    for (const payload of malformedPayloads) await client.publishAsync(`v1/${unit}/up/state`, payload, { qos: 1 })
    await pollUntil('the drops to be counted', async () => (await dropped()) >= before + malformedPayloads.length - 1)
    await client.endAsync(true)
    expect((await installer.call('getLamps', { plantId })).total).toBe(4)
    expect((await (await installer.get('/readyz')).json()) as object).toMatchObject({ ready: true })
  })
})

describe('an address', () => {
  it('comes from our own proxy, not from a header of the caller', async () => {
    const answer = await fetch(`${product.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.66, 203.0.113.7' },
      body: JSON.stringify({ email: 'readonly@demo.vigilux.test', password: 'Demo-1234!' }),
    })
    expect(answer.status).toBe(200)
    const { rows } = await product
      .product()
      .database.pool.query<{ ip_address: string }>("select ip_address from session where ip_address like '203.0.113.%'")
    expect(rows).toEqual([{ ip_address: '203.0.113.7' }])
  })
})

describe('secrets', () => {
  it('never appear in the log, neither passwords nor sessions nor codes', async () => {
    const person = createApiClient(product.url)
    await person.signIn('basic')
    const wrongPassword = `Wrong-${randomUUID()}`
    await expect(person.signIn('basic', wrongPassword)).rejects.toThrow('WRONG_EMAIL_OR_PASSWORD')
    const token = decodeURIComponent(person.cookie().split('=')[1] ?? '').split('.')[0] ?? ''
    expect(token.length).toBeGreaterThan(10)
    const log = product.logLines.join('')
    for (const secret of [wrongPassword, 'Demo-1234!', token]) expect(log).not.toContain(secret)
  })

  it('throttle repeated wrong sign-ins, also with the right password, and no other account', async () => {
    const person = createApiClient(product.url)
    let last = ''
    for (let attempt = 0; attempt < 8; attempt++)
      last = await person.signIn('ba', 'Wrong-1234!').then(
        () => 'ok',
        (error: Error) => error.message,
      )
    expect(last).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    await expect(person.signIn('ba')).rejects.toThrow('TOO_MANY_LOGIN_ATTEMPTS')
    await createApiClient(product.url).signIn('nto')
  })
})
