import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let plantWithPlans: Awaited<ReturnType<typeof openPlantWithPlans>>
let planId = ''
const bridge = 'gateway_0DFEED'
beforeAll(async () => {
  server = await createTestServer()
})
/** Each test has a plan with two lamps, their unit and an unenrolled gateway; and a plan with another lamp. */
beforeEach(async () => {
  plantWithPlans = await openPlantWithPlans(server)
  await administrator().call('saveCu', { plantId: plantWithPlans.plantId, cuType: 'gateway', cuId: bridge.slice(8) })
  planId = (await plantWithPlans.createPlan('A.png')).id
  const [unit, gateway] = [plantWithPlans.topic, bridge].map((topic, at) => ({ topic, addr: null, x: 0.1, y: at / 10 }))
  await plantWithPlans.save(planId, {
    placed: [plantWithPlans.at(1, 0.5, 0.5), plantWithPlans.at(2, 0.25, 0.75), unit, gateway] as never,
  })
  const other = await plantWithPlans.createPlan('B.png')
  await plantWithPlans.save(other.id, { placed: [plantWithPlans.at(3, 0, 1)] })
})
afterAll(() => server.stop())

const administrator = () => server.as(plantWithPlans.colleague)
const devices = async () => {
  const { units } = await administrator().call('getPlantDetails', { plantId: plantWithPlans.plantId })
  const { lamps } = await administrator().call('getLamps', { plantId: plantWithPlans.plantId })
  return { units: units.map(({ cu_type, cu_id }) => `${cu_type}_${cu_id}`), lamps: lamps.length }
}
const readPlaces = async () =>
  Object.fromEntries((await plantWithPlans.readPlaces()).map(({ plan_id, lamps }) => [plan_id, lamps]))

describe('removed plan', () => {
  it('shows its lamps and units first, which stay and can be placed again', async () => {
    expect(await plantWithPlans.plan(planId)).toMatchObject({ lamps: 2, units: 2 })
    const [before, { [planId]: planPlaces, ...otherPlaces }] = [await devices(), await readPlaces()]
    for (const caller of [plantWithPlans.owner, await server.create.user()])
      expect(await server.as(caller).refusal('removeFloorPlan', { plantId: plantWithPlans.plantId, planId })).toMatch(
        /NOT_/,
      )
    expect(await readPlaces()).toEqual({ [planId]: planPlaces, ...otherPlaces })
    await server.as(plantWithPlans.staff).call('removeFloorPlan', { plantId: plantWithPlans.plantId, planId })
    expect(await readPlaces()).toEqual(otherPlaces)
    expect(await devices()).toEqual(before)
    const next = await plantWithPlans.createPlan('C.png')
    await plantWithPlans.save(next.id, { placed: planPlaces ?? [] })
    expect(await readPlaces()).toEqual({ ...otherPlaces, [next.id]: planPlaces })
  })
})

describe('plan of a plant', () => {
  it('is readable but not writable while archived', async () => {
    const before = await readPlaces()
    await administrator().call('archivePlant', { plantId: plantWithPlans.plantId })
    expect(await readPlaces()).toEqual(before)
    const datiMappe = { planId, version: 1, placed: [], removed: [{ topic: plantWithPlans.topic, addr: null }] }
    for (const [action, input] of [['removeFloorPlan', { planId }] as const, ['aggiornaMappe', { datiMappe }] as const])
      expect(
        await server.as(plantWithPlans.staff).refusal(action, { plantId: plantWithPlans.plantId, ...input } as never),
        action,
      ).toBe('PLANT_ARCHIVED')
    await administrator().call('unarchivePlant', { plantId: plantWithPlans.plantId })
    expect(await readPlaces()).toEqual(before)
    expect(await plantWithPlans.plan(planId)).toMatchObject({ lamps: 2, units: 2, placesVersion: 1 })
  })

  it('is restored with its lamps and units, except one enrolled elsewhere', async () => {
    const before = await readPlaces()
    const drawing = (await plantWithPlans.plan(planId)).drawing.id
    const { plant } = await administrator().call('getPlantDetails', { plantId: plantWithPlans.plantId })
    const remove = () =>
      administrator().call('removePlant', { plantId: plantWithPlans.plantId, plantname: plant.plantname })
    await remove()
    await administrator().call('restorePlant', { plantId: plantWithPlans.plantId })
    expect(await readPlaces()).toEqual(before)
    expect((await plantWithPlans.plan(planId)).drawing).toMatchObject({ id: drawing, state: 'ready' })
    await remove()
    const nonMember = await server.create.user()
    const otherPlantId = await server.create.plant({ members: { installerAdministrator: nonMember.userId } })
    await server.create.unit(otherPlantId, 'logica', plantWithPlans.topic.slice(7))
    await administrator().call('restorePlant', { plantId: plantWithPlans.plantId })
    expect(Object.values(await readPlaces()).map((placements) => placements.map(({ topic }) => topic))).toEqual([
      [bridge],
      [],
    ])
    expect(await plantWithPlans.plan(planId)).toMatchObject({ lamps: 0, units: 1 })
    expect((await server.as(nonMember).call('getFloorPlanLamps', { plantId: otherPlantId })).plans).toEqual([])
  })
})
