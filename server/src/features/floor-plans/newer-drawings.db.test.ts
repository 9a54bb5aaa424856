import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dxfDrawing, pdfOfTwoPages, svgOfTwoPages } from '../../testing/drawings.ts'
import { greyPicture, openPlantWithPlans } from '../../testing/floor-plan-fixtures.ts'
import { smallPlanSide } from '../../testing/small-drawings.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { fileTable } from '../files/files.schema.ts'

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
/** The newer drawing shows the left half alone, as a square. */
const leftHalf = {
  first: { before: spot(0, 0), now: spot(0, 0) },
  second: { before: spot(0.5, 1), now: spot(1, 1) },
}
const align = (planId: string, drawingId: string, version: number, by = here.staff) =>
  server.as(by).refusal('alignDrawing', { plantId: here.plantId, planId, drawingId, version, alignment: leftHalf })
const discard = (planId: string, drawingId: string) =>
  server.as(here.staff).refusal('discardDrawing', { plantId: here.plantId, planId, drawingId })
/** Files of the plant that were not let go: three pictures of each drawing that is kept. */
const kept = async () => {
  const of = eq(fileTable.plantId, here.plantId)
  const files = await server.database.db
    .select()
    .from(fileTable)
    .where(and(of, ne(fileTable.state, 'removed')))
  return files.length
}

describe('a newer drawing', () => {
  it('changes nothing until lamps are aligned to it; then all stay, and are where it shows them', async () => {
    const { id, drawing } = await here.given()
    await server.as(here.staff).call('measureFloorPlan', {
      plantId: here.plantId,
      planId: id,
      version: 1,
      measure: { from: spot(0, 0), to: spot(1, 0), lengthM: 60 },
    })
    const unitAt = (x: number, y: number) => ({ ...here.at(1, x, y), addr: null })
    const placed = [here.at(1, 0.25, 0.5), here.at(2, 0, 0), here.at(3, 1, 0.5), unitAt(0.1, 0.8)]
    await here.save(id, { placed })
    const next = await here.sendNewer(id, 'Rev B.png', greyPicture(32, 32))
    expect(next).toMatchObject({ name: 'Rev B.png', state: 'ready', picture: { width: 32, height: 32 } })
    expect(await here.plan(id)).toMatchObject({ drawing: { id: drawing.id }, placesVersion: 1, longSideM: 60 })
    server.announced.splice(0)
    const asked = { plantId: here.plantId, planId: id, drawingId: next?.id ?? '', version: 1, alignment: leftHalf }
    expect(await server.as(here.staff).call('alignDrawing', asked)).toEqual({ plan_id: id, version: 2, outside: 1 })
    const data = { plant_id: here.plantId, plan_id: id }
    expect(server.announced).toContainEqual({ audience: { plant: here.plantId }, event: 'floorPlans', data })
    expect(await kept()).toBe(3)
    expect(await here.plan(id)).toMatchObject({
      drawing: { id: next?.id },
      next: null,
      longSideM: 30,
      lamps: 3,
      units: 1,
    })
    expect(await here.placed()).toEqual([
      {
        plan_id: id,
        version: 2,
        lamps: [here.at(1, 0.5, 0.5), here.at(2, 0, 0), here.at(3, 1, 0.5), unitAt(0.2, 0.8)],
      },
    ])
  })

  it('that is discarded is gone, and the one before is there as it was', async () => {
    const before = await here.given()
    await here.save(before.id, { placed: [here.at(1, 0.25, 0.5)] })
    const next = await here.sendNewer(before.id)
    expect(await discard(before.id, next?.id ?? '')).toBeNull()
    const after = await here.plan(before.id)
    expect(after).toMatchObject({ drawing: { id: before.drawing.id, state: 'ready' }, next: null })
    expect(after.drawing.picture).not.toBeNull()
    expect(await kept()).toBe(3)
    expect(await here.placed()).toMatchObject([{ version: 1, lamps: [here.at(1, 0.25, 0.5)] }])
    expect(await discard(before.id, next?.id ?? '')).toBe('FLOOR_PLAN_NOT_READY')
    expect(await align(before.id, next?.id ?? '', 1)).toBe('FLOOR_PLAN_NOT_READY')
  })

  it('of several pages waits for one, while the plan is looked at as before', async () => {
    const { id } = await here.given()
    const next = await here.sendNewer(id, 'Rev B.pdf', pdfOfTwoPages)
    expect(next).toMatchObject({ state: 'choose', choices: { pages: 2 } })
    expect(await align(id, next?.id ?? '', 0)).toBe('FLOOR_PLAN_NOT_READY')
    const choice = { page: 2, layers: null, unit: null }
    const asked = { plantId: here.plantId, planId: id, choice }
    expect(await server.as(here.staff).refusal('chooseDrawing', asked)).toBeNull()
    expect(await here.plan(id)).toMatchObject({ drawing: { state: 'ready' }, next: { state: 'drawing' } })
  })

  it('of one colour alone is told to look empty, and so is the plan once it shows it', async () => {
    const { id, drawing } = await here.given('Rev A.svg', svgOfTwoPages)
    expect(drawing).toMatchObject({ state: 'choose', choices: { kind: 'svg', pages: 2 }, looksEmpty: false })
    const choose = (page: number | null) =>
      server
        .as(here.staff)
        .refusal('chooseDrawing', { plantId: here.plantId, planId: id, choice: { page, layers: null, unit: null } })
    expect([await choose(3), await choose(null), await choose(2)]).toEqual(['DRAWING_CHOICE', 'DRAWING_CHOICE', null])
    await here.doJobs()
    expect(await here.plan(id)).toMatchObject({ drawing: { state: 'ready', looksEmpty: false } })
    const next = await here.sendNewer(id, 'Rev B.png', greyPicture(32, 32))
    expect(await here.plan(id)).toMatchObject({ drawing: { looksEmpty: false }, next: { looksEmpty: true } })
    expect(await align(id, next?.id ?? '', 0)).toBeNull()
    expect(await here.plan(id)).toMatchObject({ drawing: { looksEmpty: true }, next: null })
  })

  it('that says its own scale gives it to the plan once it is shown, and not before', async () => {
    const { id } = await here.given()
    const next = await here.sendNewer(id, 'Rev B.dxf', dxfDrawing({ unit: null }))
    const choice = { page: null, layers: ['Walls'], unit: 'mm' as const }
    await server.as(here.staff).call('chooseDrawing', { plantId: here.plantId, planId: id, choice })
    await here.doJobs()
    expect(await here.plan(id)).toMatchObject({ longSideM: null, next: { state: 'ready' } })
    expect(await align(id, next?.id ?? '', 0)).toBeNull()
    expect((await here.plan(id)).longSideM).toBeCloseTo((10 * smallPlanSide) / (smallPlanSide - 48), 1)
  })

  it('takes the place of another newer one, and of one alone where two people align at once', async () => {
    const { id } = await here.given()
    const first = await here.sendNewer(id, 'Rev B.png')
    const second = await here.sendNewer(id, 'Rev C.png')
    expect(await kept()).toBe(6)
    expect((await here.plan(id)).next?.name).toBe('Rev C.png')
    expect(await align(id, first?.id ?? '', 0)).toBe('FLOOR_PLAN_NOT_READY')
    const both = await Promise.all([align(id, second?.id ?? '', 0), align(id, second?.id ?? '', 0, here.colleague)])
    expect(both.sort()).toEqual(['FLOOR_PLAN_NOT_READY', null])
  })

  it('is not aligned over places that somebody else saved meanwhile, nor by who only looks', async () => {
    const { id } = await here.given()
    const next = await here.sendNewer(id)
    await here.save(id, { placed: [here.at(1, 0.5, 0.5)] })
    expect(await align(id, next?.id ?? '', 0)).toBe('CHANGED_MEANWHILE')
    expect(await align(id, next?.id ?? '', 1, here.owner)).toBe('NOT_ALLOWED')
    const same = { ...leftHalf, second: leftHalf.first }
    const asked = { plantId: here.plantId, planId: id, drawingId: next?.id ?? '', version: 1, alignment: same }
    expect(await server.as(here.staff).refusal('alignDrawing', asked)).toBe('INVALID_INPUT')
    expect(await here.plan(id)).toMatchObject({ placesVersion: 1, next: { id: next?.id } })
  })

  it('has no leave where the plant has no room for it', async () => {
    const { id } = await here.given()
    const asked = { plantId: here.plantId, planId: id, bytes: 20_971_520 }
    expect(await server.as(here.staff).refusal('uploadDrawing', asked)).toBe('FILE_QUOTA_EXCEEDED')
  })

  it('has leave only from whom the notice on pictures is accepted', async () => {
    const { id } = await here.given()
    const asked = { plantId: here.plantId, planId: id, bytes: 10 }
    expect(await server.as(here.colleague).refusal('uploadDrawing', asked)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
    await server.as(here.colleague).call('saveDisclaimerPhoto', {})
    expect(await server.as(here.colleague).call('uploadDrawing', asked)).toMatchObject({ bytes: 10 })
  })

  it('is not sent where there is no drawing to replace yet', async () => {
    const { id } = await here.given('a.pdf', Buffer.from('%PDF-1.7 and nothing'))
    const asked = { plantId: here.plantId, planId: id, bytes: 10 }
    expect(await server.as(here.staff).refusal('uploadDrawing', asked)).toBe('FLOOR_PLAN_NOT_READY')
  })
})

it('a Basic plant may replace its one plan, and keeps one', async () => {
  here = await openPlantWithPlans(server, false)
  const { id } = await here.given()
  const next = await here.sendNewer(id)
  expect(await align(id, next?.id ?? '', 0)).toBeNull()
  expect(await here.plans()).toHaveLength(1)
})

it('a plan that is removed takes its newer drawing along', async () => {
  const { id } = await here.given()
  await here.sendNewer(id)
  await server.as(here.staff).call('removeFloorPlan', { plantId: here.plantId, planId: id })
  expect(await here.plans()).toEqual([])
  expect(await kept()).toBe(0)
})
