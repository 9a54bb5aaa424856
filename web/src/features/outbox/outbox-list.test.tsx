import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import type { Entry } from './entry.ts'
import { OutboxList } from './OutboxList.tsx'

const refusedEntry = (refusal: string): Entry => ({
  id: '00000000-0000-4000-8000-00000000000a',
  plantId: '00000000-0000-4000-8000-000000000001',
  plantName: 'Hotel',
  at: '2026-03-02T09:00:00Z',
  action: 'saveWalkLamp',
  of: 'place a S1',
  name: '0001',
  input: { plantId: '00000000-0000-4000-8000-000000000001' },
  detail: 'Cellar',
  bytes: 0,
  refusal,
})

test('an entry of a left plant says so, and other refused entries do not', async () => {
  await renderInPlant(<OutboxList entries={[refusedEntry('PLANT_NOT_FOUND')]} />, plantWith(), () => ({}))
  expect((await screen.findByText(/no longer a member of this plant/)).textContent).toContain('Try again')
  cleanup()
  await renderInPlant(<OutboxList entries={[refusedEntry('NOT_ALLOWED')]} />, plantWith(), () => ({}))
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/no longer a member/)).toBeNull()
})
