import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { GroupsDialog } from './GroupsDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const lamps = [1, 2].map((id) => ({ cu: topic, id, groups: [1], type: 'emergency' }) as unknown as Lamp)
const command = (name: string) => ({
  id: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a',
  cu: topic,
  command: name,
  pending: true,
  state: 'sent',
  response: null,
  error: null,
  code: null,
  timeout: 5000,
  retry: 3,
  retries: 3,
  attempt: 1,
  requestedBy: 'Ada',
  requestedAt: '2026-03-02T09:00:00.000Z',
  dueAt: null,
  endedAt: null,
})

test('the dialog opens on adding and shows the progress of the unit', async () => {
  const dialog = <GroupsDialog topic={topic} lamps={lamps} onClose={() => undefined} />
  const { calls } = await renderInPlant(dialog, plantWith(), ({ action }) =>
    action === 'getGroups'
      ? { groups: [] }
      : action === 'setGroup'
        ? { command: command('setGroup') }
        : { operations: [] },
  )
  expect(await screen.findByRole('radio', { name: 'Add to a group' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('combobox', { name: 'Group' }))
  fireEvent.click(await screen.findByRole('option', { name: '3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Write to 2 lamps' }))
  expect(await screen.findByText('2 lamps in group 3')).toBeDefined()
  expect(calls.find(({ action }) => action === 'setGroup')).toMatchObject({ topic, page: 0, indexes: [1, 2], group: 3 })
})
