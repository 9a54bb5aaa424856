import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let here: Awaited<ReturnType<typeof openPlantWithPlans>>
let planId = ''
const bridge = 'gateway_0DFEED'
beforeAll(async () => {
  server = await createTestServer()
})
/** Each test has a plan with two lamps, their unit, and a gateway that is not enrolled; and one with another lamp. */
beforeEach(async () => {
  here = await openPlantWithPlans(server)
  await administrator().call('saveCu', { plantId: here.plantId, cuType: 'gateway', cuId: bridge.slice(8) })
  planId = (await here.given('A.png')).id
  const [unit, gateway] = [here.topic, bridge].map((topic, at) => ({ topic, addr: null, x: 0.1, y: at / 10 }))
  await here.save(planId, { placed: [here.at(1, 0.5, 0.5), here.at(2, 0.25, 0.75), unit, gateway] as never })
  const other = await here.given('B.png')
  await here.save(other.id, { placed: [here.at(3, 0, 1)] })
})
afterAll(() => server.stop())

const administrator = () => server.as(here.colleague)
const devices = async () => {
  const { units } = await administrator().call('getPlantDetails', { plantId: here.plantId })
  const { lamps } = await administrator().call('getLamps', { plantId: here.plantId })
  return { units: units.map(({ cu_type, cu_id }) => `${cu_type}_${cu_id}`), lamps: lamps.length }
}
const placed = async () => Object.fromEntries((await here.placed()).map(({ plan_id, lamps }) => [plan_id, lamps]))

describe('a plan that is removed', () => {
  it('says before how many lamps and units are on it; they stay in the plant and can be placed anew', async () => {
    expect(await here.plan(planId)).toMatchObject({ lamps: 2, units: 2 })
    const [before, { [planId]: theirs, ...others }] = [await devices(), await placed()]
    for (const by of [here.owner, await server.given.user()])
      expect(await server.as(by).refusal('removeFloorPlan', { plantId: here.plantId, planId })).toMatch(/NOT_/)
    expect(await placed()).toEqual({ [planId]: theirs, ...others })
    await server.as(here.staff).call('removeFloorPlan', { plantId: here.plantId, planId })
    expect(await placed()).toEqual(others)
    expect(await devices()).toEqual(before)
    const next = await here.given('C.png')
    await here.save(next.id, { placed: theirs ?? [] })
    expect(await placed()).toEqual({ ...others, [next.id]: theirs })
  })
})

describe('a plan of a plant that goes and comes back', () => {
  it('archived, is read as before and not changed', async () => {
    const before = await placed()
    await administrator().call('archivePlant', { plantId: here.plantId })
    expect(await placed()).toEqual(before)
    const datiMappe = { planId, version: 1, placed: [], removed: [{ topic: here.topic, addr: null }] }
    for (const [action, input] of [['removeFloorPlan', { planId }] as const, ['aggiornaMappe', { datiMappe }] as const])
      expect(await server.as(here.staff).refusal(action, { plantId: here.plantId, ...input } as never), action).toBe(
        'PLANT_ARCHIVED',
      )
    await administrator().call('unarchivePlant', { plantId: here.plantId })
    expect(await placed()).toEqual(before)
    expect(await here.plan(planId)).toMatchObject({ lamps: 2, units: 2, placesVersion: 1 })
  })

  it('restored, has its lamps and units where they were; one that another plant has enrolled has left it', async () => {
    const before = await placed()
    const drawing = (await here.plan(planId)).drawing.id
    const { plant } = await administrator().call('getPlantDetails', { plantId: here.plantId })
    const remove = () => administrator().call('removePlant', { plantId: here.plantId, plantname: plant.plantname })
    await remove()
    await administrator().call('restorePlant', { plantId: here.plantId })
    expect(await placed()).toEqual(before)
    expect((await here.plan(planId)).drawing).toMatchObject({ id: drawing, state: 'ready' })
    await remove()
    const stranger = await server.given.user()
    const elsewhere = await server.given.plant({ members: { installerAdministrator: stranger.userId } })
    await server.given.unit(elsewhere, 'logica', here.topic.slice(7))
    await administrator().call('restorePlant', { plantId: here.plantId })
    expect(Object.values(await placed()).map((its) => its.map(({ topic }) => topic))).toEqual([[bridge], []])
    expect(await here.plan(planId)).toMatchObject({ lamps: 0, units: 1 })
    expect((await server.as(stranger).call('getFloorPlanLamps', { plantId: elsewhere })).plans).toEqual([])
  })
})
