import type { DemoPlant } from '@vigilux/contract/demo.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../kernel/answer.ts'
import type { User } from '../kernel/caller.ts'
import { type Fail, failWith } from '../kernel/refusal.ts'
import { openPlantWithUnit } from '../testing/plant-with-unit.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { registerDemoControls } from './demo-controls.ts'
import { openSimulatorPanel, type PanelOrder, type SimulatorPanel } from './simulator-panel.ts'

const fail: Fail<'UNIT_NOT_FOUND'> = failWith()

/** The controls on a fake simulator: the requests to it, and unknown units. */
const topic = 'logica_0A1B2C'
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let caller: User | null
let panelUnits: Map<string, { isOnBattery: boolean; lamps: { addr: number; kind: string; faults: string[] }[] }>
let orders: [unit: string, order: PanelOrder][]

const fakePanel: SimulatorPanel = {
  speed: async () => 60,
  setSpeed: async () => undefined,
  state: async (unit) => panelUnits.get(unit) ?? fail('UNIT_NOT_FOUND'),
  order: async (unit, order) => {
    orders.push([unit, order])
    return panelUnits.get(unit) ?? fail('UNIT_NOT_FOUND')
  },
}

const openWith = (panel: SimulatorPanel) => {
  const app = Fastify()
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toFailure(error, request.id, quietLog())
    return reply.status(status).send(body)
  })
  registerDemoControls(app, { db: plant.server.database.db, sessions: { find: async () => caller }, panel })
  return app
}
const control = async (body: object, panel = fakePanel) => {
  const answer = await openWith(panel).inject({
    method: 'POST',
    url: '/dev/demo/control',
    payload: { plantId: plant.plantId, ...body },
  })
  const { data, error } = answer.json<{ data: DemoPlant; error?: string }>()
  return error ?? data
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(() => {
  caller = plant.installer
  orders = []
  panelUnits = new Map([[topic, { isOnBattery: false, lamps: [{ addr: 2, kind: 'emergency', faults: ['charger'] }] }]])
})

test('a real unit in the plant is not listed and does not block the others', async () => {
  await plant.server.create.unit(plant.plantId, 'logica', '0A1B2D')
  expect(await control({ control: 'mains', on: false })).toMatchObject({ units: [{ topic }] })
  expect(orders.map(([unit]) => unit).sort()).toEqual([topic, 'logica_0A1B2D'])
  expect(await control({ control: 'mains', on: false, topic: 'logica_0A1B2D' })).toBe('UNIT_NOT_FOUND')
})

test('a broken lamp keeps its former faults', async () => {
  expect(await control({ control: 'break', topic, addr: 2 })).toMatchObject({ chosen: { topic, addr: 2 } })
  expect(orders.at(-1)).toEqual([
    topic,
    { action: 'lamp-fault', body: { addr: 2, faults: ['charger', 'lamp_failure'] } },
  ])
})

test('no lamp is broken if no sound one is left', async () => {
  expect(await control({ control: 'break', topic })).toBe('LAMP_NOT_FOUND')
  expect(orders).toEqual([])
})

test('the panel answers SERVER_BUSY while no simulator is running', async () => {
  expect(
    await control(
      { control: 'mains', on: false },
      openSimulatorPanel(() => 0),
    ),
  ).toBe('SERVER_BUSY')
  // Nothing listens on this port.
  expect(
    await control(
      { control: 'mains', on: false },
      openSimulatorPanel(() => 1),
    ),
  ).toBe('SERVER_BUSY')
})

test('a caller who has left the plant finds no plant', async () => {
  caller = await plant.server.create.user()
  expect(await control({ control: 'mains', on: false })).toBe('PLANT_NOT_FOUND')
  caller = null
  expect(await control({ control: 'mains', on: false })).toBe('NOT_SIGNED_IN')
  expect(orders).toEqual([])
})
