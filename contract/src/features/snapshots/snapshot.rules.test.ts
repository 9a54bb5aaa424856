import { describe, expect, it } from 'vitest'
import { diffConfigurations } from './snapshot.rules.ts'
import type { UnitConfiguration } from './snapshot.ts'

const lamp = (addr: number, change: Partial<UnitConfiguration['lamps'][number]> = {}) => ({
  addr,
  serial: `A1B2C${addr}`,
  name: null,
  groups: [1, 2],
  params: {},
  ...change,
})
const configuration = (change: Partial<UnitConfiguration> = {}): UnitConfiguration => ({
  name: 'Basement',
  numLamp: 2,
  ratedHours: 1,
  contacts: [],
  flags: {},
  functional: { period: '4w', next: '2026-04-01T06:00:00Z' },
  autonomy: null,
  lamps: [lamp(1), lamp(2)],
  ...change,
})

describe('configuration differences', () => {
  it('are empty for equal configurations', () => {
    expect(diffConfigurations(configuration(), configuration())).toEqual([])
  })
  it('ignore the order of keys', () => {
    const changedDate = { next: '2026-04-01T06:00:00Z', period: '4w' } as const
    expect(diffConfigurations(configuration(), configuration({ functional: changedDate }))).toEqual([])
  })
  it('include the order of a list', () => {
    expect(
      diffConfigurations(configuration(), configuration({ lamps: [lamp(1, { groups: [2, 1] }), lamp(2)] })),
    ).toEqual([{ lamp: 1, what: 'groups', before: [1, 2], after: [2, 1] }])
  })
  it.each<{ what: string; change: Partial<UnitConfiguration>; before: unknown; after: unknown }>([
    { what: 'name', change: { name: null }, before: 'Basement', after: null },
    { what: 'numLamp', change: { numLamp: 3 }, before: 2, after: 3 },
    { what: 'ratedHours', change: { ratedHours: 3 }, before: 1, after: 3 },
    {
      what: 'autonomy',
      change: { autonomy: { period: null, next: null } },
      before: null,
      after: { period: null, next: null },
    },
    { what: 'flags', change: { flags: { buzzer: true } }, before: {}, after: { buzzer: true } },
  ])('show the $what of the unit with lamp null', ({ what, change, before, after }) => {
    expect(diffConfigurations(configuration(), configuration(change))).toEqual([{ lamp: null, what, before, after }])
  })
  it('show schedules and contacts of the unit', () => {
    const contact = { number: 1, signal: 'off', conjunction: 'or', activationDelayS: 0 } as const
    const changed = configuration({ functional: null, contacts: [contact] })
    expect(diffConfigurations(configuration(), changed).map(({ what }) => what)).toEqual(['functional', 'contacts'])
  })
  it('list the unit first, then each lamp by position', () => {
    const before = configuration({ lamps: [lamp(10), lamp(2)] })
    const after = configuration({
      name: 'Attic',
      lamps: [lamp(2, { serial: 'FFFFFF', name: 'Door' }), lamp(10, { groups: [], params: { opticom: 50 } })],
    })
    expect(diffConfigurations(before, after)).toEqual([
      { lamp: null, what: 'name', before: 'Basement', after: 'Attic' },
      { lamp: 2, what: 'serial', before: 'A1B2C2', after: 'FFFFFF' },
      { lamp: 2, what: 'name', before: null, after: 'Door' },
      { lamp: 10, what: 'groups', before: [1, 2], after: [] },
      { lamp: 10, what: 'params', before: {}, after: { opticom: 50 } },
    ])
  })
  it('show added and removed lamps, but no name that both lack', () => {
    const differences = diffConfigurations(configuration({ lamps: [lamp(1)] }), configuration({ lamps: [lamp(2)] }))
    expect(differences).toContainEqual({ lamp: 1, what: 'serial', before: 'A1B2C1', after: null })
    expect(differences).toContainEqual({ lamp: 2, what: 'serial', before: null, after: 'A1B2C2' })
    expect(differences.map(({ lamp, what }) => `${lamp} ${what}`)).not.toContain('1 name')
  })
})
