import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** A battery time under 30 s is a fault of the lamp. The platform finds it, and no report of the unit clears it. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const under30s = 'battery_duration_under_30s'
const mode = { unreachable: 0, normal: 2, emergency: 4 }
let boot = 1
let seq = 0
let records = 0
const after = (seconds: number) => new Date(plant.server.clock.now().getTime() + seconds * 1000).toISOString()
const lamp = (state: keyof typeof mode, serial = 'A1B2C1', failure = 0) => [
  1,
  serial,
  0,
  mode[state],
  8,
  failure,
  2,
  254,
  30,
  254,
  1,
  1,
  0,
  'ST-8',
  '1.0',
]
const reportLamps = (lamps: unknown[], { onBattery = 0, seconds = 0, faults = 0 } = {}) =>
  plant.sendMessage('state', {
    boot,
    seq: ++seq,
    at: after(seconds),
    body: { sys: [onBattery, faults, onBattery, null], l: lamps },
  })
const record = (kind: string, body: unknown, seconds = 0, number = ++records) =>
  plant.sendMessage('record', { boot, seq: number, at: after(seconds), kind, body })
const mains = (isOn: boolean, seconds = 0) => record('mains', { on: isOn ? 1 : 0 }, seconds)
/** A test of the lamp; result 0 passed, 1 failed, 2 not executed; reason 1 lamp, 2 battery, 3 duration. */
const addTest = async (result: number, reason: number, measuredS: number | null, serial = 'A1B2C1') => {
  const t = randomUUID()
  await record('test.start', { t, k: 'D', by: 1, a: [1] })
  await record('test.result', [t, 1, serial, result, reason, measuredS])
  await record('test.end', { t, o: 0 })
}
const readLamp = async () => (await plant.client.call('getLamp', { ...plant.unit, addr: 1 })).lamp
/** Its faults without the failed tests, which are checked below. */
const errors = async () => (await readLamp()).errors.filter((code) => !code.endsWith('_test_failed'))

beforeEach(async () => {
  boot += 1
  seq = 0
  records = 0
  await reportLamps([lamp('normal', 'FFFFFF')])
  await reportLamps([lamp('normal')])
  plant.server.broadcasts.splice(0)
})

describe('battery test', () => {
  it.each([
    { result: 1, reason: 3, measuredS: 29, expected: [under30s] },
    { result: 1, reason: 2, measuredS: 5, expected: [under30s] },
    { result: 1, reason: 3, measuredS: 30, expected: [] },
    { result: 1, reason: 3, measuredS: 1700, expected: [] },
    { result: 1, reason: 1, measuredS: 2, expected: [] },
    { result: 0, reason: 0, measuredS: 20, expected: [] },
    { result: 2, reason: 9, measuredS: null, expected: [] },
  ])(
    'with result $result, reason $reason after $measuredS s gives $expected',
    async ({ result, reason, measuredS, expected }) => {
      await addTest(result, reason, measuredS)
      expect(await errors()).toEqual(expected)
    },
  )

  it('is broadcast and counted on the unit', async () => {
    await addTest(1, 2, 5)
    const reportedLamps = plant.server.broadcasts
      .flatMap(({ event, data }) => (event === 'lamps' ? data.lamps : []))
      .at(-1)
    expect(reportedLamps).toMatchObject({ id: 1, errors: ['autonomy_test_failed', under30s], condition: 'error' })
    const { units } = await plant.client.call('getUnitsDetails', { plantId: plant.plantId })
    expect(units[0]?.lamps.in_error).toBe(1)
  })

  it('keeps its fault next to reported ones until a longer discharge', async () => {
    await addTest(1, 2, 5)
    await reportLamps([lamp('normal', 'A1B2C1', 0)])
    expect(await readLamp()).toMatchObject({ errors: ['autonomy_test_failed', under30s], condition: 'error' })
    await reportLamps([lamp('normal', 'A1B2C1', 2)])
    expect(await errors()).toEqual(['battery_duration', under30s])
    await reportLamps([lamp('emergency')])
    expect(await readLamp()).toMatchObject({ errors: ['autonomy_test_failed', under30s], condition: 'emergency' })
    await reportLamps([lamp('normal')])
    await addTest(0, 0, 20)
    expect(await errors()).toEqual([under30s])
    await addTest(0, 0, 3600)
    expect(await readLamp()).toMatchObject({ errors: [], condition: 'ok' })
  })

  it('of another lamp has no effect, and a new lamp begins without faults', async () => {
    await addTest(1, 2, 5, 'EEEEEE')
    expect(await errors()).toEqual([])
    await addTest(1, 2, 5)
    await reportLamps([lamp('normal', 'BBBBBB')])
    expect(await errors()).toEqual([])
  })

  it('that arrives late changes nothing after a later one', async () => {
    records = 10
    await addTest(0, 0, 3600)
    const t = randomUUID()
    await record('test.start', { t, k: 'D', by: 1, a: [1] }, 0, 1)
    await record('test.result', [t, 1, 'A1B2C1', 1, 2, 5], 0, 2)
    expect(await errors()).toEqual([])
  })
})

describe('mains failure', () => {
  it.each([
    { seconds: 20, to: 'unreachable' as const, expected: [under30s] },
    { seconds: 20, to: 'normal' as const, expected: [] },
    { seconds: 30, to: 'unreachable' as const, expected: [] },
    { seconds: 1800, to: 'unreachable' as const, expected: [] },
  ])('with the lamp $to after $seconds s gives $expected', async ({ seconds, to, expected }) => {
    await mains(false)
    await reportLamps([lamp('emergency')], { onBattery: 1 })
    await reportLamps([lamp(to)], { onBattery: 1, seconds })
    expect(await errors()).toEqual(expected)
  })

  it('while the unit has lost the bus shows nothing for the battery', async () => {
    await mains(false)
    await reportLamps([lamp('emergency')], { onBattery: 1 })
    await reportLamps([lamp('unreachable')], { onBattery: 1, seconds: 10, faults: 1 << 7 })
    expect(await errors()).toEqual([])
  })

  it('that is over or began earlier shows nothing for the battery', async () => {
    await mains(false)
    await reportLamps([lamp('emergency')], { onBattery: 1 })
    await mains(true, 10)
    await reportLamps([lamp('normal')], { seconds: 10 })
    expect(await errors()).toEqual([])
    await reportLamps([lamp('emergency')], { onBattery: 1, seconds: 12 })
    await reportLamps([lamp('unreachable')], { onBattery: 1, seconds: 14 })
    expect(await errors()).toEqual([])
  })
})
