import type { PlannedRun, WeekDay } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { expect, test } from 'vitest'
import { computeStretches, levelOf, listEffectiveRuns, sunStretches, type WeekScenes } from './week-stretches.ts'

const hallId = 'hall'
const yard = 'yard'
const scenes: WeekScenes = new Map([
  ['night', { collections: [{ id: hallId, level: 20 }], savedAt: '2026-11-01T00:00:00.000Z' }],
  ['day', { collections: [{ id: hallId, level: 60 }], savedAt: '2026-11-02T00:00:00.000Z' }],
  [
    'yard',
    {
      collections: [
        { id: yard, level: 90 },
        { id: hallId, level: null },
      ],
      savedAt: '2026-11-03T00:00:00.000Z',
    },
  ],
  [null, { collections: [{ id: hallId, level: 80 }], savedAt: null }],
])
const run = (scene: string | null, time: string, day = '2026-11-20'): PlannedRun => ({
  scene_id: scene,
  name: scene ?? '',
  day,
  time,
  at: `${day}T${time}:00.000Z`,
  none: null,
})
const dayOf = (runs: PlannedRun[], change: Partial<WeekDay> = {}): WeekDay => ({
  day: '2026-11-20',
  begins: '2026-11-20T00:00:00.000Z',
  hours: 24,
  isHoliday: false,
  sun: null,
  runs,
  ...change,
})
const createLook = (day: WeekDay, before: PlannedRun[] = [], clashes: { at: string; scenes: string[] }[] = []) => ({
  week: [day],
  before,
  clashes: clashes.map(({ at, scenes: clashScenes }) => ({
    at,
    day: day.day,
    time: '',
    collections: [],
    scenes: clashScenes.map((scene_id) => ({ scene_id, name: scene_id })),
  })),
})
const computeDrawn = (day: WeekDay, sceneLook: ReturnType<typeof createLook>, aggregation?: string) =>
  computeStretches(day, sceneLook, scenes, aggregation).map(
    ({ from, until, run: sceneRun, level, isClash }) =>
      `${from}-${until} ${sceneRun.scene_id} ${level}${isClash ? ' !' : ''}`,
  )

test('light lasts until the next run, and a day starts with the previous run', () => {
  const day = dayOf([run('day', '06:00'), run('night', '18:00')])
  expect(computeDrawn(day, createLook(day))).toEqual(['25-75 day 60', '75-100 night 20'])
  expect(computeDrawn(day, createLook(day, [run('night', '18:00', '2026-11-19')]))).toEqual([
    '0-25 night 20',
    '25-75 day 60',
    '75-100 night 20',
  ])
})

test('the last saved scene of a minute wins, and a draft goes first', () => {
  const day = dayOf([run(null, '06:00'), run('day', '06:00'), run('night', '06:00')])
  const clash = [{ at: '2026-11-20T06:00:00.000Z', scenes: ['night', 'day'] }]
  expect(computeDrawn(day, createLook(day, [], clash))).toEqual(['25-100 null 80'])
  const savedDay = dayOf([run('day', '06:00'), run('night', '06:00')])
  expect(computeDrawn(savedDay, createLook(savedDay, [], clash))).toEqual(['25-100 day 60 !'])
  expect(listEffectiveRuns(createLook(day), scenes, undefined).map(({ scene_id }) => scene_id)).toEqual([
    'night',
    'day',
    null,
  ])
})

test('a filtered aggregation shows only scenes that set it', () => {
  const day = dayOf([run('day', '06:00'), run('yard', '12:00')])
  expect(computeDrawn(day, createLook(day), hallId)).toEqual(['25-100 day 60'])
  expect(computeDrawn(day, createLook(day), yard)).toEqual(['50-100 yard 90'])
  const mixedScene = { collections: [...(scenes.get('day')?.collections ?? []), { id: yard, level: 5 }], savedAt: null }
  expect([levelOf(mixedScene, undefined), levelOf(mixedScene, yard)]).toEqual([null, 5])
})

test('a day on which the clock changes has its true length', () => {
  const day = dayOf([run('day', '12:30')], { hours: 25 })
  expect(computeDrawn(day, createLook(day))).toEqual(['50-100 day 60'])
})

test('the sun is up between sunrise and sunset, over midnight, all day or never', () => {
  const sun = { dawnTime: null, sunsetTime: null, stays: null, dawn: null, sunset: null }
  const at = (time: string) => `2026-11-20T${time}:00.000Z`
  expect(sunStretches(dayOf([], { sun: { ...sun, dawn: at('06:00'), sunset: at('18:00') } }))).toEqual([[25, 75]])
  expect(sunStretches(dayOf([], { sun: { ...sun, dawn: at('18:00'), sunset: at('06:00') } }))).toEqual([
    [0, 25],
    [75, 100],
  ])
  expect(sunStretches(dayOf([], { sun: { ...sun, stays: 'up' } }))).toEqual([[0, 100]])
  expect(sunStretches(dayOf([], { sun: { ...sun, stays: 'down' } }))).toEqual([])
})
