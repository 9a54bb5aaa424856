import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type ConfigurationCommand,
  type ConfigurationCommandName,
  commandBody,
  isConfigurationCommand,
  isUnitCommand,
  sharedCommands,
  type UnitCommand,
} from './commands.ts'
import { unitTypes } from './registry.ts'

type Golden = { command: ConfigurationCommand; wire: unknown }
const golden: Golden[] = JSON.parse(readFileSync(new URL('fixtures/configuration.json', import.meta.url), 'utf8'))

test('every configuration command has a fixture', () => {
  expect(new Set(golden.map(({ command }) => command.name))).toEqual(new Set(Object.keys(sharedCommands)))
})

test('a name on Object.prototype is not a command', () => {
  expect(isConfigurationCommand('constructor')).toBe(false)
})

describe.each(Object.entries(unitTypes))('%s', (_, type) => {
  test('encodes and decodes supported configuration commands and refuses the others', () => {
    for (const { command, wire } of golden) {
      const { name } = command
      if (!type.facts.commands.includes(name)) {
        expect(() => commandBody(type, command), name).toThrow(RangeError)
        continue
      }
      expect(commandBody(type, command), name).toEqual(wire)
      expect({ name, ...sharedCommands[name].body.parse(wire) }).toEqual(command)
    }
  })

  test('lists only existing commands, each once', () => {
    const { commands } = type.facts
    expect(new Set(commands).size).toBe(commands.length)
    expect(commands.filter((name) => !isUnitCommand(name))).toEqual([])
  })
})

const sceneInUnit = {
  scene: '3f9a1c0b-e8d2-4775-9a1b-0c2d3e4f5a6b',
  levels: [{ groups: [1], level: 1 }],
  fadeS: 0,
  runs: [],
  input: null,
}
const noScenes = { version: 1, until: '2027-01-03T00:00:00.000Z', scenes: [] }

const refusedCommands: [ConfigurationCommandName, unknown][] = [
  ['resetCu', { now: true }],
  ['keypressSimulation', { keys: [] }],
  ['keypressSimulation', { keys: ['ESC'] }],
  ['setCuName', { cuName: '' }],
  ['setCuName', { cuName: 'Halle 💡' }],
  ['setCuName', { cuName: 'a\u0000b' }],
  ['setClock', { at: 'now', utcOffsetMin: 0 }],
  ['setGroup', { page: 0, indexes: [1], group: 17 }],
  ['setGroup', { page: 0, indexes: [0], group: 1 }],
  ['setGroup', { page: 31, indexes: [1], group: 1 }],
  ['setMultiGroup', { page: 0, payload: '8001'.repeat(31) }],
  ['setMultiGroup', { page: 0, payload: 'G001'.repeat(32) }],
  ['setBatch', { param: '02' }],
  ['setLgSerialId', { page: 0, lampId: [] }],
  ['setLgSerialId', { page: 0, lampId: [{ index: 1, serial: '12345' }] }],
  ['configLogica', { modalita_config_logica: 6 }],
  ['config', { num_lamp: 0, ore_autonomia: 1 }],
  ['config', { num_lamp: 1, ore_autonomia: 4 }],
  ['setPeriodFunzionale', { period: '1m', differito: false }],
  ['setContacts', { contacts: [{ number: 1, signal: 'emergency', conjunction: 'or', activationDelayS: -1 }] }],
  ['setParam', { lamp: 1, params: { opticom: 101 } }],
  ['gatewayInsertMac', { mac: 'D4:1A:2B:3C:4D:5E' }],
  ['scanLines', { lines: [] }],
  ['scanLines', { lines: [5] }],
  ['commissionLine', { line: 0, duplicates: [] }],
  ['commissionLine', { line: 1, duplicates: [64] }],
  ['restLamps', { to: 'every' }],
  ['setGearTests', { to: 'all', functionalDays: 256, autonomyWeeks: 0 }],
  ['setGearTests', { to: 'all', functionalDays: 0, autonomyWeeks: 98 }],
  ['setLevels', { levels: [], fadeS: 0, holdS: null }],
  ...[-1, 101, 50.5, Number.NaN, '50', 'off', null].map((level): [ConfigurationCommandName, unknown] => [
    'setLevels',
    { levels: [{ to: 'all', level }], fadeS: 0, holdS: null },
  ]),
  ...['every', { groups: [17] }, { groups: [] }, { lamps: [993] }, { lamps: [1], groups: [1] }].map(
    (target): [ConfigurationCommandName, unknown] => [
      'setLevels',
      { levels: [{ to: target, level: 1 }], fadeS: 0, holdS: null },
    ],
  ),
  ['setLevels', { levels: Array(33).fill({ to: 'all', level: 1 }), fadeS: 0, holdS: null }],
  ['setLevels', { levels: Array(2).fill({ to: { lamps: Array(497).fill(1) }, level: 1 }), fadeS: 0, holdS: null }],
  ['setLevels', { levels: [{ to: 'all', level: 1 }], fadeS: 901, holdS: null }],
  ['setLevels', { levels: [{ to: 'all', level: 1 }], fadeS: 0, holdS: 4 }],
  ['endHold', { now: true }],
  ...[
    { version: 0 },
    { until: 'soon' },
    { scenes: Array(17).fill(sceneInUnit) },
    { scenes: [{ ...sceneInUnit, levels: [] }] },
  ].map((wrongFields): [ConfigurationCommandName, unknown] => ['setScenes', { ...noScenes, ...wrongFields }]),
  ...[
    { groups: [17], level: 1 },
    { groups: [1], level: 'up' },
    { groups: [1], level: 101 },
  ].map((level): [ConfigurationCommandName, unknown] => [
    'setScenes',
    { ...noScenes, scenes: [{ ...sceneInUnit, levels: [level] }] },
  ]),
  ['setScenes', { ...noScenes, scenes: [{ ...sceneInUnit, runs: Array(43).fill(1) }] }],
]

test('command bodies out of bounds are refused', () => {
  expect(refusedCommands.filter(([name, body]) => sharedCommands[name].body.safeParse(body).success)).toEqual([])
})

test('a command that a type does not support is never encoded', () => {
  const command: UnitCommand = { name: 'gatewayScan' }
  expect(() => commandBody(unitTypes.logica!, command)).toThrow('logica has no gatewayScan')
  expect(commandBody(unitTypes.gateway!, command)).toEqual({})
})
