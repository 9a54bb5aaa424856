import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { floorPlanLampTable } from './floor-plans.schema.ts'
import { movePlaces, movePlacesToSuccessors } from './index.ts'

let server: TestServer
let plantWithPlans: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  plantWithPlans = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

/** The unit itself at a place. */
const unitAt = (x: number, y: number, topic = plantWithPlans.topic) => ({ topic, addr: null, x, y })
const placedOn = async () => (await plantWithPlans.readPlaces()).map(({ lamps }) => lamps)
const refusalOf = (planId: string, places: object[], caller = plantWithPlans.staff) =>
  server.as(caller).refusal('aggiornaMappe', {
    plantId: plantWithPlans.plantId,
    datiMappe: { planId, version: 0, placed: places, removed: [] },
  })
const remove = (topic: string) =>
  server.as(plantWithPlans.staff).call('removeCu', { plantId: plantWithPlans.plantId, topic })
const idOf = async (topic: string) => (await findUnit(server.database.db, plantWithPlans.plantId, { topic }))?.id ?? ''

describe('unit on a plan', () => {
  it('has one place, moves between plans and can be removed', async () => {
    const [first, second] = [await plantWithPlans.createPlan('A.png'), await plantWithPlans.createPlan('B.png')]
    await plantWithPlans.save(first.id, { placed: [unitAt(0.25, 0.75), plantWithPlans.at(1, 0.5, 0.5)] })
    expect(await placedOn()).toEqual([[plantWithPlans.at(1, 0.5, 0.5), unitAt(0.25, 0.75)], []])
    expect((await plantWithPlans.plans()).map(({ lamps, units }) => [lamps, units])).toEqual([
      [1, 1],
      [0, 0],
    ])
    server.broadcasts.splice(0)
    await plantWithPlans.save(second.id, { placed: [unitAt(1, 0)] })
    expect(await plantWithPlans.readPlaces()).toEqual([
      { plan_id: first.id, version: 2, lamps: [plantWithPlans.at(1, 0.5, 0.5)] },
      { plan_id: second.id, version: 1, lamps: [unitAt(1, 0)] },
    ])
    const planBroadcasts = server.broadcasts.map(({ event, data }) => [event, (data as { plan_id: string }).plan_id])
    expect(planBroadcasts).toEqual([
      ['aggiornaMappe', second.id],
      ['aggiornaMappe', first.id],
    ])
    await plantWithPlans.save(second.id, { version: 1, removed: [{ topic: plantWithPlans.topic, addr: null }] })
    expect((await placedOn())[1]).toEqual([])
    const { units } = await server.as(plantWithPlans.owner).call('getPlantDetails', { plantId: plantWithPlans.plantId })
    expect(units.map(({ cu_type, cu_id }) => `${cu_type}_${cu_id}`)).toContain(plantWithPlans.topic)
  })

  it('has one place when placed on two plans at once', async () => {
    const plans = [await plantWithPlans.createPlan('A.png'), await plantWithPlans.createPlan('B.png')]
    await Promise.all(plans.map(({ id }) => plantWithPlans.save(id, { placed: [unitAt(0.5, 0.5)] })))
    const rows = await server.database.db.select().from(floorPlanLampTable)
    const unitId = await idOf(plantWithPlans.topic)
    expect(rows.filter(({ centralUnitId }) => centralUnitId === unitId)).toHaveLength(1)
    expect((await placedOn()).flat()).toEqual([unitAt(0.5, 0.5)])
  })

  it('is refused for other plants and read-only members without a change', async () => {
    const foreignTopic = plantWithPlans.topic
    plantWithPlans = await openPlantWithPlans(server)
    const { id } = await plantWithPlans.createPlan()
    expect(await refusalOf(id, [plantWithPlans.at(1, 0, 0), unitAt(0.5, 0.5, foreignTopic)])).toBe('UNIT_NOT_FOUND')
    expect(await refusalOf(id, [unitAt(0.5, 0.5)], plantWithPlans.owner)).toBe('NOT_ALLOWED')
    expect(await refusalOf(id, [unitAt(0.5, 1.1)])).toBe('INVALID_INPUT')
    expect(await refusalOf(id, [{ ...unitAt(0.5, 0.5), addr: 0 }])).toBe('INVALID_INPUT')
    expect(await placedOn()).toEqual([[]])
  })

  it('leaves plan and plant together, and returns without a place', async () => {
    const { id } = await plantWithPlans.createPlan()
    await plantWithPlans.save(id, { placed: [unitAt(0.5, 0.5), plantWithPlans.at(2, 0.1, 0.1)] })
    await remove(plantWithPlans.topic)
    expect([await placedOn(), (await plantWithPlans.plan(id)).units]).toEqual([[[]], 0])
    expect(await refusalOf(id, [unitAt(0.5, 0.5)])).toBe('UNIT_NOT_FOUND')
    await server.create.unit(plantWithPlans.plantId, 'logica', plantWithPlans.topic.slice(-6))
    expect(await placedOn()).toEqual([[]])
  })

  it('passes its place to a replacement unit', async () => {
    const { id } = await plantWithPlans.createPlan()
    await plantWithPlans.save(id, { placed: [unitAt(0.1, 0.2), plantWithPlans.at(1, 0.3, 0.4)] })
    const { db } = server.database
    await movePlacesToSuccessors(db, await idOf(plantWithPlans.topic), [{ old: 'A1B2C1', new: 'A1B2C3' }])
    expect(await placedOn()).toEqual([[plantWithPlans.at(3, 0.3, 0.4), unitAt(0.1, 0.2)]])
    const next = await server.create.unit(plantWithPlans.plantId, 'logica', '0DFEEE')
    await insertLamps(server, plantWithPlans.plantId, [{ addr: 7, serial: 'A1B2C3' }], next)
    await movePlaces(db, await idOf(plantWithPlans.topic), await idOf(next))
    await remove(plantWithPlans.topic)
    expect(await placedOn()).toEqual([[{ ...plantWithPlans.at(7, 0.3, 0.4), topic: next }, unitAt(0.1, 0.2, next)]])
  })

  it('has a place before its enrolment', async () => {
    const { id } = await plantWithPlans.createPlan()
    const topic = 'logica_0DFEEF'
    await server
      .as(plantWithPlans.staff)
      .call('saveCu', { plantId: plantWithPlans.plantId, cuType: 'logica', cuId: '0DFEEF' })
    await plantWithPlans.save(id, { placed: [unitAt(0.1, 0.2, topic)] })
    expect(await placedOn()).toEqual([[unitAt(0.1, 0.2, topic)]])
  })
})
