import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, refusal, renderInPlant, unitWith } from '../../testing/plant.tsx'
import type { SurveyedParam } from './lamp-params.ts'
import { ParamsDialog } from './ParamsDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topics = ['imagined_0A1B2C', 'imagined_0A1B2D'] as const
const at = '2026-03-02T09:00:00.000Z'
const lampsOf = (cu: string, ids: readonly number[]) => ids.map((id) => ({ cu, id }) as unknown as Lamp)
const lamps = [...lampsOf(topics[0], [1, 2]), ...lampsOf(topics[1], [5])]
const units = [unitWith(), unitWith({ cu_id: '0A1B2D' })]
const param = (change: Partial<SurveyedParam> & Pick<SurveyedParam, 'name'>): SurveyedParam => ({
  ...{ taken: 3, lacking: 0, lackingLamps: [], values: [], allowed: null },
  ...change,
})
const level = param({
  name: 'opticom',
  values: [
    { value: 20, lamps: 2 },
    { value: 50, lamps: 1 },
  ],
})
const infinity = param({
  ...{ name: 'infinity', taken: 2, lacking: 1, lackingLamps: [{ cu: topics[1], id: 5 }] },
  values: [{ value: false, lamps: 2 }],
})
const uv = param({ name: 'uvOxyOnOff', values: [{ value: false, lamps: 3 }] })
const operation = (cu: string, change: object = {}) => ({
  ...{ id: `7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c${cu.slice(-4).toLowerCase()}`, cu, kind: 'setParams', state: 'done' },
  ...{ total: 1, done: 1, unwritten: [], error: null, code: null, canContinue: false, canUndo: false, undoes: null },
  ...{ requestedBy: 'Ada', requestedAt: at, endedAt: at },
  ...change,
})

type Call = { action: string } & Record<string, unknown>
const open = async (
  params: readonly SurveyedParam[],
  setMultiParam: (call: Call) => unknown = () => undefined,
  chosen: readonly Lamp[] = lamps,
) => {
  const dialog = <ParamsDialog lamps={chosen} onClose={() => undefined} />
  const { calls } = await renderInPlant(dialog, plantWith({ units }), (call) => {
    if (call.action === 'getLampParams') return { lamps: chosen.length, params }
    if (call.action === 'getOperations') return { operations: [] }
    if (call.action === 'getLimits') return { autonomyHours: [1, 3] }
    if (call.action === 'getOperation')
      return {
        operation: operation(topics[0]),
        steps: [
          { n: 0, command: 'setMultiParam', role: 'work', state: 'failed', lamps: [2], error: 'refused', code: 'X' },
        ],
      }
    return call.action === 'setMultiParam' ? setMultiParam(call) : {}
  })
  return { calls, sent: () => calls.filter(({ action }) => action === 'setMultiParam') }
}
/** Another value in each test: the same input again, so soon, is the same press. */
const setLevel = async (value: number) => {
  fireEvent.change(await screen.findByRole('textbox', { name: /Light level/ }), { target: { value: String(value) } })
  fireEvent.click(screen.getByRole('button', { name: 'Review the changes' }))
}

test('shows where values differ, and which lamps stand in the way of a parameter', async () => {
  const { calls } = await open([infinity, level])
  const field = await screen.findByRole('textbox', { name: /Light level/ })
  expect(field.getAttribute('placeholder')).toBe('different values')
  expect(screen.getByText(/20 % \(2\), 50 % \(1\)/)).toBeDefined()
  expect(screen.getByText(/Infinity mode.*1 of the selected lamps do not support it \(0A1B2D: 5\)/)).toBeDefined()
  expect(screen.queryByRole('combobox', { name: /Infinity/ })).toBeNull()
  expect(calls.find(({ action }) => action === 'getLampParams')?.units).toEqual([
    { topic: topics[0], addr: [1, 2] },
    { topic: topics[1], addr: [5] },
  ])
})

test('lists each change before it is sent, and sends to every unit what was changed alone', async () => {
  const { sent } = await open([level, uv], ({ topic }) => ({ operation: operation(String(topic)) }))
  await setLevel(50)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['Light level20 %50 %2'])
  expect(screen.getByText('Light level: 1 lamp has 50 % already.')).toBeDefined()
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  await screen.findByText('3 of 3 lamps written')
  expect(sent().map(({ topic, addr, params }) => ({ topic, addr, params }))).toEqual([
    { topic: topics[0], addr: [1, 2], params: { opticom: 50 } },
    { topic: topics[1], addr: [5], params: { opticom: 50 } },
  ])
})

test('names what failed with its reason, and tries those lamps alone again', async () => {
  let tries = 0
  const { sent } = await open([level], ({ topic }) => {
    tries += 1
    if (tries > 2) return { operation: operation(String(topic)) }
    if (topic === topics[1]) return refusal('UNIT_BUSY', { by: 'Marta' })
    const ended = { state: 'interrupted', done: 0, unwritten: [2], error: 'refused', code: 'X' }
    return { operation: operation(String(topic), ended) }
  })
  await setLevel(60)
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  await screen.findByText('1 of 3 lamps written')
  expect(await screen.findByText(/Marta/)).toBeDefined()
  const failed = await screen.findByRole('table', { name: 'Not written' })
  expect(
    within(failed)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['0A1B2C', '2', expect.stringContaining('Refused')])
  fireEvent.click(screen.getByRole('button', { name: 'Try the failed ones again (2)' }))
  // So soon after the first, the same input to the second unit is the same press; the person presses once more.
  await vi.waitFor(() => {
    for (const again of screen.queryAllByRole('button', { name: /Try the failed ones again/ })) fireEvent.click(again)
    expect(screen.queryByText('3 of 3 lamps written')).not.toBeNull()
  }, 8000)
  expect(
    sent()
      .slice(2)
      .map(({ topic, addr }) => [topic, addr]),
  ).toEqual([
    [topics[0], [2]],
    [topics[1], [5]],
  ])
})

test('asks before it lights UV tubes, and says to the server that it did', async () => {
  const { sent } = await open([uv], ({ topic }) => ({ operation: operation(String(topic)) }))
  fireEvent.click(await screen.findByRole('combobox', { name: 'UV tube' }))
  fireEvent.click(await screen.findByRole('option', { name: 'On' }))
  fireEvent.click(screen.getByRole('button', { name: 'Review the changes' }))
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  const question = await screen.findByRole('dialog', { name: 'Switch on the UV tubes of 3 lamps?' })
  expect(question.textContent).toContain('0A1B2C: 1–2; 0A1B2D: 5')
  expect(sent()).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'The room is empty, switch on' }))
  await screen.findByText('3 of 3 lamps written')
  expect(sent().map(({ uvConfirmed }) => uvConfirmed)).toEqual([true, true])
})

test('asks again before it tries to light the one UV tube again', async () => {
  const ended = { state: 'interrupted', done: 0, unwritten: [9], error: 'communication_error' }
  const { sent } = await open(
    [param({ name: 'uvOxyOnOff', taken: 1, values: [{ value: false, lamps: 1 }] })],
    ({ topic }) => ({ operation: operation(String(topic), ended) }),
    lampsOf(topics[0], [9]),
  )
  fireEvent.click(await screen.findByRole('combobox', { name: 'UV tube' }))
  fireEvent.click(await screen.findByRole('option', { name: 'On' }))
  fireEvent.click(screen.getByRole('button', { name: 'Review the changes' }))
  fireEvent.click(screen.getByRole('button', { name: 'Write to 1 lamp' }))
  fireEvent.click(await screen.findByRole('button', { name: 'The room is empty, switch on' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try the failed ones again (1)' }))
  await screen.findByRole('dialog', { name: 'Switch on the UV tube of 1 lamp?' })
  expect(sent()).toHaveLength(1)
})
