import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  atPlan,
  canvas,
  cu,
  drawingOf as drawing,
  planId as id,
  marks,
  openPlans,
  planOf as plan,
  reportedEvents,
  stageSize,
  useFakeStage,
} from '../../testing/floor-plans.tsx'
import { plantId, refusal } from '../../testing/plant.tsx'
import { stubPhone } from '../../testing/screen-width.ts'

vi.mock('./canvas/plan-stage.ts', async () => (await import('../../testing/floor-plans.tsx')).fakeStage)
beforeEach(useFakeStage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Options = {
  plans?: object[]
  role?: 'installerStaff' | 'clientOwner'
  tier?: 'basic' | 'pro'
  saving?: unknown
}
const open = ({ saving: savedAnswer = { plan_id: id, version: 5 }, ...options }: Options = {}) =>
  openPlans({ ...options, answers: { aggiornaMappe: savedAnswer } })
const unlock = async () => fireEvent.click(await screen.findByRole('button', { name: 'Unlock to edit' }))
const savesOf = (calls: { action: string }[]) => calls.filter(({ action }) => action === 'aggiornaMappe')

test('a plan shows its lamps with place and state, and a press opens one', async () => {
  const { router } = await open()
  await waitFor(() => expect(marks()).toMatchObject([{ key: `${cu}.1`, x: 0.25, y: 0.5, tone: 'error' }]))
  expect(screen.getByText('1 of 4 devices placed')).toBeTruthy()
  reportedEvents().onPick(`${cu}.1`, false)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ lamp: `${cu}.1` }))
})

test('marks come with the drawing, at the scale that is known from the start', async () => {
  const picture = Promise.withResolvers<object>()
  vi.stubGlobal('createImageBitmap', () => picture.promise)
  await open()
  expect((await screen.findByText('1 of 4 devices placed')).textContent).toBeTruthy()
  expect(stageSize()).toEqual({ width: 1_000, height: 500 })
  expect(canvas().getAttribute('aria-busy')).toBe('true')
  expect(marks()).toEqual([])
  picture.resolve({})
  await waitFor(() => expect(marks()).toHaveLength(1))
  expect(canvas().getAttribute('aria-busy')).toBe('false')
})

test('marks are shown where the drawing cannot be fetched', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new TypeError('broken')))
  await open()
  await waitFor(() => expect(marks()).toHaveLength(1))
})

test.each([
  ['basic', true],
  ['pro', false],
] as const)('a %s plant with a plan shows whether it can have another', async (tier, isWarned) => {
  await open({ tier })
  await screen.findByText('1 floor plan')
  const link = screen.queryByRole('link', { name: /A Basic plant has one floor plan/ })
  expect(link?.getAttribute('href')?.includes('tab=advanced') ?? false).toBe(isWarned)
})

test('a locked plan ignores presses and keys', async () => {
  const { calls } = await open()
  await waitFor(() => expect(marks()).toHaveLength(1))
  reportedEvents().onTap([0.9, 0.9])
  fireEvent.keyDown(canvas(), { key: 'Delete' })
  expect(marks()).toMatchObject([{ x: 0.25 }])
  expect(savesOf(calls)).toEqual([])
})

test('a lamp is selected, placed, moved, undone and saved by keyboard only', async () => {
  const { calls } = await open()
  await unlock()
  const list = within(await screen.findByRole('region', { name: 'Not on a plan: 3' }))
  fireEvent.click(list.getByRole('checkbox', { name: '0002' }))
  fireEvent.keyDown(canvas(), { key: 'Enter' })
  await waitFor(() => expect(marks()).toHaveLength(2))
  fireEvent.keyDown(canvas(), { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(canvas(), { key: 'ArrowDown' })
  await waitFor(() => expect(marks()[1]).toMatchObject({ x: 0.52, y: 0.504 }))
  fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(marks()[1]).toMatchObject({ x: 0.52, y: 0.5 }))
  expect(screen.getByText('1 change not saved')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Save plan' }))
  const savedPlaces = [{ topic: cu, addr: 2, x: 0.52, y: 0.5 }]
  const datiMappe = { planId: id, version: 4, placed: savedPlaces, removed: [] }
  await waitFor(() => expect(savesOf(calls)).toEqual([{ action: 'aggiornaMappe', plantId, datiMappe }]))
  await screen.findByText('0 changes not saved')
})

test('a change made while a save runs is kept', async () => {
  const saved = Promise.withResolvers<object>()
  const { calls } = await open({ saving: saved.promise })
  await unlock()
  reportedEvents().onMove([[`${cu}.1`, [0.25, 0.5], [0.9, 0.9]]])
  fireEvent.click(await screen.findByRole('button', { name: 'Save plan' }))
  await waitFor(() => expect(savesOf(calls)).toHaveLength(1))
  reportedEvents().onMove([[`${cu}.2`, null, [0.2, 0.2]]])
  await screen.findByText('2 changes not saved')
  saved.resolve({ plan_id: id, version: 5 })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save plan' }).dataset.loading).toBeUndefined())
  // The fake server still answers with the places before the save.
  await screen.findByText('1 change not saved')
  expect(marks()).toHaveLength(2)
})

test('aligned lamps get equal gaps, and the draft survives a reload until discarded', async () => {
  await open()
  await unlock()
  const list = within(await screen.findByRole('region', { name: 'Not on a plan: 3' }))
  for (const name of ['0002', '0003']) fireEvent.click(list.getByRole('checkbox', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'Line, equal gaps' }))
  reportedEvents().onTap([0.1, 0.9])
  await screen.findByText('Click where the line ends.')
  reportedEvents().onTap([0.7, 0.9])
  await waitFor(() => expect(marks().map(({ x }) => x)).toEqual([0.25, 0.1, 0.7]))
  cleanup()
  await open()
  await waitFor(() => expect(marks()).toHaveLength(1))
  await unlock()
  await waitFor(() => expect(marks()).toHaveLength(3))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(marks()).toHaveLength(1))
})

test('a plan that was saved elsewhere is not overwritten and shows the reason', async () => {
  await open({ saving: refusal('CHANGED_MEANWHILE') })
  await unlock()
  reportedEvents().onMove([[`${cu}.1`, [0.25, 0.5], [0.9, 0.9]]])
  fireEvent.click(await screen.findByRole('button', { name: 'Save plan' }))
  await screen.findByText(/^Someone else has saved this/)
  expect(screen.getByText('1 change not saved')).toBeTruthy()
})

test('other editors are named, and a reader cannot unlock', async () => {
  const editor = { userid: 'other', name: 'Luca Bressan', until: '2026-03-02T09:10:00.000Z' }
  await open({ plans: [plan({ editor })], role: 'clientOwner' })
  await screen.findByText('Luca Bressan is editing this plan.')
  const button = screen.getByRole('button', { name: 'Unlock to edit' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Manage plan' })).toBeNull()
})

test('an address without a reachable plan says that the plan is gone', async () => {
  const { router } = await open()
  await waitFor(() => expect(marks()).toHaveLength(1))
  await router.navigate({ to: `/plant/${plantId}`, search: { plan: 'another' } } as never)
  await screen.findByText(/^This floor plan no longer exists/)
})

test('layers and unit of a drawing are chosen before its plan is created', async () => {
  const choices = {
    kind: 'dxf',
    pages: 1,
    layers: [
      { name: 'Walls', entities: 12, state: 'on' },
      { name: 'Text', entities: 1, state: 'on' },
      { name: 'Old walls', entities: 2, state: 'off' },
      { name: 'Furniture', entities: 3, state: 'frozen' },
    ],
    unitM: null,
    far: [{ layer: 'Walls', count: 1 }],
    left: [
      { kind: 'HATCH', count: 1200 },
      { kind: 'MLINE', count: 1 },
    ],
  }
  const { calls } = await open({ plans: [plan({ drawing: drawing({ state: 'choose', choices, picture: null }) })] })
  const createButton = await screen.findByRole('button', { name: 'Make the floor plan' })
  expect(createButton.getAttribute('aria-description')).toBe('Choose the unit of the drawing.')
  screen.getByText('Not drawn, and missing on the plan: HATCH (1,200) and MLINE (1).')
  screen.getByText('Too far away to be drawn with the plan: Walls (1).')
  screen.getByText('2 shapes · off in the drawing')
  screen.getByText('3 shapes · frozen in the drawing')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Text' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Unit of the drawing' }))
  fireEvent.click(await screen.findByRole('option', { name: 'mm' }))
  fireEvent.click(createButton)
  const choice = { page: null, layers: ['Walls'], unit: 'mm' }
  await waitFor(() => expect(calls).toContainEqual({ action: 'chooseDrawing', plantId, planId: id, choice }))
})

test('a refused drawing shows the reason, and removing a plan names its lamps', async () => {
  const refusedDrawing = drawing({ state: 'refused', refusal: 'tooLarge', picture: null })
  const { calls } = await open({ plans: [plan({ drawing: refusedDrawing, lamps: 2 })] })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This drawing is too large/)
  fireEvent.click(screen.getByRole('button', { name: 'Manage plan' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove floor plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ground floor?' }))
  dialog.getByText(/^2 devices are on this plan/)
  fireEvent.click(dialog.getByRole('button', { name: 'Remove floor plan' }))
  await waitFor(() => expect(calls).toContainEqual({ action: 'removeFloorPlan', plantId, planId: id }))
})

test('a link from a lamp opens its plan or says that it has none', async () => {
  const upper = '00000000-0000-4000-8000-0000000000a2'
  const plans = [plan(), plan({ id: upper, name: 'Upper floor' })]
  // For lamps missing in the list: no panel opens.
  const savedPlaces = [{ plan_id: upper, version: 1, lamps: [atPlan(9, 0.5, 0.5)] }]
  const { router } = await openPlans({ plans, answers: { getFloorPlanLamps: { plans: savedPlaces } } })
  await screen.findByRole('application', { name: /^Ground floor/ })
  await router.navigate({ to: `/plant/${plantId}`, search: { lamp: `${cu}.9` } } as never)
  await screen.findByRole('application', { name: /^Upper floor/ })
  expect(screen.queryByText('This device is on no plan yet.')).toBeNull()
  await router.navigate({ to: `/plant/${plantId}`, search: { lamp: `${cu}.8` } } as never)
  await screen.findByText('This device is on no plan yet.')
  await screen.findByRole('application', { name: /^Ground floor/ })
})

test('the first drawing needs the picture notice, and nothing is sent without it', async () => {
  const answers = { getUserInfos: { user: { disclaimerPhotoAccepted: null } }, uploadFloorPlan: refusal('NOT_ALLOWED') }
  const { calls, container } = await openPlans({ answers })
  await screen.findByRole('button', { name: 'Add a floor plan' })
  const input = container.querySelector('input[type=file]') as HTMLInputElement
  const file = new File(['<svg/>'], 'floor.svg', { type: 'image/svg+xml' })
  const notice = () => screen.queryByRole('dialog', { name: 'Before your first photo or drawing' })
  const listUploads = () =>
    calls.map(({ action }) => action).filter((action) => /^(upload|saveDisclaimer)/.test(action))
  fireEvent.change(input, { target: { files: [file] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(notice()).toBeNull())
  expect(listUploads()).toEqual([])
  fireEvent.change(input, { target: { files: [file] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Accept and attach' }))
  await waitFor(() => expect(listUploads()).toEqual(['saveDisclaimerPhoto', 'uploadFloorPlan']))
})

test('on a phone the plan comes before its tools and fits its drawing', async () => {
  stubPhone()
  await open()
  const canvas = await screen.findByRole('application', { name: /^Ground floor/ })
  const manage = screen.getByRole('button', { name: 'Manage plan' })
  expect(canvas.compareDocumentPosition(manage) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Manage plan' })).toHaveLength(1)
  expect(canvas.style.getPropertyValue('--plan-ratio')).toBe('0.5')
  await unlock()
  fireEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  await screen.findByRole('button', { name: 'Unlock to edit' })
})
