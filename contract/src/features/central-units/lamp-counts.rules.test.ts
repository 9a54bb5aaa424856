import { describe, expect, it } from 'vitest'
import { type LampCounts, lampCountWarningsOf, withoutLampCountWarnings } from './lamp-counts.rules.ts'

const counts = (change: Partial<LampCounts>): LampCounts => ({
  found: 0,
  present: 0,
  configured: null,
  search: 'completed' as const,
  ...change,
})

describe.each<{ limit: 32 | 128 | null; lamps: number; warnings: string[] }>([
  { limit: 32, lamps: 32, warnings: [] },
  { limit: 32, lamps: 33, warnings: ['more_than_32_lamps'] },
  { limit: 128, lamps: 128, warnings: [] },
  { limit: 128, lamps: 129, warnings: ['more_than_128_lamps'] },
  { limit: null, lamps: 992, warnings: [] },
])('$lamps lamps with a limit of $limit', ({ limit, lamps, warnings }) => {
  it.each(['found', 'present'] as const)('%s', (name) => {
    expect(lampCountWarningsOf(counts({ [name]: lamps }), limit)).toEqual(warnings)
  })
})

describe.each<Partial<LampCounts> & { warnings: string[] }>([
  { found: 20, present: 20, configured: null, warnings: [] },
  { found: 20, present: 20, configured: 20, warnings: [] },
  { found: 20, present: 20, configured: 21, warnings: ['fewer_lamps_than_configured'] },
  { found: 20, present: 20, configured: 19, warnings: ['more_lamps_than_configured'] },
  { found: 0, present: 0, configured: 20, warnings: ['fewer_lamps_than_configured'] },
  { found: 33, present: 32, configured: 33, warnings: ['more_than_32_lamps'] },
  { found: 33, present: 32, configured: 32, warnings: ['more_than_32_lamps', 'more_lamps_than_configured'] },
  { found: 0, present: 12, configured: 12, search: 'none', warnings: [] },
  { found: 0, present: 12, configured: 13, search: 'none', warnings: ['fewer_lamps_than_configured'] },
  { found: 0, present: 0, configured: 12, search: 'none', warnings: [] },
  { found: 5, present: 5, configured: 12, search: 'inProgress', warnings: [] },
  { found: 33, present: 32, configured: 12, search: 'inProgress', warnings: ['more_than_32_lamps'] },
])('found $found, present $present, configured $configured, search $search', ({ warnings, ...change }) => {
  it(`gives ${warnings.join(' and ') || 'no warning'}`, () => {
    expect(lampCountWarningsOf(counts(change), 32)).toEqual(warnings)
  })
})

it('lamp count warnings sent by the unit are dropped', () => {
  expect(withoutLampCountWarnings(['no_mains', 'more_than_128_lamps', 'fewer_lamps_than_configured'])).toEqual([
    'no_mains',
  ])
})
