import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { UnitScenes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { ScenesPage } from './ScenesPage.tsx'
import { draftOf, emptyForm, formOf } from './scene-form.ts'
import { UnitScenesPage } from './UnitScenesPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const hallCollection = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Hall',
  cu: topic,
  groups: [3],
  uses: [],
  version: 1,
}
const scene = (change: Partial<Scene> = {}): Scene => ({
  id: '00000000-0000-4000-8000-0000000000b1',
  name: 'Night',
  ramp: true,
  enabled: true,
  version: 1,
  saved_at: '2026-11-20T10:00:00.000Z',
  stopped: null,
  collections: [{ id: hallCollection.id, level: 20 }],
  activation: {
    mode: 'calendar',
    weekdays: [1, 7],
    time: { kind: 'sunset', offset: -15 },
    skipHolidays: true,
    period: { from: '2026-12-01', to: '2026-12-24', yearly: true },
  },
  ...change,
})
const run = { day: '2026-12-06', time: '16:15', at: '2026-12-06T15:15:00.000Z', none: null }
const preview = {
  today: '2026-11-20',
  now: '2026-11-20T14:00:00.000Z',
  hasPosition: true,
  over: false,
  week: [],
  clashes: [],
  before: [],
  runs: [],
}

type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
const answersOf =
  (scenes: readonly Scene[]): Answers =>
  ({ action }) => {
    if (action === 'getScenes') return { scenes }
    if (action === 'getCollections') return { collections: [hallCollection] }
    const next = scenes.map(({ id, name }) => ({ scene_id: id, run: { scene_id: id, name, ...run }, over: false }))
    return action === 'previewSceneRuns' ? { ...preview, next } : {}
  }

test('a scene survives the round trip through its form fields', () => {
  const empty = emptyForm(topic, '2026-11-20')
  for (const sceneCase of [
    scene(),
    scene({ activation: { mode: 'manual' }, collections: [{ id: hallCollection.id, level: null }] }),
    scene({ activation: { mode: 'input', topic, input: 8 }, collections: [{ id: hallCollection.id, level: 0 }] }),
  ]) {
    const { id: _, version: __, saved_at: ___, stopped: ____, ...draft } = sceneCase
    expect(draftOf(formOf(sceneCase, empty))).toEqual(draft)
  }
})

test('scenes are listed with their triggers and next runs', async () => {
  await renderInPlant(<ScenesPage />, plantWith(), answersOf([scene()]))
  const row = (await screen.findByText('Night')).closest('tr') as HTMLElement
  await waitFor(() => expect(row.textContent).toContain('16:15'))
  expect(row.textContent).toMatch(/, sunset −15\s?min/)
})

test('an empty page offers a new scene, which needs a name and an aggregation', async () => {
  const { calls } = await renderInPlant(<ScenesPage />, plantWith(), answersOf([]))
  fireEvent.click(await screen.findByRole('button', { name: 'New scene' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'))
  expect(await screen.findByText('Choose at least one aggregation.')).toBeDefined()
  expect(calls.some(({ action }) => action === 'saveScene')).toBe(false)
})

const listOf = (change: Partial<UnitScenes> = {}): UnitScenes => ({
  topic,
  state: 'upToDate',
  until: '2027-01-03T05:00:00.000Z',
  held: [scene().id],
  missing: [],
  byPlatform: [],
  stillOld: [],
  ...change,
})
const byUnit = async (list: UnitScenes) => {
  const answers = answersOf([scene()])
  await renderInPlant(<UnitScenesPage />, plantWith(), (call) =>
    call.action === 'getUnitScenes' ? { units: [list], capacity: 16 } : answers(call),
  )
}

test('scenes are grouped by unit with its capacity and how long its list lasts', async () => {
  await byUnit(listOf())
  expect(await screen.findByText('1 of 16 places used')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Night' })).toBeDefined()
  expect(await screen.findByText(/In the unit, up to date until .*3 Jan/)).toBeDefined()
  expect(screen.getByText('Held by the unit')).toBeDefined()
})

test('a new scene is not shown as held by a unit with an older list', async () => {
  await byUnit(listOf({ state: 'old', missing: [scene().id] }))
  expect(await screen.findByText('The unit still runs its old list', { exact: false })).toBeDefined()
  expect(screen.getByText('Not yet in the unit')).toBeDefined()
  expect(screen.queryByText('Held by the unit')).toBeNull()
})

test.each<[Partial<UnitScenes>, RegExp]>([
  [{ state: 'notYet', until: null, missing: [scene().id] }, /Not yet in the unit/],
  [{ state: 'old', stillOld: [{ scene_id: scene().id, name: 'Dusk' }] }, /still runs the old scenes, until .*: Dusk/],
  [{ held: [], byPlatform: [scene().id] }, /Run by the platform: no room/],
])('a missing part of the list of a unit is shown: %j', async (change, expectedText) => {
  await byUnit(listOf(change))
  expect((await screen.findAllByText(expectedText)).length).toBeGreaterThan(0)
})

const sceneRun = (change: object = {}) => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  scene_id: scene().id,
  name: 'Night',
  cause: 'manual',
  by: 'Ada',
  at: '2026-11-20T14:00:00.000Z',
  input: null,
  left_out: 0,
  result: 'pending',
  units: [{ topic, result: 'pending', reason: null }],
  ...change,
})
const createAnswers = (answerOverrides: Record<string, unknown>): Answers => {
  const answers = answersOf([scene()])
  return (call) => answerOverrides[call.action] ?? answers(call)
}
const activateButton = () => screen.findByRole('button', { name: 'Activate Night' })

test('a scene is activated once on repeated presses, and its row stays closed', async () => {
  const { calls, router } = await renderInPlant(
    <ScenesPage />,
    plantWith(),
    createAnswers({ activateScene: { run: sceneRun() } }),
  )
  const button = await activateButton()
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(calls.filter(({ action }) => action === 'activateScene')).toHaveLength(1))
  expect(calls.find(({ action }) => action === 'activateScene')).toMatchObject({ plantId, sceneId: scene().id })
  expect(router.state.location.search).not.toHaveProperty('scene')
})

test.each([
  ['clientStaff', scene(), /installers can do this/],
  [
    'installerAdministrator',
    scene({ collections: [{ id: hallCollection.id, level: null }] }),
    'This scene sets no levels.',
  ],
] as const)('a scene that cannot be activated shows the reason: %s', async (role, sceneCase, reason) => {
  await renderInPlant(<ScenesPage />, plantWith({ plant: { role } }), answersOf([sceneCase]))
  const button = await activateButton()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toMatch(reason)
})

const open = async (answerOverrides: Record<string, unknown> = {}) => {
  const page = await renderInPlant(
    <ScenesPage />,
    plantWith(),
    createAnswers({ getSceneRuns: { runs: [], total: 0 }, ...answerOverrides }),
  )
  fireEvent.click(await screen.findByText('Night'))
  await screen.findByRole('complementary', { name: 'Night' })
  return page
}

test('an opened scene is no draft until it is changed', async () => {
  const { calls } = await open()
  const drafts = () =>
    calls.filter(({ action, scene: draft, from }) => action === 'previewSceneRuns' && draft && from === null)
  const panels = drafts().length
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Dusk' } })
  await waitFor(() => expect(drafts().length).toBeGreaterThan(panels))
})

test('its levels are previewed on lamps and ended early', async () => {
  const levelAnswer = { commands: [], notAsked: [], lamps: { following: 1, held: 0, without: 0 } }
  const { calls } = await open({ showSceneOnLamps: levelAnswer, endSceneOnLamps: { commands: [] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show on the lamps' }))
  fireEvent.click(await screen.findByRole('button', { name: 'End preview' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End preview' })).toBeNull())
  const collections = [{ id: hallCollection.id, level: 20 }]
  expect(calls.filter(({ action }) => action.endsWith('OnLamps'))).toMatchObject([
    { action: 'showSceneOnLamps', collections, holdS: 30 },
    { action: 'endSceneOnLamps', collections },
  ])
})

test('the detail lists the last runs with failed units and left-out changes', async () => {
  const units = [{ topic, result: 'not_executed', reason: 'away' }]
  await open({ getSceneRuns: { runs: [sceneRun({ result: 'not_executed', units, left_out: 99 })], total: 1 } })
  expect(
    await screen.findByText('0A1B2C: Not executed (unit not connected) · 99 further changes of the input left out'),
  ).toBeDefined()
})

test('the panel of a saved scene opens only for a waiting person', async () => {
  let save = (_: unknown) => {}
  const savedAnswer = new Promise((resolve) => {
    save = resolve
  })
  const { router } = await renderInPlant(
    <ScenesPage />,
    plantWith(),
    createAnswers({ saveScene: savedAnswer, getSceneRuns: { runs: [], total: 0 } }),
  )
  const goToSearch = (search: string) => router.history.push(`/plant/${plantId}?${search}`)
  goToSearch('scene=new')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Cleaning' } })
  fireEvent.click(screen.getByRole('combobox', { name: 'Add aggregation' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Hall' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' }).getAttribute('aria-busy')).toBe('true'))
  goToSearch('view=history&scene=new')
  save({ scene: scene({ name: 'Cleaning' }) })
  await screen.findByText('No runs yet')
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await waitFor(() => expect(name.value).toBe(''))
  fireEvent.change(name, { target: { value: 'Washing' } })
  expect(router.state.location.search).toMatchObject({ scene: 'new' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Washing')
})

test('an archived plant shows which units continue and until when', async () => {
  const plant = { archived_at: '2026-11-20T10:00:00.000Z' }
  await renderInPlant(
    <ScenesPage />,
    plantWith({ plant }),
    createAnswers({ getUnitScenes: { units: [listOf()], capacity: 16 } }),
  )
  expect(await screen.findByText(/platform runs no scenes.*0A1B2C until .*3 Jan/)).toBeDefined()
})
