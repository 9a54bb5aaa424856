import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'

let server: TestServer
let plantWithPlans: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
  plantWithPlans = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

const measure = (planId: string, version: number, lengthM: number | null) => {
  const measure = lengthM === null ? null : { from: { x: 0.25, y: 0.5 }, to: { x: 0.75, y: 0.5 }, lengthM }
  return server
    .as(plantWithPlans.staff)
    .call('measureFloorPlan', { plantId: plantWithPlans.plantId, planId, version, measure })
}
const readSpots = async () => {
  const { facts } = await server.inTransaction((work) => collectPlanFacts(work, plantWithPlans.plantId))
  return facts.lamps.map(({ spot: point }) => point && [point.x, point.y, point.reachM])
}

it('the year plan uses metres between lamps once a plan has scale and reach', async () => {
  const { id } = await plantWithPlans.createPlan()
  await plantWithPlans.save(id, { placed: [plantWithPlans.at(1, 0.5, 0.5), plantWithPlans.at(2, 1, 1)] })
  const noSpots = [null, null, null, null, null, null]
  expect(await readSpots()).toEqual(noSpots)
  await measure(id, 1, 20)
  expect(await readSpots()).toEqual(noSpots)
  const plan = { name: 'Floor 1', roomId: null, reachM: 8 }
  await server
    .as(plantWithPlans.staff)
    .call('saveFloorPlan', { plantId: plantWithPlans.plantId, planId: id, version: 2, plan })
  // 64 × 32 pixels, 40 m wide.
  expect((await readSpots()).slice(0, 3)).toEqual([[20, 10, 8], [40, 20, 8], null])
  await measure(id, 3, null)
  expect(await readSpots()).toEqual(noSpots)
})
