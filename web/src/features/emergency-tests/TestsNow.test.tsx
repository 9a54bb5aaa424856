import { cleanup, screen } from '@testing-library/react'
import { testRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { TestsNow } from './TestsNow.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const running = testRun.parse({
  id: plantId,
  cu: 'imagined_0A1B2C',
  kind: 'functional',
  trigger: 'user',
  state: 'running',
  reason: null,
  requestedBy: 'Ada',
  requestedAt: '2026-03-02T09:00:00.000Z',
  startedAt: '2026-03-02T09:00:00.000Z',
  endedAt: null,
  expectedEndAt: null,
  total: 4,
  passed: 1,
  failed: 0,
  notExecuted: 0,
  commandId: null,
  clockWrong: false,
})

test('the results of a running test arrive failed first, then newest', async () => {
  const { calls } = await renderInPlant(<TestsNow />, { ...plantWith(), tests: [running] }, ({ action }) =>
    action === 'getTestReport' ? { test: running, results: [] } : {},
  )
  await screen.findByText(/Failed first, then newest/)
  expect(calls.find(({ action }) => action === 'getTestReport')).toMatchObject({ sort: 'failedFirst' })
})
