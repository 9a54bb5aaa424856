import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { updateStats } from './plant-stats-task.ts'
import { claimDuePlants, computeStats, findStats } from './stats.store.ts'

/** Derived faults mark the plant as due, and appear in its stats. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

let seq = 0
const at = () => plant.server.clock.now().toISOString()
const reportState = (body: object) => plant.sendMessage('state', { boot: 2, seq: ++seq, at: at(), body })
const record = (kind: string, body: unknown) =>
  plant.sendMessage('record', { boot: 2, seq: ++seq, at: at(), kind, body })
const isConfiguredWith = (cfg: number) =>
  plant.sendMessage('shadow', {
    boot: 2,
    seq: ++seq,
    at: at(),
    body: { v: [null, null, null, null], c: [null, null], tz: null, cfg, net: [2, 1, 1] },
  })
const lamp = [1, 'A1B2C1', 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, null, null]

const codes = async () => {
  const { inTransaction } = plant.server
  expect(await inTransaction(({ tx }) => claimDuePlants(tx))).toEqual([plant.plantId])
  const figures = await inTransaction(({ tx }) => computeStats(tx, [plant.plantId]))
  return figures.get(plant.plantId)?.attention.map(({ condition, code, count }) => `${condition} ${code} ${count}`)
}

beforeEach(async () => {
  await plant.sendMessage('state', { boot: 2, seq: ++seq, at: at(), body: { l: [lamp] }, lampList: [1] })
  await isConfiguredWith(1)
  await plant.server.inTransaction(({ tx }) => claimDuePlants(tx))
})

it('a missing configured lamp is counted as a warning', async () => {
  await isConfiguredWith(2)
  expect(await codes()).toEqual(['warning unit.fewer_lamps_than_configured 1'])
})

it('lamp count warnings reported by a unit are ignored', async () => {
  await reportState({ sys: [0, 0, 1 | (1 << 9), null] })
  expect(await codes()).toEqual(['warning unit.no_mains 1'])
  await reportState({ sys: [0, 0, 0, null] })
})

it('a battery that lasted under 30 s is counted as a fault', async () => {
  const t = randomUUID()
  await record('test.start', { t, k: 'D', by: 1, a: [1] })
  await record('test.result', [t, 1, 'A1B2C1', 1, 2, 5])
  expect(await codes()).toEqual(['error lamp.autonomy_test_failed 1', 'error lamp.battery_duration_under_30s 1'])
})

describe('second fault of a lamp', () => {
  const minutesLater = (minutes: number): string => {
    plant.server.clock.time = new Date(plant.server.clock.time.getTime() + minutes * 60_000)
    return at()
  }
  const sinces = async () => {
    await plant.server.inTransaction(updateStats)
    const figures = await plant.server.inTransaction(({ tx }) => findStats(tx, plant.plantId))
    return Object.fromEntries(figures?.attention.map(({ code, since }) => [code, since]) ?? [])
  }
  const reports = (failure: number) => reportState({ l: [lamp.with(5, failure)] })
  const charger = 1
  const light = 8

  it('starts at its report, even while the unit is offline', async () => {
    const [first, second, thirdEvent] = [minutesLater(60), minutesLater(60), minutesLater(60)]
    plant.server.clock.time = new Date(first)
    await reports(charger)
    plant.server.clock.time = new Date(second)
    await reports(charger | light)
    plant.server.clock.time = new Date(thirdEvent)
    const expected = { 'lamp.charger': first, 'lamp.lamp_failure': second }
    expect(await sinces()).toMatchObject(expected)
    const link = { boot: 2, connection: 0, at: thirdEvent }
    await plant.sendMessage('online', { ...link, online: false })
    const whileAway = await sinces()
    expect(whileAway).toMatchObject(expected)
    expect(Object.keys(whileAway)).toContain('unit_offline')
    await plant.sendMessage('online', { ...link, connection: 1, online: true })
    expect(await sinces()).toMatchObject(expected)
  })

  it('starts at its test result, even if that arrives late', async () => {
    await reports(light)
    expect(await sinces()).not.toHaveProperty('lamp.charger')
    const first = minutesLater(60)
    await reports(charger)
    await sinces()
    const failedAt = minutesLater(60)
    const t = randomUUID()
    minutesLater(60)
    const lateTest = { boot: 2, at: failedAt }
    await plant.sendMessage('record', {
      ...lateTest,
      seq: ++seq,
      kind: 'test.start',
      body: { t, k: 'F', by: 1, a: [1] },
    })
    await plant.sendMessage('record', {
      ...lateTest,
      seq: ++seq,
      kind: 'test.result',
      body: [t, 1, 'A1B2C1', 1, 1, null],
    })
    expect(await sinces()).toMatchObject({ 'lamp.charger': first, 'lamp.functional_test_failed': failedAt })
  })
})
