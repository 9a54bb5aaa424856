import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import { OpenBundle } from './OpenBundle.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A new one per test: the same input again so soon counts as the same click. */
let bundleId = ''
beforeEach(() => {
  bundleId = crypto.randomUUID()
})

const topics = ['imagined_0A1B2C', 'imagined_0A1B2D'] as const
const at = '2026-03-02T09:00:00.000Z'
const operation = (cu: string, change: Partial<Operation> = {}): Operation => ({
  id: `7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c${cu.slice(-4).toLowerCase()}`,
  cu,
  kind: 'setParams',
  state: 'done',
  total: 1,
  done: 1,
  lamps: 2,
  unwritten: [],
  error: null,
  code: null,
  canContinue: false,
  canUndo: false,
  undoes: null,
  bundle: bundleId,
  requestedBy: 'Ada',
  requestedAt: at,
  endedAt: at,
  ...change,
})
const runningOperation = { state: 'running', done: 0, unwritten: [1, 2], endedAt: null } satisfies Partial<Operation>
const failed = {
  state: 'interrupted',
  done: 0,
  unwritten: [2],
  error: 'refused',
  code: 'X',
} satisfies Partial<Operation>

type Call = { action: string } & Record<string, unknown>
const open = async (operations: readonly Operation[], answer: (call: Call) => unknown = () => undefined) => {
  const units = [unitWith(), unitWith({ cu_id: '0A1B2D' })]
  const dialog = <OpenBundle bundleId={bundleId} onClose={() => undefined} />
  const { calls } = await renderInPlant(dialog, plantWith({ units }), (call) => {
    const step = {
      n: 0,
      command: 'setMultiParam',
      role: 'work',
      state: 'failed',
      lamps: [2],
      error: 'refused',
      code: 'X',
    }
    if (call.action === 'getFailedSteps') return { steps: topics.map((cu) => ({ ...step, cu })) }
    return answer(call) ?? { operations: call.bundleId === bundleId ? operations : [] }
  })
  return { calls, inputsOf: (action: string) => calls.filter((call) => call.action === action) }
}

test('the dialog counts written lamps of all units and cancels the rest in one call', async () => {
  const { inputsOf } = await open([
    operation(topics[0], runningOperation),
    operation(topics[1], { ...runningOperation, unwritten: [1] }),
  ])
  await screen.findByText('1 of 4 lamps written')
  expect(screen.getByText(/close this dialog or the browser/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Try the failed ones again/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the rest on all units' }))
  await vi.waitFor(() => expect(inputsOf('cancelBundle')).toMatchObject([{ bundleId }]))
  expect(inputsOf('cancelOperation')).toEqual([])
  expect(inputsOf('getOperation')).toEqual([])
})

test('failures of all units show their reasons and are retried in one call each', async () => {
  const { inputsOf } = await open([operation(topics[0], failed), operation(topics[1], failed)])
  await screen.findByText('2 of 4 lamps written')
  const table = await screen.findByRole('table', { name: 'Not written' })
  const cells = within(table).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(
    ['0A1B2C', '0A1B2D'].flatMap((unit) => [unit, '2', expect.stringContaining('Refused')]),
  )
  expect(inputsOf('getFailedSteps')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try the failed ones again (2)' }))
  await vi.waitFor(() => expect(inputsOf('continueBundle')).toMatchObject([{ bundleId }]))
})

test('each retry asks again before it lights UV tubes', async () => {
  const { inputsOf } = await open([operation(topics[0], failed)], ({ action, uvConfirmed }) =>
    action === 'continueBundle' && !uvConfirmed ? refusal('UV_NOT_CONFIRMED') : undefined,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try the failed ones again (1)' }))
  await screen.findByText(/Nobody may be in the room\. Lamps: 2\./)
  expect(inputsOf('continueBundle')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'The room is empty, switch on' }))
  await vi.waitFor(() =>
    expect(inputsOf('continueBundle').map(({ uvConfirmed }) => uvConfirmed)).toEqual([undefined, true]),
  )
})

test('an address of an unknown bundle shows a message', async () => {
  await open([])
  expect(await screen.findByText('This operation no longer exists.')).toBeDefined()
})
