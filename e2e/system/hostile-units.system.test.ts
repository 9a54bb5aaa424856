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

/** One unit that sends what no server should have to bear, beside others that must not notice. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
let hostile: Speaker
let stranger: Speaker
let babbling: Speaker
let mixing: Speaker

const good = 'logica_0A1B01'
const deep = 'logica_0A1B02'
const hostileUnit = 'logica_0BAD01'
const nobodys = 'logica_0BAD02'
const rubbish = 'logica_0BAD03'
const mixed = 'logica_0BAD04'

const life = '0bad00000bad0000'
/** A unit that only its credentials make one: it answers every command that it receives, as it is told to. */
const speak = async (unit: string) => {
  const client: MqttClient = await mqtt.connectAsync(product.unitMqttUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(testFactoryKey, unit),
    reconnectPeriod: 500,
    // A server that is starting refuses everybody for a moment.
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined)
  const acknowledged: number[] = []
  const say = (channel: Parameters<typeof upTopic>[1], payload: string) =>
    client.publishAsync(upTopic(unit, channel), payload, { qos: 1 })
  client.on('message', (topic, payload) => {
    const content = JSON.parse(String(payload)) as { id: string; records: [number, number][] }
    if (topic === downTopic(unit, 'ack')) acknowledged.push(...content.records.map(([, seq]) => seq))
    else void say('response', JSON.stringify({ life, id: content.id, state: 'done' }))
  })
  await client.subscribeAsync(`v1/${unit}/down/+`, { qos: 1 })
  const born = (at: string) => say('online', JSON.stringify({ life, boot: 1, connection: 0, online: true, at }))
  const record = (seq: number, kind = 'mains') =>
    say('record', JSON.stringify({ life, boot: 1, seq, at: new Date().toISOString(), kind, body: { on: 0 } }))
  return { say, born, record, acknowledged, end: () => client.endAsync(true) }
}
type Speaker = Awaited<ReturnType<typeof speak>>

/** A unit of the plant that speaks only as it is told to. */
const enrolled = async (topic: string) => {
  const speaker = await speak(topic)
  await speaker.born(new Date().toISOString())
  await installer.call('saveCu', { plantId, cuType: 'logica', cuId: topic.slice(-6) })
  await installer.call('enrollCu', { plantId, topic })
  await pollUntil('the enrolment', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId, topic })
    return enrolment.outcome === 'ok'
  })
  return speaker
}

beforeAll(async () => {
  const at = (serial: string, more: object = {}) => ({
    type: 'logica',
    serial,
    lamps: 4,
    enrolled: true,
    plant: 'hospital' as const,
    ...more,
  })
  product = await startProduct({
    units: [at('0A1B01'), at('0A1B02', { fault: { name: 'answers-deep', levels: 100_000 } })],
    credentialsFor: [hostileUnit, nobodys, rubbish, mixed],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 2 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
  stranger = await speak(nobodys)
  hostile = await enrolled(hostileUnit)
  babbling = await enrolled(rubbish)
  mixing = await enrolled(mixed)
})
afterAll(async () => {
  await hostile?.end()
  await stranger?.end()
  await babbling?.end()
  await mixing?.end()
  await product?.stop()
})

const shown = async (unit: string) => {
  const { units } = await installer.call('getUnitsDetails', { plantId })
  const one = units.find(({ cu_id }) => unit.endsWith(cu_id))
  if (!one) throw new Error(`${unit} is not in the plant`)
  return one
}
const identify = async (topic: string) =>
  (await installer.call('identifyLamp', { plantId, topic, addr: 1, seconds: 2 })).command
/** A good unit is asked for something and does it. */
const worksAsEver = async (unit: string) => {
  const { id } = await identify(unit)
  await pollUntil(`a command to ${unit}`, async () => {
    const { commands } = await installer.call('getCommands', { plantId })
    return commands.find((one) => one.id === id)?.state === 'done'
  })
  expect((await shown(unit)).findings).toEqual([])
}

const run = promisify(execFile)
/** What the operator's command prints of a unit. */
const letters = async (unit: string) => {
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
  it('is set aside; the server lives, after a restart too, and other units are as ever', async () => {
    await identify(deep)
    const kept = await pollUntil('the dead letter', async () => {
      const found = await letters(deep)
      return found.length > 0 && found
    })
    expect(kept[0]).toMatchObject({ channel: 'response', reason: 'depth' })
    expect(await product.counted(/vigilux_device_messages_dropped_total\{reason="depth"\} (\d+)/)).toBeGreaterThan(0)
    await worksAsEver(good)
    await product.restart()
    await pollUntil('the good unit after the restart', async () => (await shown(good)).cu_connected)
    await worksAsEver(good)
  })
})

describe('a message of a declared shape that no database keeps', () => {
  it('becomes a dead letter after three tries, counted, while what the unit sends next is stored', async () => {
    const body = { v: ['1\0', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] }
    await hostile.say('shadow', JSON.stringify({ life, boot: 1, seq: 1, at: new Date().toISOString(), body }))
    await hostile.record(1)
    const [letter] = await pollUntil('the dead letter', async () => {
      const found = await letters(hostileUnit)
      return found.length > 0 && found
    })
    expect(letter).toMatchObject({ channel: 'shadow', reason: 'unstorable', tries: 3 })
    const counted = () => product.counted(/vigilux_dead_letters_total\{reason="unstorable"\} (\d+)/)
    await pollUntil('the count', async () => (await counted()) === 1)
    await pollUntil('the acknowledgement of the next record', () => hostile.acknowledged.includes(1))
    await worksAsEver(good)
  })

  it('a record that cannot be read is acknowledged once it is kept', async () => {
    await hostile.record(2, 'unheard.of')
    await pollUntil('its acknowledgement', () => hostile.acknowledged.includes(2))
    expect((await letters(hostileUnit)).map(({ reason }) => reason)).toContain('body')
  })
})

describe('what is bad among 600 good records of the same unit', () => {
  const sendMixed = async (first: number, sendBad: (seq: number) => Promise<unknown>) => {
    const seqs = Array.from({ length: 612 }, (_, n) => first + n)
    const isBad = (seq: number) => seq % 51 === 7
    await Promise.all(seqs.map((seq) => (isBad(seq) ? sendBad(seq) : mixing.record(seq))))
    const left = (ofThese: number[]) => ofThese.filter((seq) => !mixing.acknowledged.includes(seq))
    return { bad: seqs.filter(isBad), goodOnes: seqs.filter((seq) => !isBad(seq)), left }
  }
  const within5s = { timeout: 5_000 }

  it('is set aside where it cannot be read, and the good ones are acknowledged within 5 s', async () => {
    const { bad, goodOnes, left } = await sendMixed(0, (seq) => mixing.record(seq, 'unheard.of'))
    await vi.waitFor(() => expect(left(goodOnes)).toEqual([]), within5s)
    await vi.waitFor(() => expect(left(bad)).toEqual([]), within5s)
    expect((await letters(mixed)).filter(({ reason }) => reason === 'body')).toHaveLength(12)
    await worksAsEver(good)
  })

  it('is set aside where no database keeps it, and the good ones are acknowledged within 5 s', async () => {
    const body = { v: ['1\0', null, null, null], c: [null, null], tz: 60, cfg: 1, net: [2, 1, 1] }
    const shadow = (seq: number) =>
      mixing.say('shadow', JSON.stringify({ life, boot: 1, seq, at: new Date().toISOString(), body }))
    const { goodOnes, left } = await sendMixed(1_000, shadow)
    await vi.waitFor(() => expect(left(goodOnes)).toEqual([]), within5s)
    await pollUntil('the letters', async () => (await letters(mixed)).filter(({ tries }) => tries === 3).length === 12)
    await worksAsEver(good)
  })
})

describe('clocks', () => {
  it('of a unit that nobody enrolled change nothing about any other', async () => {
    for (let n = 0; n < 20; n += 1) await stranger.born('9999-12-31T23:59:59Z')
    await worksAsEver(good)
    const { units } = await installer.call('getUnitsDetails', { plantId })
    for (const one of units.filter(({ cu_id }) => cu_id !== '0BAD01'))
      expect([one.cu_connected, one.findings.includes('clock_wrong')]).toEqual([true, false])
  })

  it.each(['1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'at %s leave a unit connected and marked, and no other',
    async (at) => {
      await hostile.born(new Date().toISOString())
      await pollUntil(
        'the clock that is right',
        async () => !(await shown(hostileUnit)).findings.includes('clock_wrong'),
      )
      await hostile.born(at)
      const one = await pollUntil('the mark', async () => {
        const found = await shown(hostileUnit)
        return found.findings.includes('clock_wrong') && found
      })
      expect(one.cu_connected).toBe(true)
      expect((await shown(good)).findings).toEqual([])
    },
  )
})

describe('a unit that sends rubbish again and again', () => {
  it('is marked with a protocol fault on its page and in its plant, before every watcher, and no other is', async () => {
    const channel = await installer.realtime()
    await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
    // Nobody asks it for anything meanwhile: what it answered to a server that starts would count as well.
    for (const payload of ['{"state":"maybe"', '{"boot":-1,"body":[[[]]]}', '\u0000\u0001rubbish', '', '[]'])
      await babbling.say('state', payload)
    const told = () =>
      channel.received('shadow').some(({ unit }) => {
        const { cu_id, findings } = unit as { cu_id: string; findings: string[] }
        return rubbish.endsWith(cu_id) && findings.includes('protocol_fault')
      })
    await pollUntil('the mark', told)
    expect((await shown(rubbish)).findings).toContain('protocol_fault')
    await pollUntil('the attention of the plant', async () => {
      const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
      return plants[0]?.attention.some(({ code, cu }) => code === 'unit.protocol_fault' && cu === rubbish)
    })
    await product.restart()
    await pollUntil('the unit after the restart', async () =>
      (await shown(rubbish)).findings.includes('protocol_fault'),
    )
    await worksAsEver(good)
  })
})
