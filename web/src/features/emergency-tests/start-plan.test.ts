import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { listExcludedLines, planTests } from './start-plan.ts'

const lamp = (cu: string, id: number, change: Partial<Lamp> = {}) =>
  ({
    cu,
    id,
    serial: `S${id}`,
    type: 'emergency',
    description: '',
    location: '',
    mode: 'normal',
    line: null,
    ...change,
  }) as Lamp
const [a, b] = ['logica_00000A', 'logica_00000B']
const lamps = [
  lamp(a, 1, { description: 'Door', location: 'Floor 1' }),
  lamp(a, 2, { mode: 'emergency', line: 2, description: 'Stairs' }),
  lamp(a, 3, { serial: 'FF0012' }),
  lamp(a, 4, { mode: 'emergency', line: 2 }),
  lamp(b, 1, { type: 'lighting' }),
  lamp(b, 2),
  lamp(b, 12),
]
const ready = () => undefined

test('a test of all lamps excludes lamps without mains and addresses the others', () => {
  expect(planTests({ lamps, topics: [a, b], chosen: null, whyNot: ready })).toEqual([
    { topic: a, addr: [1, 3], count: 2, isWhole: true, leftOut: [lamps[1], lamps[3]], reason: undefined },
    { topic: b, addr: [], count: 2, isWhole: true, leftOut: [], reason: undefined },
  ])
})

test('a selection over several units creates one test per unit', () => {
  const chosenLamps = new Set([`${a}.1`, `${a}.2`, `${b}.12`, `${b}.1`])
  expect(planTests({ lamps, topics: [], chosen: chosenLamps, whyNot: ready })).toEqual([
    { topic: a, addr: [1], count: 1, isWhole: false, leftOut: [lamps[1]], reason: undefined },
    { topic: b, addr: [12], count: 1, isWhole: false, leftOut: [], reason: undefined },
  ])
})

test('a unit that cannot be tested gives its reason without blocking others', () => {
  const reasonOf = (topic: string) => (topic === a ? 'no mains' : undefined)
  const plans = planTests({ lamps, topics: [a, b], chosen: null, whyNot: reasonOf })
  expect(plans.map(({ topic, reason }) => [topic, reason])).toEqual([
    [a, 'no mains'],
    [b, undefined],
  ])
})

test('excluded lamps are named by unit and line', () => {
  const plans = planTests({ lamps, topics: [a, b], chosen: null, whyNot: ready })
  expect(listExcludedLines(plans)).toEqual([{ topic: a, line: 2, lamps: [lamps[1], lamps[3]] }])
  expect(listExcludedLines(plans.map((plan) => ({ ...plan, reason: 'offline' })))).toEqual([])
})
