import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { AssignRoomDialog } from './AssignRoomDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const room = (id: string, name: string, parentId: string | null) => ({
  id,
  name,
  parentId,
  level: 'room',
  kind: null,
  areaM2: null,
  version: 1,
  units: 0,
  lamps: 0,
})
const answers = ({ action }: { action: string }) => {
  if (action === 'getRooms') return { rooms: [room('f', 'Floor 2', null), room('h', 'Hall', 'f')] }
  return action === 'getRoomLamps' ? { rooms: [] } : {}
}

test('all lamps of the largest plant are assigned to a room in one call', async () => {
  const onClose = vi.fn()
  const units = Array.from({ length: 31 }, (_, at) => `logicafm_${(0xf2_00 + at).toString(16).toUpperCase()}`)
  const lamps = units.flatMap((cu) => Array.from({ length: 992 }, (_, at) => ({ cu, id: at + 1 })))
  const { calls } = await renderInPlant(<AssignRoomDialog lamps={lamps} onClose={onClose} />, plantWith(), answers)
  const assign = await screen.findByRole('button', { name: 'Assign' })
  expect(assign.getAttribute('aria-description')).toBe('Choose a room first.')
  fireEvent.click(screen.getByRole('combobox', { name: 'Building, floor or room' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Floor 2 › Hall' }))
  fireEvent.click(assign)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const assignCalls = calls.filter(({ action }) => action === 'assignToRoom') as unknown as {
    roomId: string
    lamps: { topic: string; addr: number[] }[]
  }[]
  expect(
    assignCalls.map(({ roomId, lamps: roomLamps }) => [
      roomId,
      roomLamps.length,
      roomLamps.flatMap(({ addr }) => addr).length,
    ]),
  ).toEqual([['h', 31, 30_752]])
  // The maximum of one call.
  expect(JSON.stringify(assignCalls[0]).length).toBeLessThan(262_144)
})
