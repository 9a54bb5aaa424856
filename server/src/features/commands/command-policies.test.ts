import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import { unitCommands } from '@vigilux/device-plane/command-sets.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { expect, test } from 'vitest'
import { changesConfiguration, disturbsOperation, policyFor, setsWorking } from './command-policies.ts'

/** All command policies at a glance: a new command with special permissions shows here. */
const names = Object.keys(unitCommands) as UnitCommandName[]

test('while an operation has a unit, only what changes nothing of its configuration passes', () => {
  const harmlessNames = names.filter((name) => !disturbsOperation(name))
  const commandNames = ['identify', 'refresh', 'setClock', 'statusQuery', 'stopTest', 'stop_blink']
  expect(harmlessNames.toSorted()).toEqual(
    [...commandNames, 'endHold', 'endInhibition', 'inhibit', 'setLevels', 'setScenes'].toSorted(),
  )
  expect(harmlessNames.filter(changesConfiguration)).toEqual([])
})

test('a unit counts as working but while it reports, stops blinking, or sees to its light', () => {
  const harmlessCommands = ['endHold', 'refresh', 'setLevels', 'setScenes', 'stop_blink']
  expect(names.filter((name) => !setsWorking(name)).toSorted()).toEqual(harmlessCommands)
})

test('what nobody has declared changes no configuration', () => {
  expect(['toString', 'nothing of ours'].map(changesConfiguration)).toEqual([false, false])
})

test.each(Object.values(unitTypes))('patience with a $facts.cu_type', ({ facts }) => {
  const { answerTimeoutMs, retries } = facts
  expect(policyFor({ name: 'setGroup' }, facts)).toEqual({ answerTimeoutMs: 5_000, workTimeoutMs: 35_000, retries: 1 })
  expect(policyFor({ name: 'ftest' }, facts)).toEqual({ answerTimeoutMs, workTimeoutMs: 35_000, retries })
  const window = { answerTimeoutMs: 122_000, workTimeoutMs: 122_000, retries: 0 }
  expect(policyFor({ name: 'enrol', windowS: 120 }, facts)).toEqual(window)
  expect(policyFor({ name: 'createNetwork' }, facts)).toMatchObject({ answerTimeoutMs: 5_000, workTimeoutMs: 900_000 })
})
