import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  atPlan,
  canvas,
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

const open = (change: object = {}) =>
  openPlans({ plans: [planOf(change)], places: [atPlan(1, 0.25, 0.5), atPlan(2, 0.45, 0.5)] })
const beginScale = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Manage plan' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Set the scale' }))
  return screen.findByRole('button', { name: 'Save the scale' })
}
const reasonOf = (button: HTMLElement) => button.getAttribute('aria-description')
const length = (value: string) => fireEvent.change(screen.getByLabelText('Distance'), { target: { value } })
const measures = (calls: { action: string }[]) => calls.filter(({ action }) => action === 'measureFloorPlan')

test('two points and a length set the scale, and pressing a lamp sets a point', async () => {
  const { calls, router } = await open()
  const save = await beginScale()
  expect(reasonOf(save)).toBe('Set two points on the plan first.')
  await waitFor(() => expect(shown().takesSpots).toBe(true))
  reportedEvents().onTap([0.1, 0.5])
  await screen.findByText(/^Click the second point/)
  reportedEvents().onTap([0.6, 0.5])
  await screen.findByText(/^Enter how many metres/)
  expect(reasonOf(save)).toBe('Enter a distance above 0.')
  length('0')
  expect(reasonOf(save)).toBe('Enter a distance above 0.')
  length('20')
  fireEvent.click(save)
  const measure = { from: { x: 0.1, y: 0.5 }, to: { x: 0.6, y: 0.5 }, lengthM: 20 }
  await waitFor(() =>
    expect(measures(calls)).toEqual([{ action: 'measureFloorPlan', plantId, planId, version: 1, measure }]),
  )
  await waitFor(() => expect(shown().takesSpots).toBe(false))
  expect(router.state.location.search).toEqual({})
})

test('equal points set no scale, and keys set and undo a point in the middle', async () => {
  const { calls } = await open()
  const save = await beginScale()
  await waitFor(() => expect(shown().takesSpots).toBe(true))
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  length('20')
  await waitFor(() => expect(reasonOf(save)).toBe('Both points are the same. Set two different ones.'))
  fireEvent.click(save)
  fireEvent.keyDown(canvas(), { key: 'Backspace' })
  await waitFor(() => expect(shown().spots).toEqual([[0.5, 0.5]]))
  fireEvent.keyDown(canvas(), { key: 'Escape' })
  await waitFor(() => expect(shown().takesSpots).toBe(false))
  expect(measures(calls)).toEqual([])
})

test('a plan without a scale shows no distances', async () => {
  await open()
  await screen.findByText('This plan has no scale, so no distances are known.')
  expect(screen.queryByRole('button', { name: 'What if this lamp fails?' })).toBeNull()
})

test('a scale shows the nearest lamps in metres and marks the uncovered area', async () => {
  await open({ longSideM: 50, reachM: 6 })
  await waitFor(() => expect(marks()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Unlock to edit' }))
  await screen.findByRole('toolbar', { name: 'Tools' })
  reportedEvents().onPick(`${atPlan(1, 0, 0).topic}.1`, false)
  // A fifth of 50 m.
  await screen.findByRole('button', { name: /^0002 10\sm$/ })
  expect(shown().reach).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'What if this lamp fails?' }))
  await screen.findByText(/^Without lamp 0001, .+\sm² are farther than 6\sm/)
  screen.getByText(/^This is no light calculation/)
  expect(shown().reach).toMatchObject({ centre: [0.25, 0.5], others: [[0.45, 0.5]], radius: 120 })
  fireEvent.change(screen.getByLabelText('A lamp serves up to'), { target: { value: '3' } })
  await waitFor(() => expect(shown().reach).toMatchObject({ others: [], radius: 60 }))
})
