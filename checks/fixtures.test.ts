import { expect, test } from 'vitest'
import { typeEncodedCommands } from '../device-plane/src/commands.ts'
import { unitTypes } from '../device-plane/src/registry.ts'
import { readSource, repositoryFiles } from './sources.ts'

/** Every unit type has golden fixtures for each of its messages and commands. */

type Fixture = { wire: unknown; reported?: { kind?: string }; command?: { name: string } }

const commands = Object.keys(typeEncodedCommands)
const records = ['testStarted', 'testResult', 'testEnded', 'mainsFailed', 'mainsRestored', 'lampFault', 'unitFault']
const lightingRecords = ['inputChanged', 'sceneRan', 'inhibited', 'inhibitionEnded']

const fixturesOf = (type: string, name: string): Fixture[] =>
  JSON.parse(readSource(`device-plane/src/central-units/${type}/fixtures/${name}.json`)) as Fixture[]

test('each unit type has a folder and a protocol page', () => {
  const types = Object.keys(unitTypes)
  expect(types.length).toBeGreaterThanOrEqual(2)
  const files = new Set(repositoryFiles())
  expect(
    types
      .flatMap((type) => [`docs/protocol/${type}.md`, `simulator/src/units/${type}.ts`])
      .filter((path) => !files.has(path)),
  ).toEqual([])
})

test('every unit type has fixtures for shadow, state, records and commands', () => {
  const missing = Object.entries(unitTypes).flatMap(([type, { facts }]) => {
    const kinds = new Set(fixturesOf(type, 'records').map(({ reported }) => reported?.kind))
    const names = new Set(fixturesOf(type, 'commands').map(({ command }) => command?.name))
    const lighting = facts.commands.includes('setLevels') ? lightingRecords : []
    return [
      ...['shadow', 'state'].filter((name) => fixturesOf(type, name).length === 0),
      ...[...records, ...lighting].filter((kind) => !kinds.has(kind)),
      ...commands.filter((name) => !names.has(name)),
    ].map((name) => `${type}: ${name}`)
  })
  expect(missing).toEqual([])
})

/** Every type of the registry, as a string in code. */
const unitTypeName = new RegExp(`['"\`](${Object.keys(unitTypes).join('|')})['"\`]`)

test('only its folder, the registry, the simulator and the bridge name a unit type', () => {
  for (const name of Object.keys(unitTypes)) expect(`const type = '${name}'`).toMatch(unitTypeName)
  const allowedPlaces = [
    /^device-plane\/src\/(central-units\/|registry)/,
    /^(simulator|bridge)\//,
    /^docs\//,
    /\.test\.tsx?$/,
    /^(checks|e2e|bench)\//,
    /^server\/src\/(demo|testing|migrations|former-migrations)\//,
    /\/locales\//,
    // Pages of devices, one of them with `gateway` in its address.
    /^web\/src\/(shell\/menu|features\/(lamps\/DevicesPage|bluetooth\/GatewaysPage))\.tsx?$/,
    // The code of the fault of a DALI bus is also the name of a type.
    /^contract\/src\/features\/(central-units\/central-unit|lamps\/lamp)\.ts$/,
    /^server\/src\/features\/lamps\/judge-discharges\.ts$/,
    // Tier limits per type.
    /^contract\/src\/features\/plants\/plant\.rules\.ts$/,
  ]
  const filesWithTypes = repositoryFiles()
    .filter((path) => /\.tsx?$/.test(path) && !allowedPlaces.some((pattern) => pattern.test(path)))
    .filter((path) => unitTypeName.test(readSource(path)))
  expect(filesWithTypes).toEqual([])
})
