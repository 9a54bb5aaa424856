import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let plantWithPlans: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  plantWithPlans = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

const line = (lengthM: number) => ({ from: { x: 0.25, y: 0.5 }, to: { x: 0.75, y: 0.5 }, lengthM })
const measure = (planId: string, version: number, measureInput: object | null, caller = plantWithPlans.staff) =>
  server
    .as(caller)
    .refusal('measureFloorPlan', { plantId: plantWithPlans.plantId, planId, version, measure: measureInput as never })
const measureScale = async (planId: string, lengthM = 20) => {
  const input = { plantId: plantWithPlans.plantId, planId, version: 1, measure: line(lengthM) }
  return server.as(plantWithPlans.staff).call('measureFloorPlan', input)
}
describe('plan scale', () => {
  it('follows from two points and their distance, is broadcast and removable', async () => {
    const { id } = await plantWithPlans.createPlan()
    server.broadcasts.splice(0)
    expect(await measureScale(id)).toEqual({ plan_id: id, version: 2 })
    // Half of 64 pixels are 20 m.
    expect(await plantWithPlans.plan(id)).toMatchObject({ longSideM: 40, version: 2 })
    const data = { plant_id: plantWithPlans.plantId, plan_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantWithPlans.plantId }, event: 'floorPlans', data })
    expect(await measure(id, 2, null)).toBeNull()
    expect((await plantWithPlans.plan(id)).longSideM).toBeNull()
  })

  it('needs a length, two points, permission and the latest version', async () => {
    const { id } = await plantWithPlans.createPlan()
    for (const lengthM of [0, -3]) expect(await measure(id, 1, line(lengthM))).toBe('INVALID_INPUT')
    expect(await measure(id, 1, { ...line(20), to: line(20).from })).toBe('INVALID_INPUT')
    expect(await measure(id, 1, line(20), plantWithPlans.owner)).toBe('NOT_ALLOWED')
    const codes = await Promise.all([measure(id, 1, line(10)), measure(id, 1, line(30))])
    expect(codes.sort()).toEqual(['CHANGED_MEANWHILE', null])
  })

  it('is refused without a readable drawing', async () => {
    const { id } = await plantWithPlans.createPlan('a.pdf', Buffer.from('%PDF-1.7 and nothing'))
    expect(await measure(id, 1, line(10))).toBe('FLOOR_PLAN_NOT_READY')
  })
})
