import { type UnitCommandName, unitCommands } from '@vigilux/device-plane/commands.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { expect, test } from 'vitest'
import { changesConfiguration, disturbsOperation, policyFor, setsWorking } from './command-policies.ts'

/** All command policies at a glance: a new command with special permissions shows here. */
const names = Object.keys(unitCommands) as UnitCommandName[]

test('only harmless commands pass while an operation runs on a unit', () => {
  const harmlessNames = names.filter((name) => !disturbsOperation(name))
  const commandNames = ['identify', 'refresh', 'setClock', 'statusQuery', 'stopTest', 'stop_blink']
  expect(harmlessNames.toSorted()).toEqual(
    [...commandNames, 'endHold', 'endInhibition', 'inhibit', 'relightLamps', 'setLevels', 'setScenes'].toSorted(),
  )
  expect(harmlessNames.filter(changesConfiguration)).toEqual([])
})

test('every command sets a unit working except reports, blinking and light', () => {
  const harmlessCommands = ['endHold', 'refresh', 'setLevels', 'setScenes', 'stop_blink']
  expect(names.filter((name) => !setsWorking(name)).toSorted()).toEqual(harmlessCommands)
})

test('undeclared commands change no configuration', () => {
  expect(['toString', 'nothing of ours'].map(changesConfiguration)).toEqual([false, false])
})

test.each(Object.values(unitTypes))('command timeouts of a $facts.cu_type match its facts', ({ facts }) => {
  const { answerTimeoutMs, retries } = facts
  expect(policyFor({ name: 'setGroup' }, facts)).toEqual({ answerTimeoutMs: 5_000, workTimeoutMs: 35_000, retries: 1 })
  expect(policyFor({ name: 'ftest' }, facts)).toEqual({ answerTimeoutMs, workTimeoutMs: 35_000, retries })
  const window = { answerTimeoutMs: 122_000, workTimeoutMs: 122_000, retries: 0 }
  expect(policyFor({ name: 'enrol', windowS: 120 }, facts)).toEqual(window)
  expect(policyFor({ name: 'createNetwork' }, facts)).toMatchObject({ answerTimeoutMs: 5_000, workTimeoutMs: 900_000 })
})
