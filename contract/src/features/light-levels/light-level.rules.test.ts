import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactLevelSettings, followsLevels, type LevelSetting } from './light-level.rules.ts'

test.each([
  [{ type: 'lighting', function: null }, true],
  [{ type: 'emergency', function: 'maintained' }, true],
  [{ type: 'emergency', function: 'switchable' }, true],
  [{ type: 'emergency', function: 'nonMaintained' }, false],
  [{ type: 'emergency', function: null }, false],
  [{ type: 'sensor', function: null }, false],
  [{ type: 'io', function: null }, false],
  [{ type: 'other', function: null }, false],
] as const)('lamp %o follows levels: %s', (lamp, isFollowing) => {
  expect(followsLevels(lamp)).toBe(isFollowing)
})

test('a later setting for all replaces earlier ones, and equal levels are merged', () => {
  expect(
    compactLevelSettings([
      { to: { groups: [1] }, level: 5 },
      { to: 'all', level: 20 },
      { to: { groups: [4, 2] }, level: 0 },
      { to: { groups: [2, 3] }, level: 0 },
      { to: { lamps: [7] }, level: 0 },
    ]),
  ).toEqual([
    { to: 'all', level: 20 },
    { to: { groups: [2, 3, 4] }, level: 0 },
    { to: { lamps: [7] }, level: 0 },
  ])
})

const level = fc.constantFrom<LevelSetting['level']>(0, 30, 100, 'up')
const setting: fc.Arbitrary<LevelSetting> = fc.oneof(
  fc.record({ to: fc.constant('all' as const), level }),
  fc.record({
    to: fc.record({ groups: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }) }),
    level,
  }),
  fc.record({
    to: fc.record({ lamps: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }) }),
    level,
  }),
)
const levelOf = (settings: readonly LevelSetting[], lamp: { addr: number; groups: number[] }) =>
  settings.findLast(({ to: target }) => {
    if (target === 'all') return true
    return 'lamps' in target
      ? target.lamps.includes(lamp.addr)
      : target.groups.some((group) => lamp.groups.includes(group))
  })?.level

test('compacted settings give every lamp the same level without duplicates', () => {
  fc.assert(
    fc.property(
      fc.array(setting, { maxLength: 12 }),
      fc.record({
        addr: fc.integer({ min: 1, max: 6 }),
        groups: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
      }),
      (settings, lamp) => {
        const entries = compactLevelSettings(settings)
        expect(levelOf(entries, lamp)).toBe(levelOf(settings, lamp))
        const targets = entries.flatMap(({ to: target }) =>
          target === 'all'
            ? []
            : Object.entries(target).flatMap(([kind, numbers]) => numbers.map((one) => `${kind} ${one}`)),
        )
        expect(new Set(targets).size).toBe(targets.length)
        expect(entries.length).toBeLessThanOrEqual(settings.length)
      },
    ),
    { numRuns: 2_000 },
  )
})
