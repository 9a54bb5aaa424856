import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { TestsPage } from './TestsPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const nextTest = { cu: 'imagined_0A1B2C', kind: 'functional', at: '2026-03-05T21:00:00.000Z' }
const ended = {
  id: '00000000-0000-4000-8000-0000000000a1',
  cu: 'imagined_0A1B2C',
  kind: 'autonomy',
  trigger: 'automatic',
  state: 'finished',
  reason: null,
  requestedBy: null,
  requestedAt: '2026-02-01T09:00:00.000Z',
  startedAt: '2026-02-01T09:00:00.000Z',
  endedAt: '2026-02-01T10:00:00.000Z',
  total: 4,
  passed: 4,
  failed: 0,
  notExecuted: 0,
}

const render = (tests: object[], past: object[]) =>
  renderInPlant(<TestsPage />, plantWith(), ({ action }) => {
    if (action === 'getNextTests') return { tests, planEnd: null }
    return action === 'getTests' ? { tests: past, last: null, total: past.length } : {}
  })

test('while no test runs, the page shows the next one, the last ones, and one button that starts one', async () => {
  const { router } = await render([nextTest], [ended])
  const sentence = await screen.findByText(/^Next test: Functional test · 4 lamps · /)
  expect(sentence.textContent).toContain('22:00')
  expect(await screen.findByRole('heading', { name: 'Next tests' })).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Last tests' })).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Start test' }))
  await vi.waitFor(() => expect(router.state.location.href).toContain('start=1'))
})

test('without a planned test the page says what a test is', async () => {
  await render([], [])
  expect(await screen.findByText(/A functional test takes a few minutes/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Next tests' })).toBeNull()
})
