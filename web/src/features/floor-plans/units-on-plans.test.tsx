import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  atPlan,
  canvas,
  cu,
  marks,
  openPlans,
  planId,
  planOf,
  reportedEvents,
  useFakeStage,
} from '../../testing/floor-plans.tsx'
import { plantId, unitWith } from '../../testing/plant.tsx'
import { keyOfDevice, parseDeviceKey } from './placeable.ts'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
beforeEach(useFakeStage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const unitAt = (topic: string, x: number, y: number) => ({ topic, addr: null, x, y })
const gateway = unitWith({ cu_type: 'bridge', cu_id: '0FFFFF', connection: 'disconnected', description: 'Roof' })
const bridge = 'bridge_0FFFFF'
const types = [
  { cu_type: 'imagined', commandAction: 'logicaCommand', commands: [] },
  { cu_type: 'bridge', commandAction: 'gatewayCommand', commands: [] },
]
const answers = {
  getUnitTypes: { types },
  aggiornaMappe: { plan_id: planId, version: 5 },
  getShadow: { detail: null },
  getOperations: { operations: [] },
}
const open = (places: object[], answerOverrides: object = {}) =>
  openPlans({ places, units: [gateway], answers: { ...answers, ...answerOverrides } })
const allPlaces = [atPlan(1, 0.25, 0.5), unitAt(cu, 0.5, 0.75), unitAt(bridge, 0.75, 0.75)]

test('units are drawn with type and state beside lamps and counted with them', async () => {
  await open(allPlaces)
  await waitFor(() =>
    expect(marks().map(({ key, shape, tone, label }) => [key, shape, tone, label])).toEqual([
      [`${cu}.1`, 'circle', 'error', '0001'],
      [cu, 'hexagon', 'ok', '0A1B2C'],
      [bridge, 'triangle', 'offline', '0FFFFF'],
    ]),
  )
  screen.getByText('3 of 5 devices placed')
  expect(screen.getByRole('link', { name: /^Ground floor\s?2 not OK$/ })).toBeTruthy()
  const legend = within(screen.getByRole('region', { name: 'Legend' }))
  for (const kind of ['Exit sign', 'Central unit', 'Bluetooth gateway']) legend.getByText(kind)
  fireEvent.click(legend.getByRole('button', { name: /^Offline/ }))
  await waitFor(() => expect(marks().map(({ key }) => key)).toEqual([bridge]))
})

test('a press on a unit or its list entry opens it instead of a lamp', async () => {
  const { router } = await open(allPlaces)
  await waitFor(() => expect(marks()).toHaveLength(3))
  // For a lamp missing in the list: no panel opens.
  reportedEvents().onPick(`${cu}.9`, false)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ lamp: `${cu}.9` }))
  reportedEvents().onPick(bridge, false)
  await waitFor(() => expect(router.state.location.search).toEqual({ unit: bridge }))
  await screen.findByRole('complementary', { name: /0FFFFF/ })
  const list = within(screen.getByText('Devices on this plan as a list (3)').closest('details') as HTMLElement)
  fireEvent.click(list.getByRole('button', { name: /^Central unit 0A1B2C · Main/, hidden: true }))
  await waitFor(() => expect(router.state.location.search).toEqual({ unit: cu }))
  await screen.findByRole('complementary', { name: /0A1B2C/ })
  reportedEvents().onPick(`${cu}.9`, false)
  await waitFor(() => expect(router.state.location.search).toEqual({ lamp: `${cu}.9` }))
})

test('a unit is found, placed, moved, removed, undone and saved by keyboard only', async () => {
  const { calls } = await open([atPlan(1, 0.25, 0.5)])
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock to edit' }))
  const list = within(await screen.findByRole('region', { name: 'Not on a plan: 4' }))
  fireEvent.change(list.getByRole('textbox', { name: 'Number, place or serial' }), { target: { value: 'roof' } })
  await waitFor(() => expect(list.getAllByRole('checkbox')).toHaveLength(1))
  fireEvent.click(list.getByRole('checkbox', { name: '0FFFFF' }))
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  await waitFor(() => expect(marks()).toHaveLength(2))
  fireEvent.keyDown(canvas(), { key: 'ArrowRight', shiftKey: true })
  await waitFor(() => expect(marks()[1]).toMatchObject({ key: bridge, x: 0.52, y: 0.5 }))
  fireEvent.keyDown(canvas(), { key: 'Delete' })
  await waitFor(() => expect(marks()).toHaveLength(1))
  fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(marks()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Save plan' }))
  const datiMappe = { planId, version: 4, placed: [unitAt(bridge, 0.52, 0.5)], removed: [] }
  await waitFor(() => expect(calls).toContainEqual({ action: 'aggiornaMappe', plantId, datiMappe }))
})

test('a removed unit is sent to the server without a position', async () => {
  const { calls } = await open(allPlaces)
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock to edit' }))
  await waitFor(() => expect(marks()).toHaveLength(3))
  reportedEvents().onPick(cu, false)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the plan' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save plan' }))
  const datiMappe = { planId, version: 4, placed: [], removed: [{ topic: cu, addr: null }] }
  await waitFor(() => expect(calls).toContainEqual({ action: 'aggiornaMappe', plantId, datiMappe }))
})

test('the search finds a unit by its place and links to its plan', async () => {
  const { router } = await open(allPlaces)
  await waitFor(() => expect(marks()).toHaveLength(3))
  await router.navigate({ to: '.', search: { q: 'roof' } as never })
  fireEvent.click(await screen.findByRole('link', { name: 'Bluetooth gateway 0FFFFF · Roof' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ unit: bridge, plan: planId }))
})

test('a link from a unit opens its plan or says that it has none', async () => {
  const upper = '00000000-0000-4000-8000-0000000000a2'
  const { router } = await openPlans({
    plans: [planOf(), planOf({ id: upper, name: 'Upper floor' })],
    answers: {
      ...answers,
      getFloorPlanLamps: { plans: [{ plan_id: upper, version: 1, lamps: [unitAt(cu, 0.5, 0.5)] }] },
    },
  })
  await screen.findByRole('application', { name: /^Ground floor/ })
  await router.navigate({ to: `/plant/${plantId}`, search: { unit: cu } } as never)
  await screen.findByRole('application', { name: /^Upper floor/ })
  await router.navigate({ to: `/plant/${plantId}`, search: { unit: 'imagined_000000' } } as never)
  await screen.findByText('This device is on no plan yet.')
})

test('lamp layers leave units uncounted and muted, and the heat map includes them', async () => {
  const brokenUnit = unitWith({ cu_type: 'bridge', cu_id: '0FFFFF', errors: ['fuse', 'bus'] })
  const { router } = await openPlans({ places: allPlaces, units: [brokenUnit], answers })
  await waitFor(() => expect(marks()).toHaveLength(3))
  await router.navigate({ to: '.', search: { layer: 'tests' } as never })
  await waitFor(() => expect(marks()[1]?.look).toEqual({ ink: 'offline', sign: '', fill: 0 }))
  const layer = within(screen.getByRole('region', { name: 'Layer' }))
  expect(layer.getByText('No test group').nextSibling?.textContent).toBe('1')
  await router.navigate({ to: '.', search: { layer: 'faults' } as never })
  await waitFor(() => expect(marks()[2]).toMatchObject({ tone: 'error', value: '2' }))
  expect(layer.getByText('With faults').nextSibling?.textContent).toBe('1')
})

test('an exit sign has its own shape in every state', async () => {
  const lamp = { cu, errors: [], description: '', location: '', type: 'emergency', condition: 'ok', serial: 'A' }
  const lamps = [
    { ...lamp, id: 1, product_code: 'SG-20' },
    { ...lamp, id: 2, product_code: 'ST-8' },
    { ...lamp, id: 3, product_code: 'SG-20', condition: 'error' },
  ]
  await openPlans({
    places: [1, 2, 3].map((addr) => atPlan(addr, addr / 10, 0.5)),
    answers: { ...answers, getLamps: { lamps, total: 3, next: null }, getProductCodes: { codes: ['SG-20'] } },
  })
  await waitFor(() => expect(marks().map(({ shape }) => shape)).toEqual(['sign', 'circle', 'sign']))
  expect(marks()[2]?.tone).toBe('error')
})

test('device keys round-trip, and keys of older drafts are still parsed', () => {
  for (const device of [
    { topic: cu, addr: 12 },
    { topic: cu, addr: null },
  ])
    expect(parseDeviceKey(keyOfDevice(device))).toEqual(device)
  expect(parseDeviceKey('logica_0A1B2C.12')).toEqual({ topic: 'logica_0A1B2C', addr: 12 })
})

test('removing a plan shows its lamps and units and needs confirmation', async () => {
  const plan = planOf({ lamps: 1, units: 2 } as never)
  const { calls } = await openPlans({ plans: [plan], places: allPlaces, units: [gateway], answers })
  fireEvent.click(await screen.findByRole('button', { name: 'Manage plan' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove floor plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ground floor?' }))
  dialog.getByText(/^3 devices are on this plan. They stay in the plant/)
  expect(calls.some(({ action }) => action === 'removeFloorPlan')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Remove floor plan' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'removeFloorPlan', plantId, planId }))
})
