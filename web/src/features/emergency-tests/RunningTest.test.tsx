import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type TestKind, testRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { RunningTest } from './RunningTest.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const notStarted = (kind: TestKind, reason = 'expired') =>
  testRun.parse({
    id: plantId,
    cu: 'imagined_0A1B2C',
    kind,
    trigger: 'user',
    state: 'notStarted',
    reason,
    requestedBy: 'Ada',
    requestedAt: '2026-03-02T09:00:00.000Z',
    startedAt: null,
    endedAt: null,
    expectedEndAt: null,
    total: 4,
    passed: 0,
    failed: 0,
    notExecuted: 0,
    commandId: null,
    clockWrong: false,
  })

const tryAgain = async (kind: TestKind) => {
  const { calls, router } = await renderInPlant(<RunningTest test={notStarted(kind)} />, plantWith())
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  return { router, callsOf: () => calls.filter(({ action }) => action === 'ftest') }
}

test('a functional test of all lamps is requested again', async () => {
  const { callsOf } = await tryAgain('functional')
  await waitFor(() => expect(callsOf()).toMatchObject([{ kind: 'functional', addr: [] }]))
})

test('an autonomy test is retried in the dialog, which asks first', async () => {
  const { callsOf, router } = await tryAgain('autonomy')
  await waitFor(() => expect(router.state.location.href).toContain('kind=autonomy'))
  expect(callsOf()).toEqual([])
})

test.each([
  ['TEST_RUNNING', 'a test is running'],
  ['ERROR_COMMAND_NOT_ENABLED', 'the command is not enabled at the unit'],
  ['expired', 'never delivered: the unit was offline'],
  ['NEWER_THAN_US', 'code NEWER_THAN_US'],
])('a test that did not start for %s shows the reason', async (reason, expectedText) => {
  await renderInPlant(<RunningTest test={notStarted('functional', reason)} />, plantWith())
  expect((await screen.findByRole('alert')).textContent).toBe(`The test did not start: ${expectedText}`)
})
