import { readFileSync } from 'node:fs'
import { unitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampSerialLengths } from '@vigilux/contract/features/configuration/lamp-serial.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportedRecord, TypeEncodedCommand, TypeEncodedCommandName } from './central-unit-type.ts'
import { unitTypeOf, unitTypes } from './registry.ts'

type Golden<Extra = object> = ({ wire: unknown; reported: unknown } & Extra)[]

const commandNames: Record<TypeEncodedCommandName, true> = {
  enrol: true,
  deEnrol: true,
  createNetwork: true,
  statusQuery: true,
  ftest: true,
  stopTest: true,
  identify: true,
  stop_blink: true,
  refresh: true,
}
type LightingRecord = 'inputChanged' | 'sceneRan' | 'inhibited' | 'inhibitionEnded'
const recordKinds: Record<Exclude<ReportedRecord['kind'], LightingRecord>, true> = {
  testStarted: true,
  testResult: true,
  testEnded: true,
  mainsFailed: true,
  mainsRestored: true,
  lampFault: true,
  unitFault: true,
}
/** Record kinds of units whose lamps follow levels. */
const lightingRecords: LightingRecord[] = ['inputChanged', 'sceneRan', 'inhibited', 'inhibitionEnded']

test('a name on Object.prototype is not a unit type', () => {
  expect(unitTypeOf('constructor')).toBeNull()
  expect(unitTypeOf('logica')?.facts.maxLamps).toBe(128)
})

test('serials of lamps have a known length', () => {
  const lengths = Object.values(unitTypes).flatMap(({ facts }) => facts.lampSerialDigits)
  expect([...new Set(lengths)].sort()).toEqual(lampSerialLengths)
})

describe.each(Object.entries(unitTypes))('%s', (name, type) => {
  const fixture = <Content>(file: string): Content =>
    JSON.parse(readFileSync(new URL(`./central-units/${name}/fixtures/${file}.json`, import.meta.url), 'utf8'))
  const shadows = fixture<Golden>('shadow')
  const states = fixture<Golden>('state')
  const records = fixture<Golden<{ kind: string }>>('records')
  const commands = fixture<{ command: TypeEncodedCommand; wire: unknown }[]>('commands')

  test('has its own name and complete facts', () => {
    expect(unitTypeFacts.parse(type.facts).cu_type).toBe(name)
  })

  test('has a fixture for every command and record kind', () => {
    expect(new Set(commands.map(({ command }) => command.name))).toEqual(new Set(Object.keys(commandNames)))
    const isLighting = type.facts.commands.includes('setLevels')
    expect(new Set(records.map(({ reported }) => (reported as ReportedRecord).kind))).toEqual(
      new Set([...Object.keys(recordKinds), ...(isLighting ? lightingRecords : [])]),
    )
  })

  test('decodes every fixture of shadow, state and record', () => {
    for (const { wire, reported } of shadows) expect(type.decodeShadow(wire)).toEqual(reported)
    for (const { wire, reported } of states) expect(type.decodeState(wire)).toEqual(reported)
    for (const { kind, wire, reported } of records) expect(type.decodeRecord(kind, wire), kind).toEqual(reported)
  })

  test('encodes every command fixture', () => {
    for (const { command, wire } of commands) expect(type.encodeCommand(command), command.name).toEqual(wire)
  })

  test('refuses unknown fields and record kinds of other types', () => {
    for (const { wire } of [...shadows, ...states]) {
      expect(() => type.decodeShadow({ ...(wire as object), extra: 1 })).toThrow()
      expect(() => type.decodeState({ ...(wire as object), extra: 1 })).toThrow()
    }
    expect(() => type.decodeRecord('toString', {})).toThrow()
  })

  test('refuses rubbish or reports only possible lamps', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (body, kind) => {
        const { facts } = type
        const [first] = attempt(() => type.decodeState(body).lamps)
        expect(first === undefined || (first.addr >= 1 && first.addr <= facts.maxLamps)).toBe(true)
        attempt(() => [type.decodeShadow(body)])
        expect(attempt(() => [type.decodeRecord(kind, body)])).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('never decodes a corrupted record to the original result', () => {
    fc.assert(
      fc.property(fc.constantFrom(...records), fc.nat(), fc.jsonValue(), ({ kind, wire, reported }, at, value) => {
        const corruptWire = structuredClone(wire) as Record<string, unknown>
        const keys = Object.keys(corruptWire)
        const key = keys[at % Math.max(keys.length, 1)] ?? 'extra'
        if (JSON.stringify(corruptWire[key]) === JSON.stringify(value)) return
        corruptWire[key] = value
        for (const read of attempt(() => [type.decodeRecord(kind, corruptWire)])) expect(read).not.toEqual(reported)
      }),
    )
  })
})

const attempt = <Value>(read: () => Value[]): Value[] => {
  try {
    return read()
  } catch {
    return []
  }
}
