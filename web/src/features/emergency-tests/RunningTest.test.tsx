import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type TestKind, testRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { RunningTest } from './RunningTest.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const notStarted = (kind: TestKind) =>
  testRun.parse({
    ...{ id: plantId, cu: 'imagined_0A1B2C', kind, trigger: 'user', state: 'notStarted', reason: 'expired' },
    ...{ requestedBy: 'Ada', requestedAt: '2026-03-02T09:00:00.000Z', startedAt: null, endedAt: null },
    ...{ expectedEndAt: null, total: 4, passed: 0, failed: 0, notExecuted: 0, commandId: null, clockWrong: false },
  })

const tryAgain = async (kind: TestKind) => {
  const { calls, router } = await renderInPlant(<RunningTest test={notStarted(kind)} />, plantWith())
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  return { router, asked: () => calls.filter(({ action }) => action === 'ftest') }
}

test('a functional test of all lamps is asked for again', async () => {
  const { asked } = await tryAgain('functional')
  await waitFor(() => expect(asked()).toMatchObject([{ kind: 'functional', addr: [] }]))
})

test('an autonomy test is tried again in the dialog, which asks first', async () => {
  const { asked, router } = await tryAgain('autonomy')
  await waitFor(() => expect(router.state.location.href).toContain('kind=autonomy'))
  expect(asked()).toEqual([])
})
