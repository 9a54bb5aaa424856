import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { downTopic, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** One unit sends hostile messages, beside others without an effect on them. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
let hostileClient: Speaker
let unknownUnit: Speaker
let babblingUnit: Speaker
let mixingUnit: Speaker

const validUnit = 'logica_0A1B01'
const deepUnit = 'logica_0A1B02'
const hostileUnit = 'logica_0BAD01'
const unownedUnit = 'logica_0BAD02'
const malformedUnit = 'logica_0BAD03'
const mixedUnit = 'logica_0BAD04'

const life = '0bad00000bad0000'
/** A unit with nothing but credentials: it answers every command as scripted. */
const connectSpeaker = async (unit: string) => {
  const client: MqttClient = await mqtt.connectAsync(product.unitMqttUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(testFactoryKey, unit),
    reconnectPeriod: 500,
    // A starting server refuses all connections for a moment.
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined)
  const acknowledged: number[] = []
  const publish = (channel: Parameters<typeof upTopic>[1], payload: string) =>
    client.publishAsync(upTopic(unit, channel), payload, { qos: 1 })
  client.on('message', (topic, payload) => {
    const content = JSON.parse(String(payload)) as { id: string; records: [number, number][] }
    if (topic === downTopic(unit, 'ack')) acknowledged.push(...content.records.map(([, seq]) => seq))
    else void publish('response', JSON.stringify({ life, id: content.id, state: 'done' }))
  })
  await client.subscribeAsync(`v1/${unit}/down/+`, { qos: 1 })
  const sendBirth = (at: string) =>
    publish('online', JSON.stringify({ life, boot: 1, connection: 0, online: true, at }))
  const record = (seq: number, kind = 'mains') =>
    publish('record', JSON.stringify({ life, boot: 1, seq, at: new Date().toISOString(), kind, body: { on: 0 } }))
  return { publish, sendBirth, record, acknowledged, end: () => client.endAsync(true) }
}
type Speaker = Awaited<ReturnType<typeof connectSpeaker>>

/** A unit of the plant with messages only on request of the test. */
const openEnrolled = async (topic: string) => {
  const speaker = await connectSpeaker(topic)
  await speaker.sendBirth(new Date().toISOString())
  await installer.call('saveCu', { plantId, cuType: 'logica', cuId: topic.slice(-6) })
  await installer.call('enrollCu', { plantId, topic })
  await pollUntil('the enrolment', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId, topic })
    return enrolment.outcome === 'ok'
  })
  return speaker
}

beforeAll(async () => {
  const at = (serial: string, overrides: object = {}) => ({
    type: 'logica',
    serial,
    lamps: 4,
    enrolled: true,
    plant: 'hospital' as const,
    ...overrides,
  })
  product = await startProduct({
    units: [at('0A1B01'), at('0A1B02', { fault: { name: 'answers-deep', levels: 100_000 } })],
    credentialsFor: [hostileUnit, unownedUnit, malformedUnit, mixedUnit],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 2 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
  unknownUnit = await connectSpeaker(unownedUnit)
  hostileClient = await openEnrolled(hostileUnit)
  babblingUnit = await openEnrolled(malformedUnit)
  mixingUnit = await openEnrolled(mixedUnit)
})
afterAll(async () => {
  await hostileClient?.end()
  await unknownUnit?.end()
  await babblingUnit?.end()
  await mixingUnit?.end()
  await product?.stop()
})

const readUnit = async (unit: string) => {
  const { units } = await installer.call('getUnitsDetails', { plantId })
  const listedUnit = units.find(({ cu_id }) => unit.endsWith(cu_id))
  if (!listedUnit) throw new Error(`${unit} is not in the plant`)
  return listedUnit
}
const identify = async (topic: string) =>
  (await installer.call('identifyLamp', { plantId, topic, addr: 1, seconds: 2 })).command
/** A good unit executes a command. */
const expectWorking = async (unit: string) => {
  const { id } = await identify(unit)
  await pollUntil(`a command to ${unit}`, async () => {
    const { commands } = await installer.call('getCommands', { plantId })
    return commands.find((one) => one.id === id)?.state === 'done'
  })
  expect((await readUnit(unit)).findings).toEqual([])
}

const run = promisify(execFile)
/** The output of the operator's command about a unit. */
const readLetters = async (unit: string) => {
  const { databaseUrl, dataDir } = product.config
  const { stdout } = await run(
    process.execPath,
    [fileURLToPath(new URL('../../server/src/bin/dead-letters.ts', import.meta.url)), '--json', '--unit', unit],
    { env: { ...process.env, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) } },
  )
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { reason: string; channel: string; tries: number })
}

describe('an answer of a hundred thousand levels', () => {
  it('is set aside, and the server and other units keep working after a restart', async () => {
    await identify(deepUnit)
    const letter = await pollUntil('the dead letter', async () => {
      const found = await readLetters(deepUnit)
      return found.length > 0 && found
    })
    expect(letter[0]).toMatchObject({ channel: 'response', reason: 'depth' })
    expect(await product.counted(/vigilux_device_messages_dropped_total\{reason="depth"\} (\d+)/)).toBeGreaterThan(0)
    await expectWorking(validUnit)
    await product.restart()
    await pollUntil('the good unit after the restart', async () => (await readUnit(validUnit)).cu_connected)
    await expectWorking(validUnit)
  })
})

describe('an unprocessable message', () => {
  it('that the database cannot store becomes a counted dead letter after three tries', async () => {
    const body = { v: ['1\0', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] }
    await hostileClient.publish('shadow', JSON.stringify({ life, boot: 1, seq: 1, at: new Date().toISOString(), body }))
    await hostileClient.record(1)
    const [letter] = await pollUntil('the dead letter', async () => {
      const found = await readLetters(hostileUnit)
      return found.length > 0 && found
    })
    expect(letter).toMatchObject({ channel: 'shadow', reason: 'unstorable', tries: 3 })
    const countLetters = () => product.counted(/vigilux_dead_letters_total\{reason="unstorable"\} (\d+)/)
    await pollUntil('the count', async () => (await countLetters()) === 1)
    await pollUntil('the acknowledgement of the next record', () => hostileClient.acknowledged.includes(1))
    await expectWorking(validUnit)
  })

  it('that is an unreadable record is acknowledged once it is saved', async () => {
    await hostileClient.record(2, 'unheard.of')
    await pollUntil('its acknowledgement', () => hostileClient.acknowledged.includes(2))
    expect((await readLetters(hostileUnit)).map(({ reason }) => reason)).toContain('body')
  })
})

describe('bad messages among 600 good records of one unit', () => {
  const sendSeries = async (first: number, sendSeq: (seq: number) => Promise<unknown>) => {
    const seqs = Array.from({ length: 612 }, (_, n) => first + n)
    const isBad = (seq: number) => seq % 51 === 7
    await Promise.all(seqs.map((seq) => (isBad(seq) ? sendSeq(seq) : mixingUnit.record(seq))))
    const unacknowledged = (ofThese: number[]) => ofThese.filter((seq) => !mixingUnit.acknowledged.includes(seq))
    return { badSeqs: seqs.filter(isBad), goodSeqs: seqs.filter((seq) => !isBad(seq)), unacknowledged }
  }
  const within5s = { timeout: 5_000 }

  it('that are unreadable are set aside, and good ones are acknowledged within 5 s', async () => {
    const { badSeqs, goodSeqs, unacknowledged } = await sendSeries(0, (seq) => mixingUnit.record(seq, 'unheard.of'))
    await vi.waitFor(() => expect(unacknowledged(goodSeqs)).toEqual([]), within5s)
    await vi.waitFor(() => expect(unacknowledged(badSeqs)).toEqual([]), within5s)
    expect((await readLetters(mixedUnit)).filter(({ reason }) => reason === 'body')).toHaveLength(12)
    await expectWorking(validUnit)
  })

  it('that cannot be stored are set aside, and good ones are acknowledged within 5 s', async () => {
    const body = { v: ['1\0', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] }
    const shadow = (seq: number) =>
      mixingUnit.publish('shadow', JSON.stringify({ life, boot: 1, seq, at: new Date().toISOString(), body }))
    const { goodSeqs, unacknowledged } = await sendSeries(1_000, shadow)
    await vi.waitFor(() => expect(unacknowledged(goodSeqs)).toEqual([]), within5s)
    await pollUntil(
      'the letters',
      async () => (await readLetters(mixedUnit)).filter(({ tries }) => tries === 3).length === 12,
    )
    await expectWorking(validUnit)
  })
})

describe('clocks', () => {
  it('of a unit that is not enrolled do not affect other units', async () => {
    for (let n = 0; n < 20; n += 1) await unknownUnit.sendBirth('9999-12-31T23:59:59Z')
    await expectWorking(validUnit)
    const { units } = await installer.call('getUnitsDetails', { plantId })
    for (const unit of units.filter(({ cu_id }) => cu_id !== '0BAD01'))
      expect([unit.cu_connected, unit.findings.includes('clock_wrong')]).toEqual([true, false])
  })

  it.each(['1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'at %s leave only this unit marked and still connected',
    async (at) => {
      await hostileClient.sendBirth(new Date().toISOString())
      await pollUntil(
        'the clock that is right',
        async () => !(await readUnit(hostileUnit)).findings.includes('clock_wrong'),
      )
      await hostileClient.sendBirth(at)
      const markedUnit = await pollUntil('the mark', async () => {
        const found = await readUnit(hostileUnit)
        return found.findings.includes('clock_wrong') && found
      })
      expect(markedUnit.cu_connected).toBe(true)
      expect((await readUnit(validUnit)).findings).toEqual([])
    },
  )
})

describe('a unit that sends garbage repeatedly', () => {
  it('is the only one marked with a protocol fault, live for every watcher', async () => {
    const channel = await installer.realtime()
    await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
    // No commands meanwhile: the unit's answers to a starting server would count as well.
    for (const payload of ['{"state":"maybe"', '{"boot":-1,"body":[[[]]]}', '\u0000\u0001rubbish', '', '[]'])
      await babblingUnit.publish('state', payload)
    const isReported = () =>
      channel.received('shadow').some(({ unit }) => {
        const { cu_id, findings } = unit as { cu_id: string; findings: string[] }
        return malformedUnit.endsWith(cu_id) && findings.includes('protocol_fault')
      })
    await pollUntil('the mark', isReported)
    expect((await readUnit(malformedUnit)).findings).toContain('protocol_fault')
    await pollUntil('the attention of the plant', async () => {
      const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
      return plants[0]?.attention.some(({ code, cu }) => code === 'unit.protocol_fault' && cu === malformedUnit)
    })
    await product.restart()
    await pollUntil('the unit after the restart', async () =>
      (await readUnit(malformedUnit)).findings.includes('protocol_fault'),
    )
    await expectWorking(validUnit)
  })
})
