import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { RoomsPage } from './RoomsPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const buildingId = '00000000-0000-4000-8000-00000000000b'
const floorId = '00000000-0000-4000-8000-00000000000f'
const room = (id: string, level: string, name: string, parentId: string | null = null, units = 0) => ({
  id,
  level,
  name,
  parentId,
  units,
  kind: null,
  areaM2: null,
  used: null,
  version: 1,
  lamps: 0,
})
const tree = [
  room(buildingId, 'building', 'Hospital', null, 1),
  room(floorId, 'floor', 'Floor 2', buildingId),
  room('h', 'room', 'Hall', floorId),
  room('s', 'room', 'Stairs', floorId),
]
const lamp = (id: number, condition: string) => ({
  cu: 'imagined_0A1B2C',
  id,
  serial: `A1B2C${id}`,
  condition,
  errors: [],
  description: '',
  location: '',
  type: 'emergency',
})
const answers = ({ action }: { action: string }) => {
  if (action === 'getRooms') return { rooms: tree }
  if (action === 'getRoomLamps') return { rooms: [{ room_id: 'h', topic: 'imagined_0A1B2C', addrs: [1, 2] }] }
  if (action === 'getLamps')
    return { lamps: [lamp(1, 'ok'), lamp(2, 'error'), lamp(3, 'offline')], total: 3, next: null }
  if (action === 'getRoom') return { room: tree[0], units: [], lamps: [] }
  return action === 'saveRoom' ? { room_id: 'h', version: 2 } : {}
}
const open = (role: 'installerStaff' | 'clientOwner' = 'installerStaff') =>
  renderInPlant(<RoomsPage />, plantWith({ plant: { role } }), answers)
const item = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) })
const names = () =>
  screen.getAllByRole('treeitem').map((one) => one.querySelector('[data-part="room-name"]')?.textContent)

test('each room shows count and worst state of its contents, and others are counted beside', async () => {
  await open()
  expect(within(await item('Hospital')).getByText('2 devices')).toBeTruthy()
  expect(within(await item('Hospital')).getByText('Error')).toBeTruthy()
  expect(within(await item('Stairs')).getByText('0 devices')).toBeTruthy()
  expect(within(await item('Stairs')).queryByText('Error')).toBeNull()
  expect(screen.getByText('1 device is in no room yet')).toBeTruthy()
})

test('the tree is navigated, folded and opened by keyboard', async () => {
  await open()
  const building = await item('Hospital')
  building.focus()
  fireEvent.keyDown(building, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(await item('Floor 2'))
  fireEvent.keyDown(await item('Floor 2'), { key: 'ArrowLeft' })
  expect(names()).toEqual(['Hospital', 'Floor 2'])
  fireEvent.keyDown(await item('Floor 2'), { key: 'ArrowRight' })
  expect(names()).toEqual(['Hospital', 'Floor 2', 'Hall', 'Stairs'])
  fireEvent.keyDown(await item('Floor 2'), { key: 'End' })
  fireEvent.keyDown(await item('Stairs'), { key: 'Enter' })
  expect(await screen.findByRole('complementary', { name: 'Stairs' })).toBeTruthy()
})

test('a search keeps parent rooms, and sorting by state puts the worst first', async () => {
  const { router } = await open()
  await item('Hospital')
  await router.navigate({ to: `/plant/${plantId}`, search: { q: 'stairs' } } as never)
  await waitFor(() => expect(names()).toEqual(['Hospital', 'Floor 2', 'Stairs']))
  await router.navigate({ to: `/plant/${plantId}`, search: { sort: 'state' } } as never)
  await waitFor(() => expect(names()).toEqual(['Hospital', 'Floor 2', 'Hall', 'Stairs']))
})

test('a room is saved over the opened version with its hours of use', async () => {
  const { calls } = await open()
  fireEvent.click(await item('Hall'))
  const panel = within(await screen.findByRole('complementary', { name: 'Hall' }))
  fireEvent.change(await panel.findByLabelText('From'), { target: { value: '08:00' } })
  fireEvent.change(panel.getByLabelText('Until'), { target: { value: '18:00' } })
  fireEvent.click(panel.getByRole('button', { name: 'Save' }))
  const hoursOfUse = { from: '08:00', to: '18:00' }
  const draft = { level: 'room', name: 'Hall', parentId: floorId, kind: null, areaM2: null, used: hoursOfUse }
  const base = { roomId: 'h', version: 1 }
  await waitFor(() => expect(calls).toContainEqual({ action: 'saveRoom', plantId, room: draft, known: base }))
})

test('removing a building first shows its contents', async () => {
  const { calls } = await open()
  fireEvent.click(await item('Hospital'))
  const panel = within(await screen.findByRole('complementary', { name: 'Hospital' }))
  fireEvent.click(await panel.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Hospital?' }))
  const expectedLines = ['2 devices', '1 central unit', '3 floors and rooms in it, which are removed too']
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(expectedLines)
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'removeRoom', plantId, roomId: buildingId }))
})

test('a reader sees the tree and why it cannot be changed', async () => {
  await open('clientOwner')
  fireEvent.click(await item('Hall'))
  const panel = within(await screen.findByRole('complementary', { name: 'Hall' }))
  for (const name of ['Save', 'Remove', 'Add devices'])
    expect((await panel.findByRole('button', { name })).getAttribute('aria-disabled')).toBe('true')
})
