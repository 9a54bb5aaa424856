import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let here: Awaited<ReturnType<typeof openPlantWithPlans>>
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  here = await openPlantWithPlans(server)
})
afterAll(() => server.stop())

const spot = (x: number, y: number) => ({ x, y })
const leftHalf = [spot(0, 0), spot(0.5, 0), spot(0.5, 1), spot(0, 1)]
const all = [spot(0, 0), spot(1, 0), spot(1, 1), spot(0, 1)]
const givenRoom = async (name: string) => {
  const room = { level: 'room', parentId: null, name, kind: null, areaM2: null } as const
  return (await server.as(here.staff).call('saveRoom', { plantId: here.plantId, room })).room_id
}
const givenPlan = async () => {
  const { id } = await here.given()
  await here.save(id, { placed: [here.at(1, 0.1, 0.5), here.at(2, 0.4, 0.5), here.at(3, 0.8, 0.5)] })
  return id
}
const draw = (planId: string, roomId: string, outline = leftHalf, by = here.staff) =>
  server.as(by).call('drawRoom', { plantId: here.plantId, planId, roomId, outline })
const refused = (planId: string, roomId: string, outline = leftHalf, by = here.staff) =>
  server.as(by).refusal('drawRoom', { plantId: here.plantId, planId, roomId, outline })
const rooms = async () => {
  const { rooms: its } = await server.as(here.owner).call('getRoomLamps', { plantId: here.plantId })
  return its.map(({ room_id, addrs }) => [room_id, addrs])
}
const outlines = async () => (await server.as(here.owner).call('getFloorPlanRooms', { plantId: here.plantId })).rooms

it('a room that is drawn on a plan has the lamps inside, all who look are told, and each lamp is in one room', async () => {
  const planId = await givenPlan()
  const [left, whole] = [await givenRoom('Left'), await givenRoom('Whole')]
  server.announced.splice(0)
  expect(await draw(planId, left)).toEqual({ lamps: 2, units: 0 })
  expect(server.announced.map(({ event }) => event).sort()).toEqual(['assignToRoom', 'floorPlans'])
  expect(await rooms()).toEqual([[left, [1, 2]]])
  expect(await outlines()).toEqual([{ plan_id: planId, room_id: left, outline: leftHalf }])
  expect(await draw(planId, whole, all)).toEqual({ lamps: 3, units: 0 })
  expect(await rooms()).toEqual([[whole, [1, 2, 3]]])
})

it('a unit that stands inside is in the room too, and a lamp of it that is elsewhere is not', async () => {
  const planId = await givenPlan()
  await here.save(planId, { version: 1, placed: [{ topic: here.topic, addr: null, x: 0.2, y: 0.9 }] })
  const [left, whole] = [await givenRoom('Left'), await givenRoom('Whole')]
  expect(await draw(planId, left)).toEqual({ lamps: 2, units: 1 })
  const unitsOf = async (roomId: string) =>
    (await server.as(here.owner).call('getRoom', { plantId: here.plantId, roomId })).units
  expect([await unitsOf(left), await rooms()]).toEqual([[here.topic], [[left, [1, 2]]]])
  expect(await draw(planId, whole, all)).toEqual({ lamps: 3, units: 1 })
  expect([await unitsOf(left), await unitsOf(whole)]).toEqual([[], [here.topic]])
})

it('erased is that room alone, and what is drawn on other plans stays', async () => {
  const [planId, otherPlan] = [await givenPlan(), (await here.given('Other.png')).id]
  const [left, whole] = [await givenRoom('Left'), await givenRoom('Whole')]
  for (const plan of [planId, otherPlan]) for (const roomId of [left, whole]) await draw(plan, roomId)
  await server.as(here.staff).call('eraseRoom', { plantId: here.plantId, planId, roomId: left })
  const drawn = (await outlines()).map(({ plan_id, room_id }) => `${plan_id} ${room_id}`)
  expect(drawn.toSorted()).toEqual([`${planId} ${whole}`, `${otherPlan} ${left}`, `${otherPlan} ${whole}`].toSorted())
})

it('what is drawn again is drawn once; erased, it leaves the lamps in the room; a room that goes takes its outline along', async () => {
  const planId = await givenPlan()
  const roomId = await givenRoom('Left')
  await draw(planId, roomId)
  await draw(planId, roomId, all)
  expect(await outlines()).toMatchObject([{ room_id: roomId, outline: all }])
  const erase = () => server.as(here.staff).refusal('eraseRoom', { plantId: here.plantId, planId, roomId })
  expect([await erase(), await erase()]).toEqual([null, 'ROOM_NOT_FOUND'])
  expect([await outlines(), await rooms()]).toEqual([[], [[roomId, [1, 2, 3]]]])
  await draw(planId, roomId)
  await server.as(here.staff).call('removeRoom', { plantId: here.plantId, roomId })
  expect(await outlines()).toEqual([])
})

it('a room of another plant, too few corners, corners beside the plan and people who only look are refused', async () => {
  const planId = await givenPlan()
  const roomId = await givenRoom('Left')
  const first = here
  here = await openPlantWithPlans(server)
  const foreign = await givenRoom('Foreign')
  const foreignPlan = await givenPlan()
  expect(await refused(foreignPlan, roomId)).toBe('ROOM_NOT_FOUND')
  here = first
  expect(await refused(planId, foreign)).toBe('ROOM_NOT_FOUND')
  expect(await refused(planId, randomUUID())).toBe('ROOM_NOT_FOUND')
  expect(await refused(planId, roomId, leftHalf.slice(2))).toBe('INVALID_INPUT')
  expect(await refused(planId, roomId, [...leftHalf.slice(1), spot(1.2, 0)])).toBe('INVALID_INPUT')
  expect(await refused(planId, roomId, leftHalf, here.owner)).toBe('NOT_ALLOWED')
  expect([await outlines(), await rooms()]).toEqual([[], []])
  const { id } = await here.given('a.pdf', Buffer.from('%PDF-1.7 and nothing'))
  expect(await refused(id, roomId)).toBe('FLOOR_PLAN_NOT_READY')
})

it('rooms go along when a newer drawing replaces the one that they are drawn on', async () => {
  const planId = await givenPlan()
  const roomId = await givenRoom('Left')
  await draw(planId, roomId)
  const otherPlan = (await here.given('Other.png')).id
  await draw(otherPlan, roomId)
  const next = await here.sendNewer(planId)
  const alignment = {
    first: { before: spot(0, 0), now: spot(0, 0) },
    second: { before: spot(0.5, 0), now: spot(1, 0) },
  }
  const asked = { plantId: here.plantId, planId, drawingId: next?.id ?? '', version: 1, alignment }
  await server.as(here.staff).call('alignDrawing', asked)
  const drawn = new Map((await outlines()).map(({ plan_id, outline }) => [plan_id, outline]))
  expect(drawn).toEqual(
    new Map([
      [planId, all],
      [otherPlan, leftHalf],
    ]),
  )
})
