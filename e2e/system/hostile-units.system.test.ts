import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { readDeadLetters } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'
import { connectSpeaker, enrolSpeaker, speakerLife as life, type Speaker } from '../support/unit-speaker.ts'

/** One unit sends hostile messages, beside others without an effect on them. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
let hostileClient: Speaker
let unknownUnit: Speaker
let babblingUnit: Speaker

const validUnit = 'logica_0A1B01'
const deepUnit = 'logica_0A1B02'
const hostileUnit = 'logica_0BAD01'
const unownedUnit = 'logica_0BAD02'
const malformedUnit = 'logica_0BAD03'

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
    credentialsFor: [hostileUnit, unownedUnit, malformedUnit],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 2 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
  unknownUnit = await connectSpeaker(product, unownedUnit)
  hostileClient = await enrolSpeaker(product, installer, plantId, hostileUnit)
  babblingUnit = await enrolSpeaker(product, installer, plantId, malformedUnit)
})
afterAll(async () => {
  await hostileClient?.end()
  await unknownUnit?.end()
  await babblingUnit?.end()
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

describe('an answer of a hundred thousand levels', () => {
  it('is set aside, and the server and other units keep working after a restart', async () => {
    await identify(deepUnit)
    const letter = await pollUntil('the dead letter', async () => {
      const found = await readDeadLetters(product.config, deepUnit)
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
      const found = await readDeadLetters(product.config, hostileUnit)
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
    expect((await readDeadLetters(product.config, hostileUnit)).map(({ reason }) => reason)).toContain('body')
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
