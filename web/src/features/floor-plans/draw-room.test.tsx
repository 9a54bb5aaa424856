import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atPlan, openPlans, planId, reportedEvents, shown, useFakeStage } from '../../testing/floor-plans.tsx'
import { plantId } from '../../testing/plant.tsx'
import { cornersOf } from './use-plan-task.ts'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
beforeEach(useFakeStage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const roomId = '00000000-0000-4000-8000-0000000000b1'
const room = {
  id: roomId,
  level: 'room',
  parentId: null,
  name: 'Hall',
  kind: null,
  areaM2: null,
  used: null,
  version: 1,
  units: 0,
  lamps: 0,
}
const square = [
  { x: 0.1, y: 0.1 },
  { x: 0.4, y: 0.1 },
  { x: 0.4, y: 0.9 },
  { x: 0.1, y: 0.9 },
]
const open = (roomOutlines: object[] = []) =>
  openPlans({
    places: [atPlan(1, 0.25, 0.5), atPlan(2, 0.8, 0.5)],
    answers: { getRooms: { rooms: [room] }, getFloorPlanRooms: { rooms: roomOutlines }, drawRoom: { lamps: 1 } },
  })
const begin = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Manage plan' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Draw a room' }))
  await waitFor(() => expect(shown().takesSpots).toBe(true))
  return screen.findByRole('button', { name: 'Put them into the room' })
}
const chooseHall = async () => {
  fireEvent.click(screen.getByRole('combobox', { name: 'Room' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Hall' }))
}
const reasonOf = (button: HTMLElement) => button.getAttribute('aria-description')
const calledOf = (calls: { action: string }[], name: string) => calls.filter(({ action }) => action === name)

test('two opposite corners form a rectangle in either order', () => {
  expect(
    cornersOf(
      [
        [0.1, 0.1],
        [0.4, 0.9],
      ],
      'rectangle',
    ),
  ).toEqual(square.map(({ x, y }) => [x, y]))
  expect(cornersOf([[0.1, 0.1]], 'rectangle')).toHaveLength(1)
})

test('a rectangle counts the devices inside and assigns them to a room', async () => {
  const { calls } = await open()
  const save = await begin()
  expect(reasonOf(save)).toBe('Set two opposite corners first.')
  reportedEvents().onTap([0.1, 0.1])
  await waitFor(() => expect(shown().spots).toHaveLength(1))
  reportedEvents().onTap([0.4, 0.9])
  await screen.findByText('1 device is inside.')
  expect(reasonOf(save)).toBe('Choose the room first.')
  await chooseHall()
  fireEvent.click(save)
  const expectedCall = { action: 'drawRoom', plantId, planId, roomId, outline: square }
  await waitFor(() => expect(calledOf(calls, 'drawRoom')).toEqual([expectedCall]))
  await waitFor(() => expect(shown().takesSpots).toBe(false))
})

test('a polygon has any number of corners from three', async () => {
  await open()
  const save = await begin()
  fireEvent.click(screen.getByRole('radio', { name: 'Polygon' }))
  for (const [n, point] of (
    [
      [0, 0],
      [1, 0],
    ] as const
  ).entries()) {
    reportedEvents().onTap(point)
    await waitFor(() => expect(shown().spots).toHaveLength(n + 1))
  }
  expect(reasonOf(save)).toBe('Set three corners or more first.')
  reportedEvents().onTap([1, 1])
  await screen.findByText('1 device is inside.')
})

test('a drawn room shows its name, and its outline can be erased', async () => {
  const { calls } = await open([{ plan_id: planId, room_id: roomId, outline: square }])
  await waitFor(() => expect(shown().areas).toMatchObject([{ key: roomId, name: 'Hall' }]))
  await begin()
  await chooseHall()
  fireEvent.click(await screen.findByRole('button', { name: 'Erase its outline' }))
  await waitFor(() => expect(calledOf(calls, 'eraseRoom')).toEqual([{ action: 'eraseRoom', plantId, planId, roomId }]))
})
