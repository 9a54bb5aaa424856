import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import type { UnitScenes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { plantWith, renderInPlant } from '../../testing/plant.tsx'
import { ScenesPage } from './ScenesPage.tsx'
import { draftOf, emptyForm, formOf } from './scene-form.ts'
import { UnitScenesPage } from './UnitScenesPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const topic = 'imagined_0A1B2C'
const hall = { id: '00000000-0000-4000-8000-0000000000a1', name: 'Hall', cu: topic, groups: [3], uses: [], version: 1 }
const scene = (change: Partial<Scene> = {}): Scene => ({
  ...{ id: '00000000-0000-4000-8000-0000000000b1', name: 'Night', ramp: true, enabled: true, version: 1 },
  ...{ saved_at: '2026-11-20T10:00:00.000Z', collections: [{ id: hall.id, level: 20 }] },
  activation: {
    ...{ mode: 'calendar', weekdays: [1, 7], time: { kind: 'sunset', offset: -15 }, skipHolidays: true },
    period: { from: '2026-12-01', to: '2026-12-24', yearly: true },
  },
  ...change,
})
const run = { day: '2026-12-06', time: '16:15', at: '2026-12-06T15:15:00.000Z', none: null }
const preview = {
  ...{ today: '2026-11-20', now: '2026-11-20T14:00:00.000Z', hasPosition: true, over: false, week: [], clashes: [] },
  runs: [],
}

type Answers = NonNullable<Parameters<typeof renderInPlant>[2]>
const answersOf =
  (scenes: readonly Scene[]): Answers =>
  ({ action }) => {
    if (action === 'getScenes') return { scenes }
    if (action === 'getCollections') return { collections: [hall] }
    const next = scenes.map(({ id, name }) => ({ scene_id: id, run: { scene_id: id, name, ...run }, over: false }))
    return action === 'previewSceneRuns' ? { ...preview, next } : {}
  }

test('a scene goes into the fields of its form and comes out of them as it was', () => {
  const empty = emptyForm(topic, '2026-11-20')
  for (const one of [
    scene(),
    scene({ activation: { mode: 'manual' }, collections: [{ id: hall.id, level: null }] }),
    scene({ activation: { mode: 'input', topic, input: 8 }, collections: [{ id: hall.id, level: 0 }] }),
  ]) {
    const { id: _, version: __, saved_at: ___, ...draft } = one
    expect(draftOf(formOf(one, empty))).toEqual(draft)
  }
})

test('scenes are listed with what starts them and their next run', async () => {
  await renderInPlant(<ScenesPage />, plantWith(), answersOf([scene()]))
  const row = (await screen.findByText('Night')).closest('tr') as HTMLElement
  await waitFor(() => expect(row.textContent).toContain('16:15'))
  expect(row.textContent).toMatch(/Sunset −15\s?min/)
})

test('without scenes the page offers to write one, which is asked for a name and an aggregation', async () => {
  const { calls } = await renderInPlant(<ScenesPage />, plantWith(), answersOf([]))
  fireEvent.click(await screen.findByRole('button', { name: 'New scene' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'))
  expect(await screen.findByText('Choose at least one aggregation.')).toBeDefined()
  expect(calls.some(({ action }) => action === 'saveScene')).toBe(false)
})

const listOf = (change: Partial<UnitScenes> = {}): UnitScenes => ({
  ...{ topic, state: 'upToDate', until: '2027-01-03T05:00:00.000Z' },
  ...{ held: [scene().id], byPlatform: [], stillOld: [], ...change },
})
const byUnit = async (list: UnitScenes) => {
  const answers = answersOf([scene()])
  await renderInPlant(<UnitScenesPage />, plantWith(), (call) =>
    call.action === 'getUnitScenes' ? { units: [list], capacity: 16 } : answers(call),
  )
}

test('scenes stand by the unit whose lamps they set, with the places that it has and up to when it has them', async () => {
  await byUnit(listOf())
  expect(await screen.findByText('1 of 16 places used')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Night' })).toBeDefined()
  expect(await screen.findByText(/In the unit, up to date until .*3 Jan/)).toBeDefined()
  expect(screen.getByText('Held by the unit')).toBeDefined()
})

test.each<[Partial<UnitScenes>, RegExp]>([
  [{ state: 'notYet', until: null }, /Not yet in the unit/],
  [{ state: 'old', stillOld: [{ scene_id: scene().id, name: 'Dusk' }] }, /still runs the old scenes, until .*: Dusk/],
  [{ held: [], byPlatform: [scene().id] }, /Not in the unit: no room/],
])('what a unit does not have yet is said: %j', async (change, words) => {
  await byUnit(listOf(change))
  expect(await screen.findByText(words)).toBeDefined()
})
