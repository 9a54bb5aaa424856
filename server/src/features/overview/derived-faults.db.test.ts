import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { computeFigures, takeDuePlants } from './figures.store.ts'

/** What the platform finds by itself marks the plant as due, and is named in its figures. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

let seq = 0
const at = () => plant.server.clock.now().toISOString()
const says = (body: object) => plant.say('state', { boot: 2, seq: ++seq, at: at(), body })
const record = (kind: string, body: unknown) => plant.say('record', { boot: 2, seq: ++seq, at: at(), kind, body })
const isConfiguredWith = (cfg: number) =>
  plant.say('shadow', {
    boot: 2,
    seq: ++seq,
    at: at(),
    body: { v: [null, null, null, null], c: [null, null], tz: null, cfg, net: [2, 1, 1] },
  })
const lamp = [1, 'A1B2C1', 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, null, null]

const codes = async () => {
  const { inTransaction } = plant.server
  expect(await inTransaction(({ tx }) => takeDuePlants(tx))).toEqual([plant.plantId])
  const figures = await inTransaction(({ tx }) => computeFigures(tx, [plant.plantId], new Date()))
  return figures.get(plant.plantId)?.attention.map(({ condition, code, count }) => `${condition} ${code} ${count}`)
}

beforeEach(async () => {
  await plant.say('state', { boot: 2, seq: ++seq, at: at(), body: { l: [lamp] }, lampList: [1] })
  await isConfiguredWith(1)
  await plant.server.inTransaction(({ tx }) => takeDuePlants(tx))
})

it('lamps that are fewer than a new number configured', async () => {
  await isConfiguredWith(2)
  expect(await codes()).toEqual(['warning unit.fewer_lamps_than_configured 1'])
})

it('what a unit claims of its lamps is not', async () => {
  await says({ sys: [0, 0, 1 | (1 << 9), null] })
  expect(await codes()).toEqual(['warning unit.no_mains 1'])
  await says({ sys: [0, 0, 0, null] })
})

it('a battery that lasted under 30 s', async () => {
  const t = randomUUID()
  await record('test.start', { t, k: 'D', by: 1, a: [1] })
  await record('test.result', [t, 1, 'A1B2C1', 1, 2, 5])
  expect(await codes()).toEqual(['error lamp.autonomy_test_failed 1', 'error lamp.battery_duration_under_30s 1'])
})
