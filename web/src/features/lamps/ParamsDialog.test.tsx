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
const _at = '2026-03-02T09:00:00.000Z'
const lampsOf = (cu: string, ids: readonly number[]) => ids.map((id) => ({ cu, id }) as unknown as Lamp)
const lamps = [...lampsOf(topics[0], [1, 2]), ...lampsOf(topics[1], [5])]
const units = [unitWith(), unitWith({ cu_id: '0A1B2D' })]
const param = (change: Partial<SurveyedParam> & Pick<SurveyedParam, 'name'>): SurveyedParam => ({
  taken: 3,
  lacking: 0,
  lackingLamps: [],
  values: [],
  allowed: null,
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
  name: 'infinity',
  taken: 2,
  lacking: 1,
  lackingLamps: [{ cu: topics[1], id: 5 }],
  values: [{ value: false, lamps: 2 }],
})
const uv = param({ name: 'uvOxyOnOff', values: [{ value: false, lamps: 3 }] })
type Call = { action: string } & Record<string, unknown>
let survey: (answer: object) => unknown = (answer) => answer
const open = async (
  params: readonly SurveyedParam[],
  setMultiParam: (call: Call) => unknown = () => ({ operations: [] }),
  chosenLamps: readonly Lamp[] = lamps,
  plantUnits = units,
) => {
  const closed = vi.fn()
  const dialog = <ParamsDialog lamps={chosenLamps} onClose={closed} />
  const { calls, router } = await renderInPlant(dialog, plantWith({ units: plantUnits }), (call) => {
    if (call.action === 'getLampParams') return survey({ lamps: chosenLamps.length, params })
    if (call.action === 'getOperations') return { operations: [] }
    if (call.action === 'getLimits') return { autonomyHours: [1, 3] }
    return call.action === 'setMultiParam' ? setMultiParam(call) : {}
  })
  const listChanges = () => calls.filter(({ action }) => action === 'setMultiParam')
  return { calls, listChanges, closed, bundle: () => new URLSearchParams(router.history.location.search).get('bundle') }
}
/** A new value per test: the same input again so soon counts as the same click. */
const setLevel = async (value: number) => {
  fireEvent.change(await screen.findByRole('textbox', { name: /Light level/ }), { target: { value: String(value) } })
  fireEvent.click(screen.getByRole('button', { name: 'Review the changes' }))
}

test('the dialog shows differing values and lamps that do not support a parameter', async () => {
  const { calls } = await open([infinity, level])
  const field = await screen.findByRole('textbox', { name: /Light level/ })
  expect(field.getAttribute('placeholder')).toBe('different values')
  expect(screen.getByText(/20% \(2\), 50% \(1\)/)).toBeDefined()
  expect(screen.getByText(/Infinity mode.*1 of the selected lamps do not support it \(0A1B2D: 5\)/)).toBeDefined()
  expect(screen.queryByRole('combobox', { name: /Infinity/ })).toBeNull()
  expect(calls.find(({ action }) => action === 'getLampParams')?.units).toEqual([
    { topic: topics[0], addr: [1, 2] },
    { topic: topics[1], addr: [5] },
  ])
})

test('a failed read of the lamps shows an error and can be retried', async () => {
  survey = () => refusal('INTERNAL_ERROR')
  await open([level])
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  survey = (answer) => answer
  fireEvent.click(tryAgain)
  expect(await screen.findByRole('textbox', { name: /Light level/ })).toBeDefined()
})

test('the changes are reviewed, and only changed values are sent in one call', async () => {
  const { listChanges, closed, bundle } = await open([level, uv])
  await setLevel(50)
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['Light level20%50%2'])
  expect(screen.getByText('Light level: 1 lamp has 50% already.')).toBeDefined()
  expect(listChanges()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  const [call, ...otherCalls] = listChanges()
  expect(otherCalls).toEqual([])
  expect(call).toMatchObject({
    units: [
      { topic: topics[0], addr: [1, 2] },
      { topic: topics[1], addr: [5] },
    ],
    params: { opticom: 50 },
  })
  // From now on the address holds the bundle; a reload finds it.
  expect(bundle()).toBe(call?.bundleId)
})

test('a refusal shows its reason, and a retry uses the same key', async () => {
  const { listChanges, closed } = await open([level], () => refusal('UNIT_BUSY', { by: 'Marta' }))
  await setLevel(60)
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  expect(await screen.findByText(/Marta/)).toBeDefined()
  // The same input right after the first counts as one; the person clicks again later.
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
    expect(listChanges()).toHaveLength(2)
  }, 8000)
  expect(new Set(listChanges().map(({ bundleId }) => bundleId)).size).toBe(1)
  expect(closed).not.toHaveBeenCalled()
})

test('an offline unit is named, and the others are written', async () => {
  const awayUnit = unitWith({ cu_id: '0A1B2D', connection: 'disconnected', cu_connected: false })
  const { listChanges } = await open([level], undefined, lamps, [unitWith(), awayUnit])
  await setLevel(70)
  expect(screen.getByText(/Offline: 0A1B2D\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  await vi.waitFor(() => expect(listChanges()).toHaveLength(1))
})

test('the dialog writes nothing if every unit is offline', async () => {
  const offline = { connection: 'disconnected', cu_connected: false } as const
  const all = [unitWith(offline), unitWith({ cu_id: '0A1B2D', ...offline })]
  const { listChanges } = await open([level], undefined, lamps, all)
  await setLevel(80)
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  expect(screen.getByRole('button', { name: 'Write to 3 lamps' }).getAttribute('aria-disabled')).toBe('true')
  expect(listChanges()).toEqual([])
})

test('lighting UV tubes needs a confirmation that is sent along, also for one lamp', async () => {
  const { listChanges } = await open([uv])
  fireEvent.click(await screen.findByRole('combobox', { name: 'UV tube' }))
  fireEvent.click(await screen.findByRole('option', { name: 'On' }))
  fireEvent.click(screen.getByRole('button', { name: 'Review the changes' }))
  fireEvent.click(screen.getByRole('button', { name: 'Write to 3 lamps' }))
  const question = await screen.findByRole('dialog', { name: 'Switch on the UV tubes of 3 lamps?' })
  expect(question.textContent).toContain('0A1B2C: 1–2; 0A1B2D: 5')
  expect(listChanges()).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'The room is empty, switch on' }))
  await vi.waitFor(() => expect(listChanges().map(({ uvConfirmed }) => uvConfirmed)).toEqual([true]))
})
