import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

const point = (x: number, y: number) => ({ x, y })
const leftHalf = [point(0, 0), point(0.5, 0), point(0.5, 1), point(0, 1)]
const all = [point(0, 0), point(1, 0), point(1, 1), point(0, 1)]
const givenRoom = async (name: string) => {
  const room = { level: 'room', parentId: null, name, kind: null, areaM2: null } as const
  return (await server.as(plantWithPlans.staff).call('saveRoom', { plantId: plantWithPlans.plantId, room })).room_id
}
const createPlan = async () => {
  const { id } = await plantWithPlans.createPlan()
  await plantWithPlans.save(id, {
    placed: [plantWithPlans.at(1, 0.1, 0.5), plantWithPlans.at(2, 0.4, 0.5), plantWithPlans.at(3, 0.8, 0.5)],
  })
  return id
}
const draw = (planId: string, roomId: string, outline = leftHalf, caller = plantWithPlans.staff) =>
  server.as(caller).call('drawRoom', { plantId: plantWithPlans.plantId, planId, roomId, outline })
const refusalOf = (planId: string, roomId: string, outline = leftHalf, caller = plantWithPlans.staff) =>
  server.as(caller).refusal('drawRoom', { plantId: plantWithPlans.plantId, planId, roomId, outline })
const rooms = async () => {
  const { rooms: outlinedRooms } = await server
    .as(plantWithPlans.owner)
    .call('getRoomLamps', { plantId: plantWithPlans.plantId })
  return outlinedRooms.map(({ room_id, addrs }) => [room_id, addrs])
}
const outlines = async () =>
  (await server.as(plantWithPlans.owner).call('getFloorPlanRooms', { plantId: plantWithPlans.plantId })).rooms

it('a drawn room contains the lamps inside, each in one room, with a broadcast', async () => {
  const planId = await createPlan()
  const [leftRoom, wholeRoom] = [await givenRoom('Left'), await givenRoom('Whole')]
  server.broadcasts.splice(0)
  expect(await draw(planId, leftRoom)).toEqual({ lamps: 2, units: 0 })
  expect(server.broadcasts.map(({ event }) => event).sort()).toEqual(['assignToRoom', 'floorPlans'])
  expect(await rooms()).toEqual([[leftRoom, [1, 2]]])
  expect(await outlines()).toEqual([{ plan_id: planId, room_id: leftRoom, outline: leftHalf }])
  expect(await draw(planId, wholeRoom, all)).toEqual({ lamps: 3, units: 0 })
  expect(await rooms()).toEqual([[wholeRoom, [1, 2, 3]]])
})

it('a unit inside is in the room, but not its lamps elsewhere', async () => {
  const planId = await createPlan()
  await plantWithPlans.save(planId, {
    version: 1,
    placed: [{ topic: plantWithPlans.topic, addr: null, x: 0.2, y: 0.9 }],
  })
  const [leftRoom, wholeRoom] = [await givenRoom('Left'), await givenRoom('Whole')]
  expect(await draw(planId, leftRoom)).toEqual({ lamps: 2, units: 1 })
  const unitsOf = async (roomId: string) =>
    (await server.as(plantWithPlans.owner).call('getRoom', { plantId: plantWithPlans.plantId, roomId })).units
  expect([await unitsOf(leftRoom), await rooms()]).toEqual([[plantWithPlans.topic], [[leftRoom, [1, 2]]]])
  expect(await draw(planId, wholeRoom, all)).toEqual({ lamps: 3, units: 1 })
  expect([await unitsOf(leftRoom), await unitsOf(wholeRoom)]).toEqual([[], [plantWithPlans.topic]])
})

it('erasing an outline affects one room on one plan', async () => {
  const [planId, otherPlan] = [await createPlan(), (await plantWithPlans.createPlan('Other.png')).id]
  const [leftRoom, wholeRoom] = [await givenRoom('Left'), await givenRoom('Whole')]
  for (const plan of [planId, otherPlan]) for (const roomId of [leftRoom, wholeRoom]) await draw(plan, roomId)
  await server.as(plantWithPlans.staff).call('eraseRoom', { plantId: plantWithPlans.plantId, planId, roomId: leftRoom })
  const outlineIds = (await outlines()).map(({ plan_id, room_id }) => `${plan_id} ${room_id}`)
  expect(outlineIds.toSorted()).toEqual(
    [`${planId} ${wholeRoom}`, `${otherPlan} ${leftRoom}`, `${otherPlan} ${wholeRoom}`].toSorted(),
  )
})

it('a room has one outline per plan, removed with the room', async () => {
  const planId = await createPlan()
  const roomId = await givenRoom('Left')
  await draw(planId, roomId)
  await draw(planId, roomId, all)
  expect(await outlines()).toMatchObject([{ room_id: roomId, outline: all }])
  const refuseErase = () =>
    server.as(plantWithPlans.staff).refusal('eraseRoom', { plantId: plantWithPlans.plantId, planId, roomId })
  expect([await refuseErase(), await refuseErase()]).toEqual([null, 'ROOM_NOT_FOUND'])
  expect([await outlines(), await rooms()]).toEqual([[], [[roomId, [1, 2, 3]]]])
  await draw(planId, roomId)
  await server.as(plantWithPlans.staff).call('removeRoom', { plantId: plantWithPlans.plantId, roomId })
  expect(await outlines()).toEqual([])
})

it('outlines with foreign rooms, bad corners or missing permission are refused', async () => {
  const planId = await createPlan()
  const roomId = await givenRoom('Left')
  const first = plantWithPlans
  plantWithPlans = await openPlantWithPlans(server)
  const foreignRoom = await givenRoom('Foreign')
  const foreignPlan = await createPlan()
  expect(await refusalOf(foreignPlan, roomId)).toBe('ROOM_NOT_FOUND')
  plantWithPlans = first
  expect(await refusalOf(planId, foreignRoom)).toBe('ROOM_NOT_FOUND')
  expect(await refusalOf(planId, randomUUID())).toBe('ROOM_NOT_FOUND')
  expect(await refusalOf(planId, roomId, leftHalf.slice(2))).toBe('INVALID_INPUT')
  expect(await refusalOf(planId, roomId, [...leftHalf.slice(1), point(1.2, 0)])).toBe('INVALID_INPUT')
  expect(await refusalOf(planId, roomId, leftHalf, plantWithPlans.owner)).toBe('NOT_ALLOWED')
  expect([await outlines(), await rooms()]).toEqual([[], []])
  const { id } = await plantWithPlans.createPlan('a.pdf', Buffer.from('%PDF-1.7 and nothing'))
  expect(await refusalOf(id, roomId)).toBe('FLOOR_PLAN_NOT_READY')
})

it('outlines move along with a newer drawing', async () => {
  const planId = await createPlan()
  const roomId = await givenRoom('Left')
  await draw(planId, roomId)
  const otherPlan = (await plantWithPlans.createPlan('Other.png')).id
  await draw(otherPlan, roomId)
  const next = await plantWithPlans.sendNewer(planId)
  const alignment = {
    first: { before: point(0, 0), now: point(0, 0) },
    second: { before: point(0.5, 0), now: point(1, 0) },
  }
  const input = { plantId: plantWithPlans.plantId, planId, drawingId: next?.id ?? '', version: 1, alignment }
  await server.as(plantWithPlans.staff).call('alignDrawing', input)
  const outlineOfPlan = new Map((await outlines()).map(({ plan_id, outline }) => [plan_id, outline]))
  expect(outlineOfPlan).toEqual(
    new Map([
      [planId, all],
      [otherPlan, leftHalf],
    ]),
  )
})
