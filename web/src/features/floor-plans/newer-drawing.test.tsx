import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  atPlan,
  canvas,
  drawingOf,
  marks,
  openPlans,
  planId,
  planOf,
  reportedEvents,
  shown,
  useFakeStage,
} from '../../testing/floor-plans.tsx'
import { plantId } from '../../testing/plant.tsx'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
beforeEach(useFakeStage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const drawingId = '00000000-0000-4000-8000-0000000000d2'
const link = { url: '/files/y', name: 'plan.webp', bytes: 3 }
/** As wide as high, so it shows another section. */
const square = { width: 500, height: 500, large: link, medium: link, small: link }
const open = (next: object, role?: 'clientOwner') =>
  openPlans({
    plans: [planOf({ next: drawingOf({ id: drawingId, name: 'Rev B.pdf', picture: square, ...next }) })],
    places: [atPlan(1, 0.25, 0.5), atPlan(2, 1, 0.5)],
    role,
    answers: { alignDrawing: { plan_id: planId, version: 5, outside: 1 } },
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const calledOf = (calls: { action: string }[], name: string) => calls.filter(({ action }) => action === name)
const at = (x: number, y: number) => ({ x, y })

test('a drawing of one colour is reported as empty, and its plan works normally', async () => {
  await open({ looksEmpty: true })
  await screen.findByText(/^The newer drawing looks empty/)
  expect(screen.queryByText(/^This drawing looks empty/)).toBeNull()
  cleanup()
  await openPlans({ plans: [planOf({ drawing: drawingOf({ looksEmpty: true }) })] })
  await screen.findByText(/^This drawing looks empty/)
  await waitFor(() => expect(marks()).toHaveLength(1))
})

test('two points on both drawings align the devices, with a preview before saving', async () => {
  const { calls } = await open({})
  await press('Align the devices')
  await screen.findByText(/^On the old drawing: click a point/)
  const save = screen.getByRole('button', { name: 'Replace the drawing' })
  await waitFor(() => expect(shown().takesSpots).toBe(true))
  for (const [next, point, points] of [
    [/^On the old drawing: click a second/, [0, 0], 1],
    [/^On the new drawing: click where the first/, [0.5, 1], 0],
    [/^On the new drawing: click where the second/, [0, 0], 1],
    [/^Check the positions of the devices/, [1, 1], 2],
  ] as const) {
    expect(save.getAttribute('aria-description')).toBe('Set both points on both drawings first.')
    reportedEvents().onTap(point)
    await screen.findByText(next)
    // A click counts on the visible drawing.
    await waitFor(() => expect(shown().spots).toHaveLength(points))
  }
  // Only the left half remains; rooms of the other half lie on the edge.
  await waitFor(() =>
    expect(marks().map(({ x, y }) => [x, y])).toEqual([
      [0.5, 0.5],
      [1, 0.5],
    ]),
  )
  fireEvent.click(save)
  const alignment = { first: { before: at(0, 0), now: at(0, 0) }, second: { before: at(0.5, 1), now: at(1, 1) } }
  const expectedCall = { action: 'alignDrawing', plantId, planId, drawingId, version: 4, alignment }
  await waitFor(() => expect(calledOf(calls, 'alignDrawing')).toEqual([expectedCall]))
  await screen.findByRole('button', { name: 'Align the devices' })
})

test('equal points are refused on either drawing, and a point can be set again', async () => {
  await open({})
  await press('Align the devices')
  await waitFor(() => expect(shown().takesSpots).toBe(true))
  reportedEvents().onTap([0.5, 0.5])
  await screen.findByText(/click a second point/)
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  expect((await screen.findByRole('alert')).textContent).toBe('Both points are the same. Set two different ones.')
  await press('Redo the last point')
  await screen.findByText(/^On the old drawing: click a point/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a drawing of the same section keeps all places with one press', async () => {
  await open({ picture: { width: 2_000, height: 1_000, large: link, medium: link, small: link } })
  await press('Align the devices')
  await press('Same section shown: keep all positions')
  await screen.findByText(/^Check the positions of the devices/)
  await waitFor(() =>
    expect(marks().map(({ x, y }) => [x, y])).toEqual([
      [0.25, 0.5],
      [1, 0.5],
    ]),
  )
})

test('the old plan stays visible until then, and the newer drawing can be discarded', async () => {
  const { calls } = await open({ state: 'refused', refusal: 'empty', picture: null })
  await waitFor(() => expect(marks()).toHaveLength(2))
  await screen.findByText(/^There is nothing on the newer drawing/)
  expect(screen.queryByRole('button', { name: 'Align the devices' })).toBeNull()
  await press('Discard the newer drawing')
  const expectedCall = { action: 'discardDrawing', plantId, planId, drawingId }
  await waitFor(() => expect(calledOf(calls, 'discardDrawing')).toEqual([expectedCall]))
})

test('a reader sees a newer drawing with a disabled alignment', async () => {
  await open({}, 'clientOwner')
  const align = await screen.findByRole('button', { name: 'Align the devices' })
  expect(align.getAttribute('aria-disabled')).toBe('true')
})
