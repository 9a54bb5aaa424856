import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dxfDrawing, pdfOfTwoPages, svgOfTwoPages } from '../../testing/drawings.ts'
import { greyPicture, openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { smallPlanSide } from '../../testing/small-drawings.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { fileTable } from '../files/files.schema.ts'

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
/** The newer drawing shows only the left half, as a square. */
const leftHalf = {
  first: { before: point(0, 0), now: point(0, 0) },
  second: { before: point(0.5, 1), now: point(1, 1) },
}
const align = (planId: string, drawingId: string, version: number, caller = plantWithPlans.staff) =>
  server
    .as(caller)
    .refusal('alignDrawing', { plantId: plantWithPlans.plantId, planId, drawingId, version, alignment: leftHalf })
const discard = (planId: string, drawingId: string) =>
  server.as(plantWithPlans.staff).refusal('discardDrawing', { plantId: plantWithPlans.plantId, planId, drawingId })
/** Retained files of the plant: three pictures per stored drawing. */
const listStoredFiles = async () => {
  const isOfPlant = eq(fileTable.plantId, plantWithPlans.plantId)
  const files = await server.database.db
    .select()
    .from(fileTable)
    .where(and(isOfPlant, ne(fileTable.state, 'removed')))
  return files.length
}

describe('newer drawing', () => {
  it('takes effect after alignment, and lamps keep their real place', async () => {
    const { id, drawing } = await plantWithPlans.createPlan()
    await server.as(plantWithPlans.staff).call('measureFloorPlan', {
      plantId: plantWithPlans.plantId,
      planId: id,
      version: 1,
      measure: { from: point(0, 0), to: point(1, 0), lengthM: 60 },
    })
    const unitAt = (x: number, y: number) => ({ ...plantWithPlans.at(1, x, y), addr: null })
    const places = [
      plantWithPlans.at(1, 0.25, 0.5),
      plantWithPlans.at(2, 0, 0),
      plantWithPlans.at(3, 1, 0.5),
      unitAt(0.1, 0.8),
    ]
    await plantWithPlans.save(id, { placed: places })
    const next = await plantWithPlans.sendNewer(id, 'Rev B.png', greyPicture(32, 32))
    expect(next).toMatchObject({ name: 'Rev B.png', state: 'ready', picture: { width: 32, height: 32 } })
    expect(await plantWithPlans.plan(id)).toMatchObject({
      drawing: { id: drawing.id },
      placesVersion: 1,
      longSideM: 60,
    })
    server.broadcasts.splice(0)
    const input = {
      plantId: plantWithPlans.plantId,
      planId: id,
      drawingId: next?.id ?? '',
      version: 1,
      alignment: leftHalf,
    }
    expect(await server.as(plantWithPlans.staff).call('alignDrawing', input)).toEqual({
      plan_id: id,
      version: 2,
      outside: 1,
    })
    const data = { plant_id: plantWithPlans.plantId, plan_id: id }
    expect(server.broadcasts).toContainEqual({ audience: { plant: plantWithPlans.plantId }, event: 'floorPlans', data })
    expect(await listStoredFiles()).toBe(3)
    expect(await plantWithPlans.plan(id)).toMatchObject({
      drawing: { id: next?.id },
      next: null,
      longSideM: 30,
      lamps: 3,
      units: 1,
    })
    expect(await plantWithPlans.readPlaces()).toEqual([
      {
        plan_id: id,
        version: 2,
        lamps: [
          plantWithPlans.at(1, 0.5, 0.5),
          plantWithPlans.at(2, 0, 0),
          plantWithPlans.at(3, 1, 0.5),
          unitAt(0.2, 0.8),
        ],
      },
    ])
  })

  it('that is discarded restores the former one', async () => {
    const before = await plantWithPlans.createPlan()
    await plantWithPlans.save(before.id, { placed: [plantWithPlans.at(1, 0.25, 0.5)] })
    const next = await plantWithPlans.sendNewer(before.id)
    expect(await discard(before.id, next?.id ?? '')).toBeNull()
    const after = await plantWithPlans.plan(before.id)
    expect(after).toMatchObject({ drawing: { id: before.drawing.id, state: 'ready' }, next: null })
    expect(after.drawing.picture).not.toBeNull()
    expect(await listStoredFiles()).toBe(3)
    expect(await plantWithPlans.readPlaces()).toMatchObject([{ version: 1, lamps: [plantWithPlans.at(1, 0.25, 0.5)] }])
    expect(await discard(before.id, next?.id ?? '')).toBe('FLOOR_PLAN_NOT_READY')
    expect(await align(before.id, next?.id ?? '', 1)).toBe('FLOOR_PLAN_NOT_READY')
  })

  it('of several pages waits for a choice while the plan stays', async () => {
    const { id } = await plantWithPlans.createPlan()
    const next = await plantWithPlans.sendNewer(id, 'Rev B.pdf', pdfOfTwoPages)
    expect(next).toMatchObject({ state: 'choose', choices: { pages: 2 } })
    expect(await align(id, next?.id ?? '', 0)).toBe('FLOOR_PLAN_NOT_READY')
    const choice = { page: 2, layers: null, unit: null }
    const input = { plantId: plantWithPlans.plantId, planId: id, choice }
    expect(await server.as(plantWithPlans.staff).refusal('chooseDrawing', input)).toBeNull()
    expect(await plantWithPlans.plan(id)).toMatchObject({ drawing: { state: 'ready' }, next: { state: 'drawing' } })
  })

  it('of one colour is marked as empty', async () => {
    const { id, drawing } = await plantWithPlans.createPlan('Rev A.svg', svgOfTwoPages)
    expect(drawing).toMatchObject({ state: 'choose', choices: { kind: 'svg', pages: 2 }, looksEmpty: false })
    const choose = (page: number | null) =>
      server.as(plantWithPlans.staff).refusal('chooseDrawing', {
        plantId: plantWithPlans.plantId,
        planId: id,
        choice: { page, layers: null, unit: null },
      })
    expect([await choose(3), await choose(null), await choose(2)]).toEqual(['DRAWING_CHOICE', 'DRAWING_CHOICE', null])
    await plantWithPlans.doJobs()
    expect(await plantWithPlans.plan(id)).toMatchObject({ drawing: { state: 'ready', looksEmpty: false } })
    const next = await plantWithPlans.sendNewer(id, 'Rev B.png', greyPicture(32, 32))
    expect(await plantWithPlans.plan(id)).toMatchObject({ drawing: { looksEmpty: false }, next: { looksEmpty: true } })
    expect(await align(id, next?.id ?? '', 0)).toBeNull()
    expect(await plantWithPlans.plan(id)).toMatchObject({ drawing: { looksEmpty: true }, next: null })
  })

  it('with its own scale sets it only when shown', async () => {
    const { id } = await plantWithPlans.createPlan()
    const next = await plantWithPlans.sendNewer(id, 'Rev B.dxf', dxfDrawing({ unit: null }))
    const choice = { page: null, layers: ['Walls'], unit: 'mm' as const }
    await server.as(plantWithPlans.staff).call('chooseDrawing', { plantId: plantWithPlans.plantId, planId: id, choice })
    await plantWithPlans.doJobs()
    expect(await plantWithPlans.plan(id)).toMatchObject({ longSideM: null, next: { state: 'ready' } })
    expect(await align(id, next?.id ?? '', 0)).toBeNull()
    expect((await plantWithPlans.plan(id)).longSideM).toBeCloseTo((10 * smallPlanSide) / (smallPlanSide - 48), 1)
  })

  it('replaces an earlier newer one, and only one is aligned', async () => {
    const { id } = await plantWithPlans.createPlan()
    const first = await plantWithPlans.sendNewer(id, 'Rev B.png')
    const second = await plantWithPlans.sendNewer(id, 'Rev C.png')
    expect(await listStoredFiles()).toBe(6)
    expect((await plantWithPlans.plan(id)).next?.name).toBe('Rev C.png')
    expect(await align(id, first?.id ?? '', 0)).toBe('FLOOR_PLAN_NOT_READY')
    const codes = await Promise.all([
      align(id, second?.id ?? '', 0),
      align(id, second?.id ?? '', 0, plantWithPlans.colleague),
    ])
    expect(codes.sort()).toEqual(['FLOOR_PLAN_NOT_READY', null])
  })

  it('is not aligned over newer places or by readers', async () => {
    const { id } = await plantWithPlans.createPlan()
    const next = await plantWithPlans.sendNewer(id)
    await plantWithPlans.save(id, { placed: [plantWithPlans.at(1, 0.5, 0.5)] })
    expect(await align(id, next?.id ?? '', 0)).toBe('CHANGED_MEANWHILE')
    expect(await align(id, next?.id ?? '', 1, plantWithPlans.owner)).toBe('NOT_ALLOWED')
    const unchanged = { ...leftHalf, second: leftHalf.first }
    const input = {
      plantId: plantWithPlans.plantId,
      planId: id,
      drawingId: next?.id ?? '',
      version: 1,
      alignment: unchanged,
    }
    expect(await server.as(plantWithPlans.staff).refusal('alignDrawing', input)).toBe('INVALID_INPUT')
    expect(await plantWithPlans.plan(id)).toMatchObject({ placesVersion: 1, next: { id: next?.id } })
  })

  it('is refused beyond the quota', async () => {
    const { id } = await plantWithPlans.createPlan()
    const input = { plantId: plantWithPlans.plantId, planId: id, bytes: 20_971_520 }
    expect(await server.as(plantWithPlans.staff).refusal('uploadDrawing', input)).toBe('FILE_QUOTA_EXCEEDED')
  })

  it('requires the accepted picture notice', async () => {
    const { id } = await plantWithPlans.createPlan()
    const input = { plantId: plantWithPlans.plantId, planId: id, bytes: 10 }
    expect(await server.as(plantWithPlans.colleague).refusal('uploadDrawing', input)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
    await server.as(plantWithPlans.colleague).call('saveDisclaimerPhoto', {})
    expect(await server.as(plantWithPlans.colleague).call('uploadDrawing', input)).toMatchObject({ bytes: 10 })
  })

  it('is refused without a drawing to replace', async () => {
    const { id } = await plantWithPlans.createPlan('a.pdf', Buffer.from('%PDF-1.7 and nothing'))
    const input = { plantId: plantWithPlans.plantId, planId: id, bytes: 10 }
    expect(await server.as(plantWithPlans.staff).refusal('uploadDrawing', input)).toBe('FLOOR_PLAN_NOT_READY')
  })
})

it('a Basic plant may replace its one plan', async () => {
  plantWithPlans = await openPlantWithPlans(server, false)
  const { id } = await plantWithPlans.createPlan()
  const next = await plantWithPlans.sendNewer(id)
  expect(await align(id, next?.id ?? '', 0)).toBeNull()
  expect(await plantWithPlans.plans()).toHaveLength(1)
})

it('a removed plan removes its newer drawing', async () => {
  const { id } = await plantWithPlans.createPlan()
  await plantWithPlans.sendNewer(id)
  await server.as(plantWithPlans.staff).call('removeFloorPlan', { plantId: plantWithPlans.plantId, planId: id })
  expect(await plantWithPlans.plans()).toEqual([])
  expect(await listStoredFiles()).toBe(0)
})
