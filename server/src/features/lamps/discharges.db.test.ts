import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** A battery that lasted under 30 s is a fault of its lamp, which the platform finds and no report of the unit takes away. */
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
const lamp = (is: keyof typeof mode, serial = 'A1B2C1', failure = 0) => [
  1,
  serial,
  0,
  mode[is],
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
const says = (lamps: unknown[], { onBattery = 0, seconds = 0, faults = 0 } = {}) =>
  plant.say('state', {
    boot,
    seq: ++seq,
    at: after(seconds),
    body: { sys: [onBattery, faults, onBattery, null], l: lamps },
  })
const record = (kind: string, body: unknown, seconds = 0, number = ++records) =>
  plant.say('record', { boot, seq: number, at: after(seconds), kind, body })
const mains = (isOn: boolean, seconds = 0) => record('mains', { on: isOn ? 1 : 0 }, seconds)
/** A test of the lamp; result 0 passed, 1 failed, 2 not executed; reason 1 lamp, 2 battery, 3 duration. */
const tested = async (result: number, reason: number, measuredS: number | null, serial = 'A1B2C1') => {
  const t = randomUUID()
  await record('test.start', { t, k: 'D', by: 1, a: [1] })
  await record('test.result', [t, 1, serial, result, reason, measuredS])
  await record('test.end', { t, o: 0 })
}
const shown = async () => (await plant.as.call('getLamp', { ...plant.unit, addr: 1 })).lamp
/** Its faults but the failed tests, which are told apart below. */
const errors = async () => (await shown()).errors.filter((code) => !code.endsWith('_test_failed'))

beforeEach(async () => {
  boot += 1
  seq = 0
  records = 0
  await says([lamp('normal', 'FFFFFF')])
  await says([lamp('normal')])
  plant.server.announced.splice(0)
})

describe('a test', () => {
  it.each([
    { result: 1, reason: 3, measuredS: 29, is: [under30s] },
    { result: 1, reason: 2, measuredS: 5, is: [under30s] },
    { result: 1, reason: 3, measuredS: 30, is: [] },
    { result: 1, reason: 3, measuredS: 1700, is: [] },
    { result: 1, reason: 1, measuredS: 2, is: [] },
    { result: 0, reason: 0, measuredS: 20, is: [] },
    { result: 2, reason: 9, measuredS: null, is: [] },
  ])('with result $result, reason $reason after $measuredS s: $is', async ({ result, reason, measuredS, is }) => {
    await tested(result, reason, measuredS)
    expect(await errors()).toEqual(is)
  })

  it('is told to who looks, and counted on the unit', async () => {
    await tested(1, 2, 5)
    const told = plant.server.announced.flatMap(({ event, data }) => (event === 'lamps' ? data.lamps : [])).at(-1)
    expect(told).toMatchObject({ id: 1, errors: ['autonomy_test_failed', under30s], condition: 'error' })
    const { units } = await plant.as.call('getUnitsDetails', { plantId: plant.plantId })
    expect(units[0]?.lamps.in_error).toBe(1)
  })

  it('stays beside what the lamp reports, until a discharge lasts longer', async () => {
    await tested(1, 2, 5)
    await says([lamp('normal', 'A1B2C1', 0)])
    expect(await shown()).toMatchObject({ errors: ['autonomy_test_failed', under30s], condition: 'error' })
    await says([lamp('normal', 'A1B2C1', 2)])
    expect(await errors()).toEqual(['battery_duration', under30s])
    await says([lamp('emergency')])
    expect(await shown()).toMatchObject({ errors: ['autonomy_test_failed', under30s], condition: 'emergency' })
    await says([lamp('normal')])
    await tested(0, 0, 20)
    expect(await errors()).toEqual([under30s])
    await tested(0, 0, 3600)
    expect(await shown()).toMatchObject({ errors: [], condition: 'ok' })
  })

  it('of another lamp that hung there says nothing of this one, and a new lamp begins without', async () => {
    await tested(1, 2, 5, 'EEEEEE')
    expect(await errors()).toEqual([])
    await tested(1, 2, 5)
    await says([lamp('normal', 'BBBBBB')])
    expect(await errors()).toEqual([])
  })

  it('that comes late changes nothing where a later one is known', async () => {
    records = 10
    await tested(0, 0, 3600)
    const t = randomUUID()
    await record('test.start', { t, k: 'D', by: 1, a: [1] }, 0, 1)
    await record('test.result', [t, 1, 'A1B2C1', 1, 2, 5], 0, 2)
    expect(await errors()).toEqual([])
  })
})

describe('a mains failure', () => {
  it.each([
    { seconds: 20, to: 'unreachable' as const, is: [under30s] },
    { seconds: 20, to: 'normal' as const, is: [] },
    { seconds: 30, to: 'unreachable' as const, is: [] },
    { seconds: 1800, to: 'unreachable' as const, is: [] },
  ])('in which the lamp is $to after $seconds s: $is', async ({ seconds, to, is }) => {
    await mains(false)
    await says([lamp('emergency')], { onBattery: 1 })
    await says([lamp(to)], { onBattery: 1, seconds })
    expect(await errors()).toEqual(is)
  })

  it('in which the unit has lost the bus says nothing of the battery', async () => {
    await mains(false)
    await says([lamp('emergency')], { onBattery: 1 })
    await says([lamp('unreachable')], { onBattery: 1, seconds: 10, faults: 1 << 7 })
    expect(await errors()).toEqual([])
  })

  it('that is over, or that began before, says nothing of the battery', async () => {
    await mains(false)
    await says([lamp('emergency')], { onBattery: 1 })
    await mains(true, 10)
    await says([lamp('normal')], { seconds: 10 })
    expect(await errors()).toEqual([])
    await says([lamp('emergency')], { onBattery: 1, seconds: 12 })
    await says([lamp('unreachable')], { onBattery: 1, seconds: 14 })
    expect(await errors()).toEqual([])
  })
})
