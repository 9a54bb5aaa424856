import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type FloorPlanData, floorPlanLimits } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dxfDrawing, pdfOfTwoPages, svgDrawing } from '../../testing/drawings.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { greyPicture, openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { smallPlanSide } from '../../testing/small-drawings.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { insertDrawing, insertFloorPlan } from './floor-plans.store.ts'
import { movePlaces, movePlacesToSuccessors } from './index.ts'

let server: TestServer
let plantWithPlans: Awaited<ReturnType<typeof openPlantWithPlans>>
let { staff, colleague, owner, plantId, topic } = {} as typeof plantWithPlans
beforeAll(async () => {
  server = await createTestServer()
})
/** New people per plant. */
const createPlant = async (pro = true) => {
  plantWithPlans = await openPlantWithPlans(server, pro)
  ;({ staff, colleague, owner, plantId, topic } = plantWithPlans)
}
beforeEach(() => createPlant())
afterAll(() => server.stop())

const neverAborted = new AbortController().signal
const png = greyPicture(64, 32)
const begin = (bytes: number) => plantWithPlans.begin(bytes)
const send = async (name: string, content: Buffer) =>
  (await begin(content.length))(name, inChunks(content), neverAborted)
const doJobs = () => plantWithPlans.doJobs()
const plans = () => plantWithPlans.plans()
const createPlan = (name?: string, content?: Buffer) => plantWithPlans.createPlan(name, content)
const contents = async () => (await Array.fromAsync(server.ports.files.list())).map(({ key }) => key)
const lamps = () => plantWithPlans.readPlaces()
const save = (data: Partial<FloorPlanData> & { planId: string }, planInput: object = {}) => {
  const datiMappe = { version: 0, placed: [], removed: [], ...data }
  return server.as(staff).call('aggiornaMappe', { plantId, datiMappe, ...planInput })
}
const unchanged = {
  first: { before: { x: 0, y: 0 }, now: { x: 0, y: 0 } },
  second: { before: { x: 1, y: 1 }, now: { x: 1, y: 1 } },
}
/** Both save actions refuse alike. */
const refusalOf = async (data: Partial<FloorPlanData> & { planId: string }, caller = staff, withSocket = false) => {
  const input = { plantId, datiMappe: { version: 0, placed: [], removed: [], ...data } }
  const socketId = `0a1b2c3d.${randomUUID()}`
  const code = await server.as(caller).refusal('aggiornaMappe', { ...input, ...(withSocket && { socketId }) })
  expect(await server.as(caller).refusal('aggiornaMappePost', { ...input, socketId })).toBe(code)
  return code
}
const at = (addr: number, x = 0.5, y = 0.25, unitTopic = topic) => ({ topic: unitTopic, addr, x, y })

describe('floor plan drawing', () => {
  it('becomes three pictures without keeping the original', async () => {
    const before = await contents()
    await send('Piano 2.png', png)
    expect(await plans()).toMatchObject([{ name: 'Piano 2', drawing: { state: 'reading', picture: null } }])
    await doJobs()
    const [plan] = await plans()
    expect(plan).toMatchObject({ lamps: 0, longSideM: null, editor: null, drawing: { state: 'ready', refusal: null } })
    expect(plan?.drawing.picture).toMatchObject({ width: 64, height: 32 })
    expect((await contents()).filter((key) => !before.includes(key))).toHaveLength(3)
    expect(plan?.drawing.picture?.large.url).toMatch(/^\/files\//)
    const expectedBroadcast = {
      audience: { plant: plantId },
      event: 'floorPlans',
      data: { plant_id: plantId, plan_id: plan?.id },
    }
    expect(server.broadcasts).toContainEqual(expectedBroadcast)
  })

  it('is processed once for repeated jobs', async () => {
    await send('a.png', png)
    const [job] = server.jobs.slice(-1)
    await doJobs()
    const before = await contents()
    if (job) server.jobs.push(job)
    await doJobs()
    expect(await contents()).toEqual(before)
  })

  it('loses scripts and positions of an SVG or photo', async () => {
    const plan = await createPlan('plan.svg', svgDrawing)
    const link = plan.drawing.picture?.large.url.replace('/files/', '') ?? ''
    const id = server.ports.fileLinks.read(link, owner.sessionId) ?? ''
    const storedFile = await server.ports.files.get(id)
    expect(String(await buffer(storedFile ?? inChunks(Buffer.alloc(0))))).not.toMatch(/script|svg|Exif/)
  })

  it('of several pages waits for a choice', async () => {
    const { id, drawing } = await createPlan('plan.pdf', pdfOfTwoPages)
    expect(drawing).toMatchObject({ state: 'choose', choices: { kind: 'pdf', pages: 2 } })
    const choose = (page: number | null) =>
      server.as(staff).refusal('chooseDrawing', { plantId, planId: id, choice: { page, layers: null, unit: null } })
    expect([await choose(3), await choose(null), await choose(2)]).toEqual(['DRAWING_CHOICE', 'DRAWING_CHOICE', null])
    await doJobs()
    expect((await plans()).at(-1)?.drawing).toMatchObject({
      state: 'ready',
      picture: { width: smallPlanSide, height: smallPlanSide },
    })
    expect(await choose(1)).toBe('FLOOR_PLAN_NOT_READY')
  })

  it('with layers waits for layers and unit, and then has a scale', async () => {
    const { id } = await createPlan('plan.dxf', dxfDrawing({ unit: null }))
    const choose = (layers: string[] | null, unit: string | null) =>
      server.as(staff).refusal('chooseDrawing', { plantId, planId: id, choice: { page: null, layers, unit } })
    expect(await choose(['Walls'], null)).toBe('DRAWING_CHOICE')
    expect(await choose(['Nothing'], 'mm')).toBe('DRAWING_CHOICE')
    expect(await choose([], 'mm')).toBe('INVALID_INPUT')
    expect(await choose(['Walls'], 'mm')).toBeNull()
    await doJobs()
    expect((await plans()).at(-1)?.longSideM).toBeCloseTo((10 * smallPlanSide) / (smallPlanSide - 48), 1)
  })

  it.each([
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0080'), 'FILE_TYPE_REFUSED'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'FILE_TYPE_REFUSED'],
    ['nothing', Buffer.alloc(0), 'FILE_EMPTY'],
  ])('is not %s under any name', async (_title, content, code) => {
    const upload = await begin(content.length || 1)
    await expect(upload('plan.png', inChunks(content), neverAborted)).rejects.toMatchObject({ code })
    expect(await plans()).toEqual([])
  })

  it('is refused beyond the announced size or 20 MB', async () => {
    await expect((await begin(10))('a.png', inChunks(png), neverAborted)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    })
    const readRefusal = (bytes: number) => server.as(staff).refusal('uploadFloorPlan', { plantId, roomId: null, bytes })
    expect(await readRefusal(20_971_521)).toBe('INVALID_INPUT')
    expect(await readRefusal(20_971_520)).toBe('FILE_QUOTA_EXCEEDED')
  })

  it('requires the accepted picture notice', async () => {
    const input = { plantId, roomId: null, bytes: png.length }
    expect(await server.as(colleague).refusal('uploadFloorPlan', input)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
    await server.as(colleague).call('saveDisclaimerPhoto', {})
    expect(await server.as(colleague).call('uploadFloorPlan', input)).toMatchObject({ bytes: png.length })
  })

  it('that is unreadable is refused and does not count', async () => {
    await createPlant(false)
    const plan = await createPlan('plan.pdf', Buffer.from('%PDF-1.7 and nothing'))
    expect(plan.drawing).toMatchObject({ state: 'refused', refusal: 'unreadable', picture: null })
    expect(await createPlan()).toMatchObject({ drawing: { state: 'ready' } })
  })
})

describe('Basic plant', () => {
  it('has one floor plan, even with simultaneous uploads', async () => {
    await createPlant(false)
    const uploadHandlers = [await begin(png.length), await begin(png.length)]
    const uploadOutcomes = await Promise.allSettled(
      uploadHandlers.map((upload) => upload('plan.png', inChunks(png), neverAborted)),
    )
    const codes = uploadOutcomes.map((one) =>
      one.status === 'fulfilled' ? 'ok' : (one.reason as { code: string }).code,
    )
    expect(codes.sort()).toEqual(['MAPS_LIMIT_EXCEEDED', 'ok'])
    expect(await plans()).toHaveLength(1)
    const uploadInput = { plantId, roomId: null, bytes: 10 }
    await expect(server.as(staff).call('uploadFloorPlan', uploadInput)).rejects.toMatchObject({
      code: 'MAPS_LIMIT_EXCEEDED',
      details: { limit: 1 },
    })
  })
})

describe('floor plans', () => {
  it('have a name, a floor and an order', async () => {
    const [first, second] = [await createPlan('A.png'), await createPlan('B.png')]
    const room = { level: 'floor', parentId: null, name: 'Ground', kind: null, areaM2: null } as const
    const { room_id: roomId } = await server.as(staff).call('saveRoom', { plantId, room })
    const planInput = { plantId, planId: first.id, version: 1, plan: { name: 'Ground floor', roomId, reachM: 8 } }
    expect(await server.as(staff).call('saveFloorPlan', planInput)).toEqual({ plan_id: first.id, version: 2 })
    expect(await server.as(staff).refusal('saveFloorPlan', planInput)).toBe('CHANGED_MEANWHILE')
    const unknownRoomInput = { ...planInput, version: 2, plan: { name: 'X', roomId: randomUUID(), reachM: null } }
    expect(await server.as(staff).refusal('saveFloorPlan', unknownRoomInput)).toBe('ROOM_NOT_FOUND')
    expect(await server.as(staff).refusal('uploadFloorPlan', { plantId, roomId: randomUUID(), bytes: 1 })).toBe(
      'ROOM_NOT_FOUND',
    )
    await server.as(staff).call('moveFloorPlan', { plantId, planId: second.id, to: 0 })
    expect((await plans()).map(({ name, roomId: planRoomId }) => [name, planRoomId])).toEqual([
      ['B', null],
      ['Ground floor', roomId],
    ])
  })

  it('are removed with places and pictures, while lamps stay', async () => {
    const { id } = await createPlan()
    await save({ planId: id, placed: [at(1), at(2)] })
    await server.as(staff).call('removeFloorPlan', { plantId, planId: id })
    expect([await plans(), await lamps()]).toEqual([[], []])
    expect((await server.as(owner).call('getLamps', { plantId })).lamps).toHaveLength(6)
    expect(await refusalOf({ planId: id, placed: [at(1)] })).toBe('FLOOR_PLAN_NOT_FOUND')
    expect(await server.as(staff).refusal('removeFloorPlan', { plantId, planId: id })).toBe('FLOOR_PLAN_NOT_FOUND')
  })

  it('are limited in number', async () => {
    const at = server.clock.now()
    for (let n = 0; n < floorPlanLimits.perPlant; n++) {
      const [id, drawingId] = [randomUUID(), randomUUID()]
      await insertFloorPlan(server.database.db, { id, plantId, name: `${n}`, roomId: null, drawingId })
      const drawing = { id: drawingId, planId: id, name: 'a.png', sentAt: at, sourceId: null }
      await insertDrawing(server.database.db, drawing)
    }
    expect(await server.as(staff).refusal('uploadFloorPlan', { plantId, roomId: null, bytes: 1 })).toBe(
      'FLOOR_PLAN_LIMIT',
    )
  })

  it('of another plant are not found by any action', async () => {
    const { id: planId } = await createPlan()
    await createPlant()
    const inputs = {
      chooseDrawing: { choice: { page: 1, layers: null, unit: null } },
      saveFloorPlan: { version: 1, plan: { name: 'Mine', roomId: null, reachM: null } },
      measureFloorPlan: { version: 1, measure: null },
      uploadDrawing: { bytes: 1 },
      drawRoom: {
        roomId: randomUUID(),
        outline: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
        ],
      },
      eraseRoom: { roomId: randomUUID() },
      discardDrawing: { drawingId: randomUUID() },
      alignDrawing: { drawingId: randomUUID(), version: 0, alignment: unchanged },
      moveFloorPlan: { to: 0 },
      removeFloorPlan: {},
      holdFloorPlan: { editing: true },
    }
    for (const [action, inputOverrides] of Object.entries(inputs))
      expect(await server.as(staff).refusal(action, { plantId, planId, ...inputOverrides })).toBe(
        'FLOOR_PLAN_NOT_FOUND',
      )
  })

  it('show their current editor', async () => {
    const { id: planId } = await createPlan()
    const other = await server.create.user()
    server.broadcasts.splice(0)
    await server.as(staff).call('holdFloorPlan', { plantId, planId, editing: true })
    expect(server.broadcasts.map(({ event }) => event)).toEqual(['floorPlans'])
    expect((await plans())[0]?.editor).toMatchObject({ userid: staff.userId, name: staff.name })
    // The second caller learns who was first, and overwrites nothing.
    const second = await server.as(colleague).call('holdFloorPlan', { plantId, planId, editing: true })
    expect(second.editor).toMatchObject({ userid: staff.userId })
    await server.as(colleague).call('holdFloorPlan', { plantId, planId, editing: false })
    expect((await plans())[0]?.editor).toMatchObject({ userid: staff.userId })
    expect(await server.as(owner).refusal('holdFloorPlan', { plantId, planId, editing: true })).toBe('NOT_ALLOWED')
    expect(await server.as(other).refusal('holdFloorPlan', { plantId, planId, editing: true })).toBe('PLANT_NOT_FOUND')
    await server.as(staff).call('holdFloorPlan', { plantId, planId, editing: false })
    expect((await plans())[0]?.editor).toBeNull()
    await server.as(staff).call('holdFloorPlan', { plantId, planId, editing: true })
    server.clock.time = new Date(server.clock.now().getTime() + 46_000)
    expect((await plans())[0]?.editor).toBeNull()
  })
})

describe('lamps on a plan', () => {
  it('cannot be saved with the socket of another person', async () => {
    const plan = await createPlan('S.png')
    const { watchers } = server.ports
    const isOwn = vi.spyOn(watchers, 'isOwn').mockReturnValue(false)
    expect(await refusalOf({ planId: plan.id, placed: [at(1)] }, staff, true)).toBe('NOT_FOUND')
    isOwn.mockRestore()
    expect(await lamps()).toEqual([{ plan_id: plan.id, version: 0, lamps: [] }])
  })

  it('have one visible place each, and the saving socket is skipped', async () => {
    const [first, second] = [await createPlan('A.png'), await createPlan('B.png')]
    const socketId = `0a1b2c3d.${randomUUID()}`
    const places = [at(1, 0.25, 0.75), at(2)]
    expect(await save({ planId: first.id, placed: places }, { socketId })).toEqual({ plan_id: first.id, version: 1 })
    const data = { plant_id: plantId, plan_id: first.id, version: 1 }
    const audience = { plant: plantId, exceptSocket: socketId }
    expect(server.broadcasts).toContainEqual({ audience, event: 'aggiornaMappe', data })
    const datiMappe = { planId: second.id, version: 0, placed: [at(1, 1, 0)], removed: [] }
    await server.as(staff).call('aggiornaMappePost', { plantId, datiMappe, socketId })
    expect(await lamps()).toEqual([
      { plan_id: first.id, version: 2, lamps: [at(2)] },
      { plan_id: second.id, version: 1, lamps: [at(1, 1, 0)] },
    ])
    expect((await plans()).map((plan) => plan.lamps)).toEqual([1, 1])
    // Watchers of the lamp's former plan receive the change, including the saving socket.
    const lostBroadcast = { plant_id: plantId, plan_id: first.id, version: 2 }
    expect(server.broadcasts).toContainEqual({
      audience: { plant: plantId },
      event: 'aggiornaMappe',
      data: lostBroadcast,
    })
  })

  it('are removed from the plan but not the plant', async () => {
    const { id: planId } = await createPlan()
    await save({ planId, placed: [at(1), at(2)] })
    await save({ planId, version: 1, removed: [{ topic, addr: 1 }] })
    expect(await lamps()).toMatchObject([{ version: 2, lamps: [at(2)] }])
  })

  it('are not saved over a newer version, even at once', async () => {
    const { id: planId } = await createPlan()
    const placeAt = (x: number) => {
      const datiMappe = { planId, version: 0, placed: [at(1, x)], removed: [] }
      return server.as(staff).refusal('aggiornaMappe', { plantId, datiMappe })
    }
    expect((await Promise.all([placeAt(0.1), placeAt(0.9)])).sort()).toEqual(['CHANGED_MEANWHILE', null].sort())
    expect((await lamps())[0]?.version).toBe(1)
    expect(await refusalOf({ planId, placed: [at(2)] })).toBe('CHANGED_MEANWHILE')
  })

  it('are not saved for other plants or beyond the edge', async () => {
    const unitInput = { plantId, topic }
    const { id: planId } = await createPlan()
    await createPlant()
    const foreignPlan = await createPlan()
    expect(await refusalOf({ planId })).toBe('FLOOR_PLAN_NOT_FOUND')
    expect(await refusalOf({ planId: foreignPlan.id, placed: [at(1), at(1, 0.5, 0.5, unitInput.topic)] })).toBe(
      'UNIT_NOT_FOUND',
    )
    expect(await refusalOf({ planId: foreignPlan.id, placed: [at(99)] })).toBe('LAMP_NOT_FOUND')
    expect(await refusalOf({ planId: foreignPlan.id, placed: [at(1, 1.01)] })).toBe('INVALID_INPUT')
    expect(await refusalOf({ planId: foreignPlan.id, placed: [at(1)] }, owner)).toBe('NOT_ALLOWED')
    expect(await lamps()).toMatchObject([{ version: 0, lamps: [] }])
  })

  it('are placed only on a finished drawing', async () => {
    await send('plan.png', png)
    const [plan] = await plans()
    expect(await refusalOf({ planId: plan?.id ?? '', placed: [at(1)] })).toBe('FLOOR_PLAN_NOT_READY')
  })

  it('keep their place in a new list and pass it on', async () => {
    const { id: planId } = await createPlan()
    await save({ planId, placed: [at(1, 0.1, 0.2)] })
    const { db } = server.database
    const idOf = async (one: string) => (await findUnit(db, plantId, { topic: one }))?.id ?? ''
    await movePlacesToSuccessors(db, await idOf(topic), [{ old: 'A1B2C1', new: 'A1B2C3' }])
    expect((await lamps())[0]?.lamps).toEqual([at(3, 0.1, 0.2)])
    const next = await server.create.unit(plantId, 'logica', '0DFEED')
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C3' }], next)
    await movePlaces(db, await idOf(topic), await idOf(next))
    expect((await lamps())[0]?.lamps).toContainEqual(at(7, 0.1, 0.2, next))
  })
})
