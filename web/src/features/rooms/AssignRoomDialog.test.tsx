import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { AssignRoomDialog } from './AssignRoomDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const room = (id: string, name: string, parentId: string | null) => ({
  ...{ id, name, parentId, level: 'room', kind: null, areaM2: null, version: 1, units: 0, lamps: 0 },
})
const answers = ({ action }: { action: string }) => {
  if (action === 'getRooms') return { rooms: [room('f', 'Floor 2', null), room('h', 'Hall', 'f')] }
  return action === 'getRoomLamps' ? { rooms: [] } : {}
}

test('many lamps go to a room in as many calls as it takes, which is named with what it is in', async () => {
  const onClose = vi.fn()
  const lamps = Array.from({ length: 2_001 }, (_, at) => ({ cu: `logica_${at > 991 ? '0B' : '0A'}1B2C`, id: at + 1 }))
  const { calls } = await renderInPlant(<AssignRoomDialog lamps={lamps} onClose={onClose} />, plantWith(), answers)
  const assign = await screen.findByRole('button', { name: 'Assign' })
  expect(assign.getAttribute('aria-description')).toBe('Choose a room first.')
  fireEvent.click(screen.getByRole('combobox', { name: 'Building, floor or room' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Floor 2 › Hall' }))
  fireEvent.click(assign)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = calls.filter(({ action }) => action === 'assignToRoom') as unknown as {
    roomId: string
    lamps: unknown[]
  }[]
  expect(sent.map(({ roomId, lamps: some }) => [roomId, some.length])).toEqual([
    ['h', 2_000],
    ['h', 1],
  ])
})
