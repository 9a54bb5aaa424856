import type { Scene } from '@vigilux/contract/features/scenes/scene.ts'
import { describe, expect, test } from 'vitest'
import type { RunFacts } from './calendar-runs.ts'
import { divideScenes, levelsIn, renewList } from './unit-lists.ts'

const facts: RunFacts = { zone: 'Europe/Rome', position: null, holidays: new Set() }
const now = new Date('2026-11-24T05:00:00.000Z')
const unit = 'logica_0A1B2C'
const groupsOf = (id: string, groups: number[], cu = unit) => ({ id, cu, groups })
const aggregations = [groupsOf('hall', [1, 2]), groupsOf('bar', [2, 3]), groupsOf('else', [9], 'logica_0A1B2D')]
const everyDay = { mode: 'calendar' as const, weekdays: [1, 2, 3, 4, 5, 6, 7], period: null, skipHolidays: false }
let savedCount = 0
const scene = (id: string, change: Partial<Scene> = {}): Scene => ({
  id,
  name: id,
  collections: [{ id: 'hall', level: 50 }],
  ramp: false,
  enabled: true,
  stopped: null,
  version: 1,
  activation: { ...everyDay, time: { kind: 'exact', at: '18:00' } },
  saved_at: new Date(Date.UTC(2026, 0, 1) + savedCount++).toISOString(),
  ...change,
})
const share = (...scenes: Scene[]) => divideScenes(unit, scenes, { aggregations, facts, now })
const minuteOf = (at: string) => Date.parse(at) / 60_000

describe('unit scene levels', () => {
  const aggregationsById = new Map(aggregations.map((one) => [one.id, one]))
  const levels = (...collections: Scene['collections']) => levelsIn({ collections }, aggregationsById)

  test('keep the last level of a group and omit unchanged aggregations', () => {
    expect(levels({ id: 'hall', level: 50 }, { id: 'bar', level: 10 })).toEqual([
      { groups: [1], level: 50 },
      { groups: [2, 3], level: 10 },
    ])
    expect(levels({ id: 'hall', level: 50 }, { id: 'bar', level: null })).toEqual([{ groups: [1, 2], level: 50 }])
    expect(levels({ id: 'hall', level: null }, { id: 'gone', level: 3 })).toEqual([])
  })
})

describe('unit list', () => {
  test('contains 40 days of runs in plant minutes with the ramp', () => {
    const [unitScene] = share(scene('evening', { ramp: true })).scenes
    expect(unitScene).toMatchObject({
      scene: 'evening',
      fadeS: 300,
      input: null,
      levels: [{ groups: [1, 2], level: 50 }],
    })
    expect(unitScene?.runs[0]).toBe(minuteOf('2026-11-24T17:00:00.000Z'))
    expect(unitScene?.runs).toHaveLength(40)
    expect(unitScene?.runs.at(-1)).toBe(minuteOf('2027-01-02T17:00:00.000Z'))
  })

  test('omits disabled, manual, inactive and foreign scenes', () => {
    const inactiveScenes = [
      scene('off', { enabled: false }),
      scene('byHand', { activation: { mode: 'manual' } }),
      scene('over', {
        activation: {
          ...everyDay,
          time: { kind: 'exact', at: '18:00' },
          period: { from: '2026-01-01', to: '2026-01-02', yearly: false },
        },
      }),
      scene('else', { collections: [{ id: 'else', level: 1 }] }),
    ]
    expect(share(...inactiveScenes)).toEqual({ scenes: [], byPlatform: [] })
  })

  test('holds the 16 oldest scenes, and the platform runs the others', () => {
    const scenes = Array.from({ length: 18 }, (_, n) => scene(`s${n}`))
    const { scenes: unitScenes, byPlatform } = share(...scenes.toReversed())
    expect(unitScenes.map((one) => one.scene)).toEqual(scenes.slice(0, 16).map(({ id }) => id))
    expect(byPlatform).toEqual(['s16', 's17'])
  })

  test('contains scenes of its own inputs, and the platform runs the others', () => {
    const ownScene = scene('own', { activation: { mode: 'input', topic: unit, input: 2 } })
    const other = scene('other', { activation: { mode: 'input', topic: 'logica_0A1B2D', input: 2 } })
    expect(share(ownScene, other)).toMatchObject({
      scenes: [{ scene: 'own', input: 2, runs: [] }],
      byPlatform: ['other'],
    })
  })
})

describe('scene list', () => {
  const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const at = (when: Date, ...scenes: Scene[]) => divideScenes(unit, scenes, { aggregations, facts, now: when }).scenes

  test('is unchanged for equal content and renewed after a day', () => {
    const evening = scene('evening')
    const first = renewList(null, at(now, evening), now, 0)
    expect(first).toMatchObject({ version: 1, until: '2027-01-03T05:00:00.000Z' })
    expect(renewList(first, at(hoursLater(3), evening), hoursLater(3), 1)).toBe(first)
    const next = renewList(first, at(hoursLater(25), evening), hoursLater(25), 1)
    expect(next).toMatchObject({ version: 2, until: '2027-01-04T06:00:00.000Z' })
  })

  test('changes with a scene or a newer version in the unit', () => {
    const evening = scene('evening')
    const first = renewList(null, at(now, evening), now, 0)
    expect(renewList(first, at(now, { ...evening, ramp: true }), now, 1).version).toBe(2)
    expect(renewList(first, at(now), now, 1)).toMatchObject({ version: 2, scenes: [] })
    expect(renewList(first, at(now, evening), now, 7).version).toBe(8)
  })

  test('without scenes needs no renewal', () => {
    const first = renewList({ version: 3, until: hoursLater(-99).toISOString(), scenes: [] }, [], now, 3)
    expect(first.version).toBe(3)
  })
})
