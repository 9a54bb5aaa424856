import { execFile } from 'node:child_process'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { downTopic, upTopic } from '@vigilux/device-plane/topics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoName } from '../../server/src/demo/demo-accounts.ts'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type ApiClient, createApiClient, pollUntil, type RefusedError } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Units with a wrong clock, wrong answers or a foreign make, and people who use the same unit at once. */
let product: RunningProduct
let installer: ApiClient
let staff: ApiClient
let channel: Awaited<ReturnType<ApiClient['realtime']>>
let plantId: string

const yearsS = 80_000_000
/** A unit with nothing but credentials: Mosquitto's own programs speak for it. */
const foreignTopic = 'logica_0F0E1D'

const at = (serial: string, overrides: object = {}) => ({
  type: 'logica',
  serial,
  lamps: 4,
  enrolled: true,
  plant: 'hospital' as const,
  ...overrides,
})

beforeAll(async () => {
  product = await startProduct({
    units: [
      at('0A1B01'),
      at('0A1B02', { fault: { name: 'wrong-id' } }),
      at('0A1B03', { fault: { name: 'answers-twice' } }),
      at('0A1B04', { fault: { name: 'answers-after-end' } }),
      at('0A1B05', { clockOffsetS: -1200, keepaliveS: 3 }),
      { type: 'logica', serial: '0A1B0C', lamps: 4, clockOffsetS: yearsS },
    ],
    credentialsFor: [foreignTopic],
  })
  installer = await createApiClient(product.url).signIn('installer')
  staff = await createApiClient(product.url).signIn('staff')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 5 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
  channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
})
afterAll(() => product?.stop())

const commandStates = (id: string): PendingCommand[] =>
  channel
    .received('response')
    .map(({ command }) => command as PendingCommand)
    .filter((command) => command.id === id)
const ended = (id: string) =>
  pollUntil('the end of the command', () => commandStates(id).find(({ pending }) => !pending))
const identify = async (topic: string, caller = installer) =>
  (await caller.call('identifyLamp', { plantId, topic, addr: 1, seconds: 2 })).command
const refusalOf = (call: Promise<unknown>): Promise<RefusedError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: RefusedError) => error,
  )

describe('an answer', () => {
  it.concurrent('to another command than the sent one is ignored', async () => {
    const { id } = await identify('logica_0A1B02')
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'communication_error' })
  })

  it.concurrent('that arrives twice ends its command once', async () => {
    const { id } = await identify('logica_0A1B03')
    await ended(id)
    await identify('logica_0A1B03').then((next) => ended(next.id))
    expect(commandStates(id).filter(({ pending }) => !pending)).toHaveLength(1)
  })

  it.concurrent('that arrives after the end is logged and changes nothing', async () => {
    const { id } = await identify('logica_0A1B04')
    const end = await ended(id)
    expect(end).toMatchObject({ state: 'failed', error: 'communication_error' })
    await pollUntil('the late answer in the log', () =>
      product.logLines.some((line) => line.includes(id) && line.includes('late answer ignored')),
    )
    expect(commandStates(id).at(-1)).toEqual(end)
  })
})

describe('a clock', () => {
  it('twenty minutes behind is corrected by the platform, and commands work again', async () => {
    const panel = () => product.panelState('logica_0A1B05')
    // The first keepalive is the birth; the platform trusts the clock after two with the same drift.
    await product.panel('logica_0A1B05', 'clock', { offsetS: -1200 })
    await pollUntil('the clock', async () => Math.abs(Number((await panel()).clockOffsetS)) < 3)
    const { id } = await identify('logica_0A1B05')
    expect(await ended(id)).toMatchObject({ state: 'done' })
  })

  it('years off does not prevent enrolment', async () => {
    const unit = { plantId, cuType: 'logica', cuId: '0A1B0C' }
    const unitInput = { plantId, topic: 'logica_0A1B0C' }
    await installer.call('saveCu', unit)
    await installer.call('enrollCu', unitInput)
    await pollUntil(
      'the request on the display',
      async () => (await product.panelState('logica_0A1B0C')).enrolment === 'waiting',
    )
    await product.panel('logica_0A1B0C', 'press', { keys: ['SEL', 'OK'] })
    await pollUntil(
      'the enrolment',
      async () => (await installer.call('enrollCuAck', unitInput)).enrolment.outcome === 'ok',
    )
  })
})

describe('an impossible command', () => {
  it('is refused before sending because of type, command or plant', async () => {
    const unknownType = installer.call('saveCu', { plantId, cuType: 'nosuch', cuId: '0A1B99' })
    expect(await refusalOf(unknownType)).toMatchObject({ error: 'UNIT_TYPE_UNKNOWN', status: 400 })
    const wrongType = installer.call('getShadow', { cuType: 'logicafm', cuId: '0A1B0' })
    expect(await refusalOf(wrongType)).toMatchObject({ error: 'UNIT_NOT_FOUND', status: 404 })
    const noGateway = installer.call('gatewayCommand', { plantId, topic: 'logica_0A1B01', command: 'scan' })
    expect(await refusalOf(noGateway)).toMatchObject({ error: 'COMMAND_UNKNOWN', status: 400 })
    const otherAction = installer.call('sicuroCommand', { plantId, topic: 'logica_0A1B01', command: 'refresh' })
    expect(await refusalOf(otherAction)).toMatchObject({ error: 'COMMAND_UNKNOWN' })
    const tooManyLamps = installer.call('config', { plantId, topic: 'logica_0A1B01', num_lamp: 129, ore_autonomia: 1 })
    expect(await refusalOf(tooManyLamps)).toMatchObject({ error: 'LAMP_COUNT_INVALID', details: { maxLamps: 128 } })
    const pastDateCall = installer.call('setDateTimeFunzionale', {
      plantId,
      topic: 'logica_0A1B01',
      set: '2020-01-01T00:00:00Z',
    })
    expect(await refusalOf(pastDateCall)).toMatchObject({ error: 'TEST_DATE_PAST' })
    const longNameCall = installer.call('setCuName', { plantId, topic: 'logica_0A1B01', cuName: 'a name of 17 char' })
    expect(await refusalOf(longNameCall)).toMatchObject({ error: 'NAME_TOO_LONG', details: { longest: 16, given: 17 } })
    const emoji = installer.call('setCuName', { plantId, topic: 'logica_0A1B01', cuName: 'Door 🚪' })
    expect(await refusalOf(emoji)).toMatchObject({ error: 'INVALID_INPUT' })
  })
})

describe('two people and one unit', () => {
  it('are both answered in order, each for their own command', async () => {
    const ownCommand = await identify('logica_0A1B01')
    const staffCommand = await identify('logica_0A1B01', staff)
    expect(await ended(ownCommand.id)).toMatchObject({ state: 'done', requestedBy: demoName('installer') })
    expect(await ended(staffCommand.id)).toMatchObject({ state: 'done', requestedBy: demoName('staff') })
  })

  it('share one query for the search progress, and the next is sent 6 s later', async () => {
    const unit = { plantId, topic: 'logica_0A1B01' }
    const first = (await installer.call('getStatoConfig', unit)).command
    const second = (await installer.call('getStatoConfig', unit)).command
    const third = (await staff.call('getStatoConfig', unit)).command
    expect(third.id).toBe(second.id)
    expect(await ended(first.id)).toMatchObject({ state: 'done' })
    const sentAt = Date.parse(commandStates(second.id).at(-1)?.deadlineAt ?? '')
    expect(sentAt - Date.parse(first.requestedAt)).toBeGreaterThanOrEqual(6000)
    expect(await ended(second.id)).toMatchObject({ state: 'done', attempt: 1 })
  })
})

describe('a unit that uses the command-line programs of Mosquitto', () => {
  const url = () => new URL(product.unitMqttUrl)
  const login = (password = unitPassword(testFactoryKey, foreignTopic)) => [
    '-h',
    url().hostname,
    '-p',
    url().port,
    '-i',
    foreignTopic,
    '-u',
    foreignTopic,
    '-P',
    password,
    '-q',
    '1',
  ]
  type Ran = { status: number; stdout: string; stderr: string }
  const run = (program: string, args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      execFile(program, args, { timeout: 20_000 }, (error, stdout, stderr) =>
        resolve({ status: error ? 1 : 0, stdout: stdout.trim(), stderr }),
      )
    })
  const publish = async (
    channelName: 'online' | 'shadow' | 'state' | 'response',
    message: unknown,
    extraArguments: string[] = [],
  ) => {
    const answer = await run('mosquitto_pub', [
      ...login(),
      ...extraArguments,
      '-t',
      upTopic(foreignTopic, channelName),
      '-m',
      JSON.stringify(message),
    ])
    expect(answer).toMatchObject({ status: 0 })
  }
  /** Subscribes with a persistent session: commands wait while another program speaks for the unit. */
  const nextCommand = async (): Promise<{ id: string; name: string; body: unknown }> => {
    const { stdout, status, stderr } = await run('mosquitto_sub', [
      ...login(),
      '-c',
      '-C',
      '1',
      '-W',
      '15',
      '-t',
      downTopic(foreignTopic, 'command'),
    ])
    if (status !== 0) throw new Error(`no command came: ${stderr}`)
    return JSON.parse(stdout)
  }

  it('is refused with a wrong password', async () => {
    const { status, stderr } = await run('mosquitto_pub', [
      ...login('wrong'),
      '-t',
      upTopic(foreignTopic, 'online'),
      '-m',
      '{}',
    ])
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/not authori[sz]ed|refused/i)
  })

  it('signs in, is enrolled, answers commands and gets stored records acknowledged', async () => {
    const unit = { plantId, cuType: 'logica', cuId: '0F0E1D' }
    const unitInput = { plantId, topic: 'logica_0F0E1D' }
    const now = () => new Date().toISOString()
    const life = '0f0e1d0f0e1d0f0e'
    // Creates the session in which commands wait.
    await run('mosquitto_sub', [...login(), '-c', '-E', '-t', downTopic(foreignTopic, 'command')])
    await installer.call('saveCu', unit)
    await installer.call('enrollCu', unitInput)
    const enrol = await nextCommand()
    expect(enrol.name).toBe('enrol')
    await publish('online', { life, boot: 1, connection: 0, online: true, at: now() }, ['-r'])
    await publish('response', { life, id: enrol.id, state: 'done' })
    await pollUntil(
      'the enrolment',
      async () => (await installer.call('enrollCuAck', unitInput)).enrolment.outcome === 'ok',
    )
    const refresh = await nextCommand()
    expect(refresh.name).toBe('refresh')
    await publish('response', { life, id: refresh.id, state: 'done' })

    await publish('shadow', {
      life,
      boot: 1,
      seq: 0,
      at: now(),
      body: { v: ['9.9', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] },
    })
    await publish('state', {
      life,
      boot: 1,
      seq: 0,
      at: now(),
      body: { l: [[1, '0A1B2C', 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null]] },
    })
    await pollUntil('its lamp', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId })
      const listedUnit = units.find(({ cu_id }) => cu_id === unit.cuId)
      return listedUnit?.versions.interface === '9.9' && listedUnit.lamps.present === 1
    })

    const { id } = await identify(foreignTopic)
    const command = await nextCommand()
    expect(command).toMatchObject({ id, name: 'identify', body: { a: 1, s: 2 } })
    await publish('response', { life, id, state: 'done' })
    expect(await ended(id)).toMatchObject({ state: 'done' })

    const record = { life, boot: 1, seq: 7, at: now(), kind: 'mains', body: { on: 0 } }
    const topics = ['-t', upTopic(foreignTopic, 'record'), '-e', downTopic(foreignTopic, 'ack')]
    const { stdout } = await run('mosquitto_rr', [
      ...login(),
      '-V',
      'mqttv311',
      ...topics,
      '-W',
      '15',
      '-m',
      JSON.stringify(record),
    ])
    expect(JSON.parse(stdout)).toEqual({ life, records: [[1, 7]] })
  })
})
