import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
type Plant = Awaited<ReturnType<typeof openPlantWithPlans>>
let plant: Plant
let planId: string
let walkId: string
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const begin = (caller = plant.staff, onPlan = planId) =>
  server.as(caller).call('startWalk', { plantId: plant.plantId, of: { planId: onPlan } })
beforeEach(async () => {
  plant = await openPlantWithPlans(server)
  planId = (await plant.createPlan()).id
  const birthMessage = {
    boot: 1,
    online: true,
    life: 'a11fea11fea11fe0',
    connection: 0,
    at: server.clock.now().toISOString(),
  }
  await server.inbox.accept(`v1/${plant.topic}/up/online`, Buffer.from(JSON.stringify(birthMessage)))
  walkId = (await begin()).walk.id
  server.broadcasts.length = 0
})

const walkInput = () => ({ plantId: plant.plantId, walkId })
const lamp = (addr: number) => ({ topic: plant.topic, serial: `A1B2C${addr}` })
const claimLamp = (caller: User = plant.staff) => server.as(caller).call('claimWalkLamp', walkInput())
const placeInput = (addr: number, x: number, y: number) => ({
  ...walkInput(),
  ...lamp(addr),
  workId: randomUUID(),
  at: { x, y },
  goOn: true,
})
const place = (addr: number, x: number, y: number, caller = plant.staff) =>
  server.as(caller).call('placeWalkLamp', placeInput(addr, x, y))
const returnToLamp = (addr: number, caller = plant.staff) =>
  server.as(caller).call('returnToWalkLamp', { ...walkInput(), ...lamp(addr) })
const readSpots = async () => (await plant.readPlaces())[0]?.lamps.map(({ addr, x, y }) => [addr, x, y])
const listBroadcasts = (event: string) => server.broadcasts.filter((one) => one.event === event)
const listCommands = () => {
  const all = server.broadcasts.flatMap(({ event, data }) => (event === 'response' ? [data.command] : []))
  return [...new Map(all.map(({ id, command }) => [id, command])).values()]
}

describe('walk on a plan', () => {
  it('gives unplaced lamps that blink, each to one person', async () => {
    expect((await claimLamp()).lamp).toMatchObject({ addr: 1, taken: { userid: plant.staff.userId } })
    expect((await claimLamp(plant.colleague)).lamp).toMatchObject({
      addr: 2,
      taken: { userid: plant.colleague.userId },
    })
    expect(listCommands()).toEqual(['identify', 'identify'])
    expect((await claimLamp()).lamp?.addr).toBe(1)
  })

  it('is shared by repeated starts and includes lamps that lost places', async () => {
    await claimLamp()
    await place(1, 0.25, 0.5)
    const version = (await plant.readPlaces())[0]?.version ?? 0
    await plant.save(planId, { version, removed: [{ topic: plant.topic, addr: 1 }] })
    const { walk } = await begin(plant.colleague)
    expect(walk).toMatchObject({ id: walkId, plan_id: planId, total: 6, done: 0 })
  })

  it('saves the tapped place, broadcasts it and gives the next lamp', async () => {
    await claimLamp()
    const step = await place(1, 0.25, 0.5)
    expect(step).toMatchObject({ walk: { done: 1, total: 6 }, lamp: { addr: 2 } })
    expect(await readSpots()).toEqual([[1, 0.25, 0.5]])
    expect(listBroadcasts('aggiornaMappe').map(({ data }) => data)).toMatchObject([{ plan_id: planId, version: 1 }])
    expect(listCommands()).toEqual(['identify', 'stop_blink', 'identify'])
  })

  it('saves a place once per key', async () => {
    await claimLamp()
    const input = placeInput(1, 0.25, 0.5)
    await server.as(plant.staff).call('placeWalkLamp', input)
    await plant.save(planId, { version: 1, placed: [plant.at(1, 0.75, 0.75)] })
    expect((await server.as(plant.staff).call('placeWalkLamp', input)).lamp?.addr).toBe(2)
    expect(await readSpots()).toEqual([[1, 0.75, 0.75]])
  })

  it('returns to an earlier lamp that blinks and can be moved', async () => {
    await claimLamp()
    await place(1, 0.25, 0.5)
    const step = await returnToLamp(1)
    expect(step).toMatchObject({
      walk: { done: 0 },
      lamp: { addr: 1, state: 'open' },
      command: { command: 'identify' },
    })
    const lamps = (await server.as(plant.owner).call('getWalk', walkInput())).lamps
    expect(lamps.map(({ taken: claimedBy }) => claimedBy?.userid ?? null)).toEqual([
      plant.staff.userId,
      null,
      null,
      null,
      null,
      null,
    ])
    expect((await place(1, 0.5, 0.5)).lamp?.addr).toBe(2)
    expect(await readSpots()).toEqual([[1, 0.5, 0.5]])
  })

  it('skips lamps placed otherwise and leaves a kept place alone', async () => {
    await plant.save(planId, { placed: [plant.at(1, 0.1, 0.1), plant.at(2, 0.2, 0.1)] })
    expect((await claimLamp()).lamp?.addr).toBe(3)
    await returnToLamp(1)
    await server.as(plant.staff).call('leaveWalk', walkInput())
    expect((await claimLamp(plant.colleague)).lamp?.addr).toBe(3)
    expect((await server.as(plant.owner).call('getWalk', walkInput())).walk).toMatchObject({ done: 2, total: 6 })
  })

  it('includes only lamps, not the unit', async () => {
    await plant.save(planId, { placed: [{ topic: plant.topic, addr: null, x: 0.9, y: 0.9 }] })
    expect((await claimLamp()).lamp?.addr).toBe(1)
    expect((await begin()).walk).toMatchObject({ done: 0, total: 6 })
    await place(1, 0.25, 0.5)
    expect(await readSpots()).toEqual([
      [1, 0.25, 0.5],
      [null, 0.9, 0.9],
    ])
  })

  it('begins with the floor of the plan', async () => {
    const room = { level: 'floor', parentId: null, name: 'Second floor', kind: null, areaM2: null } as const
    const roomId = (await server.as(plant.staff).call('saveRoom', { plantId: plant.plantId, room })).room_id
    const lamps = [{ topic: plant.topic, addr: [5] }]
    await server.as(plant.staff).call('assignToRoom', { plantId: plant.plantId, roomId, units: [], lamps })
    const second = await plant.createPlan('Second.png')
    await server.as(plant.staff).call('saveFloorPlan', {
      plantId: plant.plantId,
      planId: second.id,
      version: second.version,
      plan: { name: 'Second', roomId, reachM: null },
    })
    const walk = (await begin(plant.staff, second.id)).walk.id
    const step = await server.as(plant.staff).call('claimWalkLamp', { plantId: plant.plantId, walkId: walk })
    expect(step.lamp?.addr).toBe(5)
  })

  it('ends when every lamp is placed, or with its plan', async () => {
    for (const addr of [1, 2, 3, 4, 5]) {
      await claimLamp()
      await place(addr, addr / 10, 0.5)
    }
    expect(await place(6, 0.6, 0.5)).toMatchObject({ lamp: null, walk: { done: 6 } })
    await expect(place(6, 0.7, 0.5)).rejects.toThrow('WALK_ENDED')
    await expect(returnToLamp(6)).rejects.toThrow('WALK_ENDED')
    await expect(begin()).rejects.toThrow('NO_DEVICE_SELECTED')
    await server.as(plant.staff).call('removeFloorPlan', { plantId: plant.plantId, planId })
    await expect(place(6, 0.7, 0.5)).rejects.toThrow('WALK_NOT_FOUND')
    await expect(returnToLamp(6)).rejects.toThrow('WALK_NOT_FOUND')
    expect((await begin(plant.staff, (await plant.createPlan('Other.png')).id)).walk.total).toBe(6)
  })
})

describe('placing a lamp', () => {
  it('is refused for a lamp held by another person in any walk', async () => {
    await claimLamp()
    await expect(place(1, 0.5, 0.5, plant.colleague)).rejects.toMatchObject({ code: 'WALK_LAMP_NOT_YOURS' })
    await expect(returnToLamp(1, plant.colleague)).rejects.toMatchObject({ code: 'WALK_LAMP_NOT_YOURS' })
    await expect(place(9, 0.5, 0.5)).rejects.toMatchObject({ code: 'WALK_LAMP_NOT_YOURS' })
    await expect(returnToLamp(9)).rejects.toMatchObject({ code: 'LAMP_NOT_FOUND' })
    const lamps = [{ topic: plant.topic, addr: 2 }]
    const other = { plantId: plant.plantId, of: { lamps } }
    const { walk } = await server.as(plant.colleague).call('startWalk', other)
    await server.as(plant.colleague).call('claimWalkLamp', { plantId: plant.plantId, walkId: walk.id })
    await expect(returnToLamp(2)).rejects.toMatchObject({ code: 'WALK_LAMP_NOT_YOURS' })
    expect(await readSpots()).toEqual([])
  })

  it('is refused for a missing, unfinished or foreign plan', async () => {
    await expect(begin(plant.staff, randomUUID())).rejects.toThrow('FLOOR_PLAN_NOT_FOUND')
    const otherPlant = await openPlantWithPlans(server)
    await expect(begin(plant.staff, (await otherPlant.createPlan()).id)).rejects.toThrow('FLOOR_PLAN_NOT_FOUND')
    const brokenPlan = await plant.createPlan('Broken.pdf', Buffer.from('%PDF-1.4 nothing'))
    await expect(begin(plant.staff, brokenPlan.id)).rejects.toThrow('FLOOR_PLAN_NOT_READY')
    const foreignInput = { ...placeInput(1, 0.5, 0.5), plantId: otherPlant.plantId }
    await expect(server.as(otherPlant.staff).call('placeWalkLamp', foreignInput)).rejects.toThrow('WALK_NOT_FOUND')
  })

  it('is refused on a text walk, and texts on a plan walk', async () => {
    await claimLamp()
    const firstLocation = { ...walkInput(), ...lamp(1), workId: randomUUID(), version: 0, goOn: true }
    const place1 = { description: '', location: 'Door', roomId: null }
    await expect(server.as(plant.staff).call('saveWalkLamp', { ...firstLocation, place: place1 })).rejects.toThrow(
      'WALK_NOT_FOUND',
    )
    const scope = { topic: plant.topic }
    const { walk } = await server.as(plant.colleague).call('startWalk', { plantId: plant.plantId, of: scope })
    const step = { ...placeInput(2, 0.5, 0.5), walkId: walk.id }
    await server.as(plant.colleague).call('claimWalkLamp', { plantId: plant.plantId, walkId: walk.id })
    await expect(server.as(plant.colleague).call('placeWalkLamp', step)).rejects.toThrow('WALK_NOT_FOUND')
  })

  it('is refused for read-only members', async () => {
    await expect(begin(plant.owner)).rejects.toThrow('NOT_ALLOWED')
    await expect(place(1, 0.5, 0.5, plant.owner)).rejects.toThrow('NOT_ALLOWED')
    await expect(returnToLamp(1, plant.owner)).rejects.toThrow('NOT_ALLOWED')
  })
})
