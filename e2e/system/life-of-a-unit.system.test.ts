import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acquireUnit, insertUnit } from '../../server/src/features/central-units/index.ts'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { workOn } from '../../server/src/testing/test-work.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The owner of a unit's history: units reset, moved to another plant, exchanged for another box, or unowned. */
let product: RunningProduct
let installer: ApiClient
let hospital: string
let hotel: string
const cuType = 'logica'
const [reset, movedUnit, exchanged, unownedUnit, reusedUnit] = [
  '0A1B01',
  '0A1B02',
  '0A1B03',
  '0A1B04',
  '0A1B05',
] as const
const topicOf = (cuId: string) => `${cuType}_${cuId}`
const allKeys = { keys: ['SEL', 'OK', 'UP', 'DOWN'] }

beforeAll(async () => {
  const unitSettings = (serial: string, plant?: 'hospital' | 'hotel') => ({
    type: cuType,
    serial,
    lamps: 4,
    enrolled: true,
    ...(plant && { plant }),
  })
  product = await startProduct({
    units: [
      unitSettings(reset, 'hospital'),
      unitSettings(movedUnit, 'hotel'),
      unitSettings(exchanged, 'hospital'),
      unitSettings(unownedUnit),
    ],
    credentialsFor: [topicOf(reusedUnit)],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', {})
  const idOf = (name: string) => plants.find((plant) => plant.plantname.includes(name))?.plant_id ?? ''
  hospital = idOf('Camillo')
  hotel = idOf('Bellavista')
  for (const [plantId, cuId] of [
    [hospital, reset],
    [hotel, movedUnit],
    [hospital, exchanged],
  ] as const)
    await pollUntil(`${cuId} with its lamps`, async () => {
      const unit = await unitOf(plantId, cuId)
      return unit?.cu_connected && unit.lamps.present === 4
    })
})
afterAll(() => product?.stop())

const unitOf = async (plantId: string, cuId: string) =>
  (await installer.call('getUnitsDetails', { plantId })).units.find((unit) => unit.cu_id === cuId)
const lampsOf = async (plantId: string, cuId: string) =>
  (await installer.call('getLamps', { plantId, topic: topicOf(cuId) })).lamps.map(({ id, serial, description }) => ({
    id,
    serial,
    description,
  }))
const entriesOf = async (plantId: string, cuId: string) =>
  (await installer.call('getUnitEntries', { plantId, topic: topicOf(cuId) })).entries.map(({ kind }) => kind)
const recordsOf = async (cuId: string) => {
  const { pool } = product.product().database
  const { rows } = await pool.query<{ plant_id: string; life: string; kind: string }>(
    'select plant_id, life, kind from unit_record where unit = $1 order by received_at, boot, seq',
    [topicOf(cuId)],
  )
  return rows
}
const waitUntilUnknown = (plantId: string, cuId: string) =>
  pollUntil('the unit to report as new', async () => (await unitOf(plantId, cuId))?.unknown_life_since)
const countWaiting = async (cuId: string) => (await product.panelState(topicOf(cuId))).waitingRecords as number

/** Mains fail and return; resolves once every record of the unit is acknowledged. */
const blink = async (cuId: string) => {
  for (const isOn of [false, true]) await product.panel(topicOf(cuId), 'mains', { on: isOn })
  await pollUntil('every record to be acknowledged', async () => (await countWaiting(cuId)) === 0)
}
const enrol = async (plantId: string, cuId: string) => {
  await installer.call('enrollCu', { plantId, topic: topicOf(cuId) })
  const panel = async () => (await product.panelState(topicOf(cuId))).enrolment
  await pollUntil('the request on the display', async () => (await panel()) === 'waiting')
  await product.panel(topicOf(cuId), 'press', { keys: ['SEL', 'OK'] })
  const { enrolment } = await pollUntil('an outcome', async () => {
    const answer = await installer.call('enrollCuAck', { plantId, topic: topicOf(cuId) })
    return answer.enrolment.outcome && answer
  })
  expect(enrolment.outcome).toBe('ok')
  await pollUntil('the unit to be connected', async () => (await unitOf(plantId, cuId))?.cu_connected)
}
const search = async (plantId: string, cuId: string, lamps: number) => {
  await installer.call('createNetwork', { plantId, topic: topicOf(cuId) })
  await pollUntil('the lamps', async () => (await unitOf(plantId, cuId))?.lamps.present === lamps)
}
const runTest = async (plantId: string, cuId: string) => {
  const { test } = await installer.call('ftest', { plantId, topic: topicOf(cuId), addr: [] })
  return pollUntil('the end of the test', async () => {
    const report = await installer.call('getTestReport', { plantId, testId: test.id })
    return report.test.state === 'finished' && report
  })
}

describe('a unit after a factory reset', () => {
  it('is enrolled again in its plant with state, commands, new records and old history', async () => {
    await blink(reset)
    const oldTest = await runTest(hospital, reset)
    await pollUntil('every record', async () => (await countWaiting(reset)) === 0)
    const before = await recordsOf(reset)
    await product.panel(topicOf(reset), 'press', allKeys)
    await waitUntilUnknown(hospital, reset)
    await enrol(hospital, reset)
    // Until then the plant still counts the lamps from before the reset.
    await pollUntil('the empty list of the unit', async () => (await unitOf(hospital, reset))?.lamps.present === 0)
    await search(hospital, reset, 4)
    const newTest = await runTest(hospital, reset)
    expect(newTest.results).toHaveLength(newTest.test.total)
    await blink(reset)
    const after = await recordsOf(reset)
    expect(after.slice(0, before.length)).toEqual(before)
    const newRecords = after.slice(before.length).filter(({ life }) => life !== before[0]?.life)
    expect(newRecords.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['test.start', 'test.end', 'mains']))
    expect(newRecords.filter(({ kind }) => kind === 'mains')).toHaveLength(2)
    expect(await entriesOf(hospital, reset)).toEqual(['unitReset', 'unitStranger'])
    expect(await installer.call('getTestReport', { plantId: hospital, testId: oldTest.test.id })).toEqual(oldTest)
  })
})

/** A connected unit leaves without its reset only if it does not answer. */
const removeByForce = async (plantId: string, cuId: string) => {
  const unit = { plantId, topic: topicOf(cuId) }
  await expect(installer.call('removeCu', unit)).rejects.toMatchObject({ error: 'UNIT_CONNECTED' })
  await product.panel(topicOf(cuId), 'fault', { fault: { name: 'never-answers' } })
  const { command } = await installer.call('deEnrollCu', unit)
  await pollUntil('the end of the time for an answer', async () => {
    const { commands } = await installer.call('getCommands', { plantId })
    return commands.find(({ id }) => id === command.id)?.error === 'communication_error'
  })
  await product.panel(topicOf(cuId), 'fault', { fault: null })
  await installer.call('removeCu', unit)
}

describe('a unit that was removed by force and enrolled in another plant', () => {
  it('has separate histories, and finished tests of the first plant stay unchanged', async () => {
    const { test } = await runTest(hotel, movedUnit)
    await pollUntil('every record', async () => (await countWaiting(movedUnit)) === 0)
    const report = () => installer.call('getTestReport', { plantId: hotel, testId: test.id })
    const [before, oldRecords] = [await report(), await recordsOf(movedUnit)]
    await removeByForce(hotel, movedUnit)
    // The unit does not know yet, so its records belong to no plant.
    await product.panel(topicOf(movedUnit), 'mains', { on: false })
    await product.panel(topicOf(movedUnit), 'mains', { on: true })
    await installer.call('saveCu', { plantId: hospital, cuType, cuId: movedUnit })
    await product.panel(topicOf(movedUnit), 'press', allKeys)
    await enrol(hospital, movedUnit)
    await search(hospital, movedUnit, 4)
    await runTest(hospital, movedUnit)
    await blink(movedUnit)
    const records = await recordsOf(movedUnit)
    expect(records.slice(0, oldRecords.length)).toEqual(oldRecords)
    expect(new Set(records.slice(oldRecords.length).map(({ plant_id }) => plant_id))).toEqual(new Set([hospital]))
    expect(records.filter(({ kind }) => kind === 'mains')).toHaveLength(2)
    expect(await report()).toEqual(before)
    expect([await entriesOf(hotel, movedUnit), await entriesOf(hospital, movedUnit)]).toEqual([
      ['unitRemoved'],
      ['unitEnrolled'],
    ])
  })
})

describe('an unknown unit with the same serial', () => {
  const answer = (isReplaced: boolean) =>
    installer.call('replacedCu', { plantId: hospital, topic: topicOf(exchanged), replaced: isReplaced })

  it('changes nothing until a member decides, and nothing is stored if it is left out', async () => {
    const lampDescInfo = { topic: topicOf(exchanged), addr: 1, description: 'Door 1', location: '' }
    await installer.call('saveLampDescription', { plantId: hospital, lampDescInfo, version: 0 })
    const channel = await installer.realtime()
    await installer.call('getPlantDetails', { plantId: hospital, socketId: channel.socketId })
    const [lamps, records] = [await lampsOf(hospital, exchanged), await recordsOf(exchanged)]
    await product.panel(topicOf(exchanged), 'exchange', { lamps: 2, enrolled: true })
    await waitUntilUnknown(hospital, exchanged)
    const listShadowUnits = () =>
      channel.received('shadow').map(({ unit }) => unit as { cu_id: string; unknown_life_since: string | null })
    await pollUntil('a watcher to be told', () =>
      listShadowUnits().some((one) => one.cu_id === exchanged && one.unknown_life_since),
    )
    await product.panel(topicOf(exchanged), 'mains', { on: false })
    expect(await lampsOf(hospital, exchanged)).toEqual(lamps)
    await answer(false)
    await product.panel(topicOf(exchanged), 'mains', { on: true })
    await pollUntil('both records to be made', async () => (await countWaiting(exchanged)) >= 2)
    expect(await unitOf(hospital, exchanged)).toMatchObject({ cu_connected: false, unknown_life_since: null })
    expect([await lampsOf(hospital, exchanged), await recordsOf(exchanged)]).toEqual([lamps, records])
    channel.close()
  })

  it('that is accepted is enrolled on its own, and the old one keeps its history', async () => {
    await product.panel(topicOf(exchanged), 'exchange', { lamps: 2, enrolled: true })
    await waitUntilUnknown(hospital, exchanged)
    const records = await recordsOf(exchanged)
    await answer(true)
    expect(await unitOf(hospital, exchanged)).toMatchObject({ connection: 'notAcquired', lamps: { present: 0 } })
    await product.panel(topicOf(exchanged), 'press', allKeys)
    await enrol(hospital, exchanged)
    await search(hospital, exchanged, 2)
    expect((await lampsOf(hospital, exchanged)).map(({ description }) => description)).toEqual(['', ''])
    expect((await recordsOf(exchanged)).slice(0, records.length)).toEqual(records)
    expect(await entriesOf(hospital, exchanged)).toEqual([
      'unitEnrolled',
      'unitReplaced',
      'unitStranger',
      'unitStrangerRefused',
      'unitStranger',
    ])
  })
})

describe('a unit that is not enrolled', () => {
  it('has its records counted and not stored, and no plant changes', async () => {
    const readHotel = async () => [
      await installer.call('getUnitsDetails', { plantId: hotel }),
      (await installer.call('getAllCuInfo', {})).units.length,
    ]
    const notEnrolled = () => product.counted(/messages_dropped_total\{reason="not_enrolled"\} (\d+)/)
    const [before, dropped] = [await readHotel(), await notEnrolled()]
    await product.panel(topicOf(unownedUnit), 'mains', { on: false })
    await pollUntil('the record to be counted', async () => (await notEnrolled()) > dropped)
    expect([await countWaiting(unownedUnit), await recordsOf(unownedUnit), await readHotel()]).toEqual([1, [], before])
  })
})

describe('two units with one serial that take over each other', () => {
  it('are distinguished by the last connection, however late the wills arrive', async () => {
    const unit = topicOf(reusedUnit)
    const { db } = product.product().database
    const row = { plantId: hospital, cuType, cuId: reusedUnit, description: '', location: '' }
    await insertUnit(workOn(db), { ...row, addedAt: new Date() })
    await acquireUnit(workOn(db), hospital, unit)
    const connect = async (life: string, connection: number) => {
      const online = (isOnline: boolean) => JSON.stringify({ life, boot: 1, connection, online: isOnline })
      const lastWill = {
        topic: upTopic(unit, 'online'),
        payload: Buffer.from(online(false)),
        qos: 1,
        retain: true,
      } as const
      const credentials = { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit) }
      const client = mqtt.connect(product.unitMqttUrl, { ...credentials, reconnectPeriod: 0, will: lastWill })
      client.on('error', () => undefined)
      await new Promise((resolve) => client.once('connect', resolve))
      await client.publishAsync(upTopic(unit, 'online'), online(true), { qos: 1, retain: true })
      return client
    }
    let last: mqtt.MqttClient | undefined
    for (let round = 0; round < 3; round++) {
      await connect('00000000000000a1', round)
      await pollUntil('the unit', async () => (await unitOf(hospital, reusedUnit))?.cu_connected)
      last = await connect('00000000000000b2', round)
      await pollUntil('the other', async () => {
        const unit = await unitOf(hospital, reusedUnit)
        return unit?.cu_connected === false && unit.unknown_life_since
      })
    }
    expect(await entriesOf(hospital, reusedUnit)).toEqual(['unitStranger'])
    await last?.endAsync(true)
  })
})
