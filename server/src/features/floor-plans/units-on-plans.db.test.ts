import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { floorPlanLampTable } from './floor-plans.schema.ts'
import { movePlaces, movePlacesToSuccessors } from './index.ts'

let server: TestServer
let here: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  here = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

/** The unit itself at a place. */
const unitAt = (x: number, y: number, topic = here.topic) => ({ topic, addr: null, x, y })
const placedOn = async () => (await here.placed()).map(({ lamps }) => lamps)
const refused = (planId: string, placed: object[], by = here.staff) =>
  server.as(by).refusal('aggiornaMappe', {
    plantId: here.plantId,
    datiMappe: { planId, version: 0, placed, removed: [] },
  })
const remove = (topic: string) => server.as(here.staff).call('removeCu', { plantId: here.plantId, topic })
const idOf = async (topic: string) => (await findUnit(server.database.db, here.plantId, { topic }))?.id ?? ''

describe('a unit on a plan', () => {
  it('has one place, moves to the plan on which it is placed again, and is taken off without leaving the plant', async () => {
    const [first, second] = [await here.given('A.png'), await here.given('B.png')]
    await here.save(first.id, { placed: [unitAt(0.25, 0.75), here.at(1, 0.5, 0.5)] })
    expect(await placedOn()).toEqual([[here.at(1, 0.5, 0.5), unitAt(0.25, 0.75)], []])
    expect((await here.plans()).map(({ lamps, units }) => [lamps, units])).toEqual([
      [1, 1],
      [0, 0],
    ])
    server.announced.splice(0)
    await here.save(second.id, { placed: [unitAt(1, 0)] })
    expect(await here.placed()).toEqual([
      { plan_id: first.id, version: 2, lamps: [here.at(1, 0.5, 0.5)] },
      { plan_id: second.id, version: 1, lamps: [unitAt(1, 0)] },
    ])
    const told = server.announced.map(({ event, data }) => [event, (data as { plan_id: string }).plan_id])
    expect(told).toEqual([
      ['aggiornaMappe', second.id],
      ['aggiornaMappe', first.id],
    ])
    await here.save(second.id, { version: 1, removed: [{ topic: here.topic, addr: null }] })
    expect((await placedOn())[1]).toEqual([])
    const { units } = await server.as(here.owner).call('getPlantDetails', { plantId: here.plantId })
    expect(units.map(({ cu_type, cu_id }) => `${cu_type}_${cu_id}`)).toContain(here.topic)
  })

  it('has one place also where two place it at once on two plans', async () => {
    const plans = [await here.given('A.png'), await here.given('B.png')]
    await Promise.all(plans.map(({ id }) => here.save(id, { placed: [unitAt(0.5, 0.5)] })))
    const rows = await server.database.db.select().from(floorPlanLampTable)
    const unitId = await idOf(here.topic)
    expect(rows.filter(({ centralUnitId }) => centralUnitId === unitId)).toHaveLength(1)
    expect((await placedOn()).flat()).toEqual([unitAt(0.5, 0.5)])
  })

  it('of another plant is not found, by those who only look it is not placed, and nothing is saved', async () => {
    const strange = here.topic
    here = await openPlantWithPlans(server)
    const { id } = await here.given()
    expect(await refused(id, [here.at(1, 0, 0), unitAt(0.5, 0.5, strange)])).toBe('UNIT_NOT_FOUND')
    expect(await refused(id, [unitAt(0.5, 0.5)], here.owner)).toBe('NOT_ALLOWED')
    expect(await refused(id, [unitAt(0.5, 1.1)])).toBe('INVALID_INPUT')
    expect(await refused(id, [{ ...unitAt(0.5, 0.5), addr: 0 }])).toBe('INVALID_INPUT')
    expect(await placedOn()).toEqual([[]])
  })

  it('leaves the plan when it leaves the plant; added again, it waits for a place', async () => {
    const { id } = await here.given()
    await here.save(id, { placed: [unitAt(0.5, 0.5), here.at(2, 0.1, 0.1)] })
    await remove(here.topic)
    expect([await placedOn(), (await here.plan(id)).units]).toEqual([[[]], 0])
    expect(await refused(id, [unitAt(0.5, 0.5)])).toBe('UNIT_NOT_FOUND')
    await server.given.unit(here.plantId, 'logica', here.topic.slice(-6))
    expect(await placedOn()).toEqual([[]])
  })

  it('gives its place to the unit that takes its place, and keeps it when one of its lamps is replaced', async () => {
    const { id } = await here.given()
    await here.save(id, { placed: [unitAt(0.1, 0.2), here.at(1, 0.3, 0.4)] })
    const { db } = server.database
    await movePlacesToSuccessors(db, await idOf(here.topic), [{ old: 'A1B2C1', new: 'A1B2C3' }])
    expect(await placedOn()).toEqual([[here.at(3, 0.3, 0.4), unitAt(0.1, 0.2)]])
    const next = await server.given.unit(here.plantId, 'logica', '0DFEEE')
    await insertLamps(server, here.plantId, [{ addr: 7, serial: 'A1B2C3' }], next)
    await movePlaces(db, await idOf(here.topic), await idOf(next))
    await remove(here.topic)
    expect(await placedOn()).toEqual([[{ ...here.at(7, 0.3, 0.4), topic: next }, unitAt(0.1, 0.2, next)]])
  })

  it('that is not enrolled yet has a place too', async () => {
    const { id } = await here.given()
    const topic = 'logica_0DFEEF'
    await server.as(here.staff).call('saveCu', { plantId: here.plantId, cuType: 'logica', cuId: '0DFEEF' })
    await here.save(id, { placed: [unitAt(0.1, 0.2, topic)] })
    expect(await placedOn()).toEqual([[unitAt(0.1, 0.2, topic)]])
  })
})
