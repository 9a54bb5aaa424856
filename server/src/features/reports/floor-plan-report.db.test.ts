import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { storeFile } from '../files/index.ts'
import { drawingTable, floorPlanTable } from '../floor-plans/floor-plans.schema.ts'
import { collectFloorPlan } from './collect/collect-floor-plan.ts'
import { findReport } from './reports.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const neverAborted = new AbortController().signal
const createPlan = async (state: 'ready' | 'reading') => {
  const { server, plantId, installer } = plant
  const { files } = server.ports
  const fileParts = { files, inTransaction: server.inTransaction, quotaMb: 100 }
  const file = { ownerKind: 'planpicture', name: 'plan.webp', types: ['image/webp'], bytes: 12, expiresAt: null }
  const input = { ...file, plantId, createdBy: installer.userId, at: server.clock.now() }
  const picture = Buffer.concat([Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')])
  const { id: largeId } = await storeFile(fileParts, input, Readable.from([picture]), neverAborted)
  const [id, drawingId] = [randomUUID(), randomUUID()]
  await server.inTransaction(async ({ tx }) => {
    await tx.insert(floorPlanTable).values({ id, plantId, name: 'Piano 2', position: 0, drawingId, longSideM: 40 })
    const sentAt = server.clock.now()
    await tx
      .insert(drawingTable)
      .values({ id: drawingId, planId: id, name: 'Piano 2.svg', sentAt, state, width: 1200, height: 800, largeId })
  })
  return { planId: id, picture }
}

it('any member can make a report of the saved plan', async () => {
  const { server, plantId, client } = plant
  const { planId, picture } = await createPlan('ready')
  const { lamps } = await client.call('getLamps', { plantId })
  const [lamp] = lamps
  if (!lamp) throw new Error('no lamp')
  const placedLamps = [
    { topic: lamp.cu, addr: lamp.id, x: 0.25, y: 0.75 },
    { topic: lamp.cu, addr: null, x: 0.5, y: 0.5 },
  ]
  const sign = { lamps: [{ topic: lamp.cu, addr: [lamp.id] }], productCode: 'SG-20' }
  await client.call('updateProductCode', { plantId, ...sign })
  await client.call('aggiornaMappe', { plantId, datiMappe: { planId, version: 0, placed: placedLamps, removed: [] } })
  const input = { plantId, planId, paper: 'a3', language: 'de' } as const
  const { report } = await client.call('createFloorPlanReport', input)
  const { db } = server.database
  const row = await findReport(db, plantId, report.id)
  if (row?.kind !== 'floorPlan') throw new Error('no report of a floor plan')
  const content = await collectFloorPlan(db, server.ports, row, server.clock.now())
  if (typeof content === 'string') throw new Error(content)
  expect(content.paper).toBe('a3')
  expect(content.plan).toMatchObject({ name: 'Piano 2', width: 1200, height: 800, longSideM: 40 })
  expect(content.lamps.map((one) => [one.lamp.cu, one.lamp.id, one.lamp.condition, one.x, one.y])).toEqual([
    [lamp.cu, lamp.id, lamp.condition, 0.25, 0.75],
  ])
  expect(content.lamps[0]?.isExitSign).toBe(true)
  expect(content.units).toMatchObject([{ unit: { cu_id: '0A1B2C' }, isGateway: false, x: 0.5, y: 0.5 }])
  expect(Buffer.from(content.picture)).toEqual(picture)
})

it('a foreign plan, missing picture or full quota is refused', async () => {
  const { server, plantId, client } = plant
  const input = { plantId, planId: randomUUID(), language: 'en' } as const
  expect(await client.refusal('createFloorPlanReport', input)).toBe('FLOOR_PLAN_NOT_FOUND')
  const { planId } = await createPlan('reading')
  expect(await client.refusal('createFloorPlanReport', { ...input, planId })).toBe('FLOOR_PLAN_NOT_READY')
  const ready = await createPlan('ready')
  const other = await openPlantWithUnit()
  const foreignInput = { ...input, plantId: other.plantId, planId: ready.planId }
  expect(await other.client.refusal('createFloorPlanReport', foreignInput)).toBe('FLOOR_PLAN_NOT_FOUND')
  await other.server.stop()
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createFloorPlanReport', { ...input, planId: ready.planId })).toBe('FILE_QUOTA_EXCEEDED')
})
