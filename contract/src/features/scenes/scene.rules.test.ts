import { describe, expect, it } from 'vitest'
import {
  findClashes,
  isCalendarOver,
  isInPeriod,
  remainingLevels,
  runsOnDay,
  type SceneOccurrence,
} from './scene.rules.ts'

const period = (from: string, to: string, yearly = false) => ({ from, to, yearly })

it.each([
  ['2026-12-08', null, true],
  ['2026-12-07', period('2026-12-08', '2027-01-06'), false],
  ['2026-12-08', period('2026-12-08', '2027-01-06'), true],
  ['2027-01-06', period('2026-12-08', '2027-01-06'), true],
  ['2027-01-07', period('2026-12-08', '2027-01-06'), false],
  ['2027-12-08', period('2026-12-08', '2027-01-06'), false],
  ['2027-12-08', period('2026-12-08', '2027-01-06', true), true],
  ['2030-01-06', period('2026-12-08', '2027-01-06', true), true],
  ['2030-01-07', period('2026-12-08', '2027-01-06', true), false],
  ['2026-01-03', period('2026-12-08', '2027-01-06', true), false],
  ['2027-07-01', period('2026-06-01', '2026-08-31', true), true],
  ['2027-09-01', period('2026-06-01', '2026-08-31', true), false],
  ['2026-03-01', period('2024-02-29', '2024-03-10', true), true],
  ['2026-02-28', period('2024-02-29', '2024-03-10', true), false],
])('day %s is in the period %o: %s', (day, period, isWithin) => {
  expect(isInPeriod(day, period)).toBe(isWithin)
})

const calendar = { mode: 'calendar', weekdays: [1, 7], skipHolidays: false } as const
const at0530 = { kind: 'exact', at: '05:30' } as const

it('a calendar is over after its last day unless it repeats yearly', () => {
  const isOver = (lastDay: string, yearly: boolean) =>
    isCalendarOver(
      { ...calendar, weekdays: [1], time: at0530, period: period('2026-01-01', lastDay, yearly) },
      '2026-06-01',
    )
  expect([isOver('2026-05-31', false), isOver('2026-06-01', false), isOver('2026-05-31', true)]).toEqual([
    true,
    false,
    false,
  ])
  expect(isCalendarOver({ mode: 'manual' }, '2026-06-01')).toBe(false)
})

it('a calendar runs on its weekdays within its period', () => {
  const calendar = { weekdays: [1, 7], period: period('2026-11-23', '2026-11-29') }
  const days = [22, 23, 24, 29, 30].filter((day) =>
    runsOnDay(calendar, { day: `2026-11-${day}`, weekday: ((day - 2) % 7) + 1 }),
  )
  expect(days).toEqual([23, 29])
})

const run = (
  scene_id: string | null,
  saved_at: string | null,
  levels: Record<string, number | null>,
  minute = '05:30:00',
): SceneOccurrence => ({
  scene_id,
  saved_at,
  name: scene_id ?? 'draft',
  day: '2026-11-25',
  time: minute.slice(0, 5),
  at: `2026-11-25T${minute}Z`,
  collections: Object.entries(levels).map(([id, level]) => ({ id, level })),
})

describe('scenes in the same minute', () => {
  it('clash on shared aggregations, where the scene saved later wins', () => {
    const olderRun = run('old', '2026-01-01T00:00:00Z', { hall: 60, bar: 1 }, '05:30:20')
    const laterRun = run('young', '2026-02-01T00:00:00Z', { hall: 20, attic: null })
    const draft = run(null, null, { hall: 80, attic: 5 })
    const names = (runs: SceneOccurrence[]) =>
      findClashes(runs).map(({ scenes, collections }) => [scenes.map(({ name }) => name), collections])
    expect(names([laterRun, olderRun])).toEqual([[['old', 'young'], [{ id: 'hall', level: 20 }]]])
    expect(names([draft, laterRun, olderRun])).toEqual([[['old', 'young', 'draft'], [{ id: 'hall', level: 80 }]]])
    expect(names([laterRun, run('late', '2026-03-01T00:00:00Z', { hall: 1 }, '05:31:00')])).toEqual([])
    expect(names([laterRun, run('other', '2026-03-01T00:00:00Z', { attic: 1, hall: null })])).toEqual([])
  })

  it('set what no later scene sets', () => {
    const sceneOf = (id: string, saved_at: string, levels: Record<string, number | null>) => ({
      id,
      saved_at,
      collections: Object.entries(levels).map(([collectionId, level]) => ({ id: collectionId, level })),
    })
    const olderRun = sceneOf('a', '2026-01-01', { hall: 60, bar: 1, attic: null })
    const young = sceneOf('b', '2026-02-01', { hall: 20, bar: null })
    expect(remainingLevels(olderRun, [young])).toEqual([{ id: 'bar', level: 1 }])
    expect(remainingLevels(young, [olderRun])).toEqual([{ id: 'hall', level: 20 }])
    expect(remainingLevels(olderRun, [sceneOf('b', '2026-01-01', { bar: 2 })])).toEqual([{ id: 'hall', level: 60 }])
  })
})
