import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { HeldTests } from './HeldTests.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a held test shows its reason and author and can be cancelled', async () => {
  const at = '2026-03-02T09:00:00.000Z'
  const heldTest = {
    id: plantId,
    cu: 'imagined_0A1B2C',
    kind: 'autonomy',
    lamps: [1, 2],
    startsAt: null,
    chargedAt: '2026-03-03T09:00:00.000Z',
    reason: 'battery_charging',
    requestedBy: 'Ada',
    requestedAt: at,
  }
  const planned = { ...heldTest, id: 'b', kind: 'functional', lamps: [], startsAt: at, chargedAt: null, reason: null }
  const { calls } = await renderInPlant(<HeldTests />, plantWith(), ({ action }) =>
    action === 'getHeldTests' ? { held: [heldTest, planned] } : {},
  )
  await screen.findByText('Batteries are charging')
  // A waiting test is not a missed one.
  expect(screen.queryByText(/Not executed/)).toBeNull()
  expect(screen.getByText(/Starts when the batteries are charged, for Ada/).textContent).toMatch(/2 lamps/)
  expect(screen.getByText(/Started by Vigilux on .* for Ada/).textContent).toMatch(/all emergency lamps/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel: Autonomy test, 0A1B2C' }))
  await waitFor(() =>
    expect(calls.filter(({ action }) => action === 'cancelHeldTest')).toMatchObject([{ plantId, heldTestId: plantId }]),
  )
})
