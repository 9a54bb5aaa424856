import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { RemoveUnit } from './RemoveUnit.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const command = (end: object) => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  cu: 'logica_0A1B2C',
  command: 'deEnrol',
  state: 'failed',
  pending: false,
  response: null,
  error: null,
  code: null,
  timeout: 5000,
  retry: 0,
  retries: 3,
  attempt: 4,
  deadlineAt: null,
  requestedAt: '2026-03-02T09:00:00.000Z',
  requestedBy: 'Demo',
  ...end,
})

const removeWith = async (end: object) => {
  const unit = unitWith()
  const { calls } = await renderInPlant(<RemoveUnit unit={unit} />, plantWith({ units: [unit] }), ({ action }) =>
    action === 'removeCu' ? refusal('UNIT_CONNECTED') : { command: command(end) },
  )
  const user = userEvent.setup()
  const confirm = async (button: string) => {
    await user.click(await screen.findByRole('button', { name: button }))
    await user.type(await screen.findByRole('textbox'), '0A1B2C')
    await user.click(screen.getAllByRole('button', { name: button }).at(-1) as HTMLElement)
  }
  await confirm('Remove unit')
  return { calls, confirm }
}

test('a connected unit is reset first, and a timeout offers removal by force', async () => {
  const { calls, confirm } = await removeWith({ error: 'communication_error' })
  await screen.findByText('No answer after 3 retries')
  expect(calls.map(({ action }) => action)).toContain('deEnrollCu')
  await confirm('Remove anyway')
  expect(await screen.findByText(/The central unit is connected/)).toBeTruthy()
})

test('a unit that refuses the reset is not removed by force', async () => {
  await removeWith({ error: 'refused', code: 'TEST_RUNNING' })
  await screen.findByText(/^Refused/)
  expect(screen.queryByRole('button', { name: 'Remove anyway' })).toBeNull()
})
