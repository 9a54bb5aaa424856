import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { expect, test } from 'vitest'
import { partsOf } from './unit-parts.ts'

const charger = { number: 2, state: 'error', voltage: 27.1, current: null, temperature: 40 }

test('a unit with one reported charger has five, and the others are unknown', () => {
  const chargers = partsOf(unitDetail.parse({ chargers: [charger] })).filter(({ kind }) => kind === 'charger')
  expect(chargers.map(({ key, state }) => [key, state])).toEqual([
    ['charger-1', null],
    ['charger-2', 'error'],
    ['charger-3', null],
    ['charger-4', null],
    ['charger-5', null],
  ])
  expect(chargers[1]?.readings).toEqual([
    { what: 'voltage', value: 27.1 },
    { what: 'current', value: null },
    { what: 'temperature', value: 40 },
  ])
})

test('the state of the system is that of its worst part', () => {
  const [system] = partsOf(unitDetail.parse({ chargers: [charger], battery: null }))
  expect([system?.key, system?.state]).toEqual(['system', 'error'])
})

test('a unit without reports has no parts', () => {
  expect(partsOf(unitDetail.parse({}))).toEqual([])
})
