import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'

let server: TestServer
let here: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
  here = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

const measure = (planId: string, version: number, lengthM: number | null) => {
  const measure = lengthM === null ? null : { from: { x: 0.25, y: 0.5 }, to: { x: 0.75, y: 0.5 }, lengthM }
  return server.as(here.staff).call('measureFloorPlan', { plantId: here.plantId, planId, version, measure })
}
const spots = async () => {
  const { facts } = await server.inTransaction((work) => collectPlanFacts(work, here.plantId))
  return facts.lamps.map(({ spot }) => spot && [spot.x, spot.y, spot.reachM])
}

it('a year of tests knows the metres between lamps, once a plan has a scale and says what is near', async () => {
  const { id } = await here.given()
  await here.save(id, { placed: [here.at(1, 0.5, 0.5), here.at(2, 1, 1)] })
  const none = [null, null, null, null, null, null]
  expect(await spots()).toEqual(none)
  await measure(id, 1, 20)
  expect(await spots()).toEqual(none)
  const plan = { name: 'Floor 1', roomId: null, reachM: 8 }
  await server.as(here.staff).call('saveFloorPlan', { plantId: here.plantId, planId: id, version: 2, plan })
  // 64 × 32 pixels, of which the 64 are 40 m.
  expect((await spots()).slice(0, 3)).toEqual([[20, 10, 8], [40, 20, 8], null])
  await measure(id, 3, null)
  expect(await spots()).toEqual(none)
})
