import { readFileSync } from 'node:fs'
import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { LampMode, ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import { describe, expect, test } from 'vitest'
import type { CentralUnitType } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import { dali } from './central-units/dali/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { lampOffset } from './central-units/logicafm/wire.ts'
import { sicuro } from './central-units/sicuro/codec.ts'
import { hiddenGearBits } from './emergency-gear.ts'
import { emergencyModeBit, emergencyStatusBit, failureStatusBits } from './emergency-gear.wire.ts'
import { unitTypes } from './registry.ts'

/**
 * The shown state of a lamp or unit for each bit, code or word of its status, compared with the page of its type in
 * docs/protocol.
 */

/** Names of faults on the pages. */
const lampFaults: Record<string, ReportedLampError> = {
  'battery low': 'battery_low_voltage',
  'battery not connected': 'battery_not_connected',
  'battery missing': 'battery_not_connected',
  'battery short': 'battery_short',
  'battery test': 'battery_test_failure',
  'battery duration': 'battery_duration',
  'functional test failed': 'functional_test_failed',
  charger: 'charger',
  'LED open': 'led_open',
  'LED short': 'led_short',
  'LED partial short': 'led_partial_short',
  'LED partial': 'led_partial_short',
  lamp: 'lamp_failure',
  DALI: 'dali',
  bus: 'dali',
  communication: 'communication',
  radio: 'communication',
  'no answer': 'communication',
  'does not answer': 'communication',
  'does not answer on the cable': 'communication',
  'over-voltage': 'over_voltage',
  'under-voltage': 'under_voltage',
  'over-power': 'over_power',
  'under-power': 'under_power',
  'UV tube': 'uv_tube',
  polarity: 'polarity',
  programming: 'programming',
  duplicate: 'duplicate_id',
  'duplicate id': 'duplicate_id',
  'duplicate address': 'duplicate_id',
  'serial there twice': 'duplicate_id',
  wiring: 'wiring',
  overload: 'overload',
}

const uarts: Record<string, UnitError> = Object.fromEntries(
  ([1, 2, 3, 4, 5, 6, 7] as const).map((n) => [`UART ${n}`, `uart_${n}` as const]),
)
const unitFaults: Record<string, UnitError> = {
  ...uarts,
  'battery low': 'battery_low_voltage',
  'battery not connected': 'battery_not_connected',
  'battery missing': 'battery_not_connected',
  'battery short': 'battery_short',
  'battery test': 'battery_test_failure',
  charger: 'charger',
  fuse: 'fuse',
  isolation: 'isolation',
  'isolation monitor': 'isolation',
  insulation: 'insulation',
  'insulation of a line': 'insulation',
  bus: 'bus',
  modem: 'modem',
  DALI: 'dali',
  'over-voltage': 'over_voltage',
  'under-voltage': 'under_voltage',
  'over-power': 'over_power',
  'under-power': 'under_power',
  polarity: 'polarity',
  wiring: 'wiring',
  overload: 'overload',
  'duplicate ids': 'duplicate_lamp_ids',
  'duplicate lamp ids': 'duplicate_lamp_ids',
  'an AK': 'communication_ak',
  'an AKext': 'communication_akext',
  'an IO': 'communication_io',
  'an LLSA': 'communication_llsa',
  'an LSSA': 'communication_lssa',
  'a switch 11 kW': 'communication_switch_11kw',
  'a substation': 'communication_substation',
}

const warnings: Record<string, UnitWarning> = {
  'no mains': 'no_mains',
  'no phase 1': 'no_phase_1',
  'no phase 2': 'no_phase_2',
  'no phase 3': 'no_phase_3',
  inhibited: 'system_inhibited',
  'chargers off by temperature': 'chargers_off_by_temperature',
  maintenance: 'maintenance_needed',
  'more than 32 lamps': 'more_than_32_lamps',
  'more than 128 lamps': 'more_than_128_lamps',
  'more than 128': 'more_than_128_lamps',
  'fewer lamps than configured': 'fewer_lamps_than_configured',
  'fewer lamps': 'fewer_lamps_than_configured',
  'more lamps than configured': 'more_lamps_than_configured',
  'more lamps': 'more_lamps_than_configured',
  clock: 'clock_drift',
  'clock drift': 'clock_drift',
}

const modes: Record<string, LampMode> = {
  normal: 'normal',
  MAINS: 'normal',
  idle: 'normal',
  emergency: 'emergency',
  'extended emergency': 'emergency',
  BATTERY: 'emergency',
  battery: 'emergency',
  inhibited: 'inhibited',
  INHIBITED: 'inhibited',
  'hard-wired inhibit': 'inhibited',
  rest: 'rest',
  REST: 'rest',
  'functional test': 'functionalTest',
  'function test': 'functionalTest',
  FTEST: 'functionalTest',
  'test-f': 'functionalTest',
  'autonomy test': 'autonomyTest',
  'duration test': 'autonomyTest',
  DTEST: 'autonomyTest',
  'test-a': 'autonomyTest',
  'does not answer': 'unreachable',
  lost: 'unreachable',
  LOST: 'unreachable',
  gone: 'unreachable',
}

const pages = Object.fromEntries(
  Object.keys(unitTypes).map((type) => [
    type,
    readFileSync(new URL(`../../docs/protocol/${type}.md`, import.meta.url), 'utf8'),
  ]),
)

/** List on a page after some words, up to its end text, on one line. */
const listAfter = (type: string, words: string, end: RegExp = /[.|]/): string => {
  const page = pages[type] ?? ''
  const start = page.indexOf(words)
  if (start < 0) throw new Error(`${type}.md has no "${words}"`)
  return (page.slice(start + words.length).split(end)[0] ?? '').replaceAll(/\s+/g, ' ')
}

const expand = (first: string, last: string, prefix: string): string[] =>
  Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, n) => `${prefix}${String(Number(first) + n).padStart(prefix ? first.length : 0, '0')}`,
  )

/**
 * Bits or codes of a list such as `0 no mains, 1–3 no phase 1–3` or `A01 battery low`, each with its name on the page.
 */
const namesIn = (list: string): Map<string, string> => {
  const names = new Map<string, string>()
  for (const item of list.split(/[,;]/).map((one) => one.trim())) {
    const found =
      /(?:^|.* )(?<key>[ALWb]?)(?<first>\d+)(?:–[ALW]?(?<last>\d+))? (?<name>\D.*?)(?: (?<from>\d)–(?<to>\d))?$/.exec(
        item,
      )
    const { key = '', first = '', last = first, name = '', from, to } = found?.groups ?? {}
    if (!first) continue
    const keys = expand(first, last ?? first, key === 'b' ? '' : key)
    const numbers = from && to ? expand(from, to, '') : []
    for (const [at, one] of keys.entries()) names.set(one, numbers[at] ? `${name} ${numbers[at]}` : name)
  }
  return names
}

type Shown = 'odd' | string
/** The shown state of a status field for a value: its fault, warning or mode. */
const shown = (type: CentralUnitType, body: unknown): Shown => {
  const { lamps, unit, odd } = type.decodeState(body)
  if (odd.length > 0) return 'odd'
  const words = [...lamps.flatMap(({ errors }) => errors), ...(unit ? [...unit.errors, ...unit.warnings] : [])]
  return words.join(', ')
}
const shownMode = (type: CentralUnitType, body: unknown): Shown => {
  const { lamps, odd } = type.decodeState(body)
  return odd.length > 0 ? 'odd' : `${lamps[0]?.mode}`
}

const translate = (names: ReadonlyMap<string, string>, words: Record<string, string>) =>
  new Map(
    [...names].map(([key, name]) => {
      const word = words[name]
      if (!word) throw new Error(`no fault is called "${name}"`)
      return [key, word]
    }),
  )

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n))
const coded = (letter: string): string[] =>
  Array.from({ length: 100 }, (_, n) => `${letter}${String(n).padStart(2, '0')}`)
const upperHex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')
const bit = (n: string): number => 2 ** Number(n)

/** Compares every key with the page: a key without a name is odd. */
const compare = (
  type: CentralUnitType,
  {
    keys,
    names,
    body,
    read = shown,
  }: {
    keys: readonly string[]
    names: ReadonlyMap<string, string>
    body(key: string): unknown
    read?: typeof shown
  },
) => {
  expect(names.size).toBeGreaterThan(0)
  expect(keys).toEqual(expect.arrayContaining([...names.keys()]))
  expect(keys.map((key) => [key, read(type, body(key))])).toEqual(keys.map((key) => [key, names.get(key) ?? 'odd']))
}

test('every unit type is compared', () => {
  expect(Object.keys(unitTypes)).toEqual(['cablecom', 'logica', 'logicafm', 'sicuro', 'gateway', 'dali'])
})

describe('cablecom shows what its page says', () => {
  const lamp = (mode: string, faults: number) => ({
    lamps: [`L1 A1B2 EM ${mode} f${upperHex(faults, 6)} b50 l100 g0009 o r60 CB-8 1.0`],
  })
  const unit = (faults: number, warned: number) => ({ unit: `U0 f${upperHex(faults, 4)} w${upperHex(warned, 3)}` })

  test('for each bit', () => {
    compare(cablecom, {
      keys: numbered(24),
      names: translate(namesIn(listAfter('cablecom', 'Fault bits of a lamp:')), lampFaults),
      body: (key) => lamp('n', bit(key)),
    })
    compare(cablecom, {
      keys: numbered(16),
      names: translate(namesIn(listAfter('cablecom', 'Fault bits of the unit:')), unitFaults),
      body: (key) => unit(bit(key), 0),
    })
    compare(cablecom, {
      keys: numbered(12),
      names: translate(namesIn(listAfter('cablecom', 'Warning bits:')), warnings),
      body: (key) => unit(0, bit(key)),
    })
  })

  test('for each mode', () => {
    const list = listAfter('cablecom', '| `e`       | mode              |')
    const names = new Map([...list.matchAll(/`(.)` ([^,]+)/g)].map(([, key = '', name = '']) => [key, name.trim()]))
    const keys = [...'abcdefghijklmnopqrstuvwxyz']
    compare(cablecom, { keys, names: translate(names, modes), body: (key) => lamp(key, 0), read: shownMode })
  })
})

describe.each([
  ['logica', logica, '0A1B2C', 'Fault word of the unit:'],
  ['dali', dali, '0A1B2C83', 'Fault bits of the bridge:'],
] as const)('%s shows what its page says', (name, type, serial, unitFaultsTitle) => {
  const lamp = (at: number, value: number) => ({
    l: [[1, serial, 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null].with(at, value)],
  })
  const row = (byte: string) =>
    new RegExp(`\\n\\| ${byte} +\\| (?<shown>b[^|]*|every bit[^|]*)\\| (?<hidden>[^|]*)\\|`).exec(pages[name] ?? '')
      ?.groups ?? {}

  test('for each bit of the faults', () => {
    expect(row('faults').shown).toMatch(/^every bit/)
    compare(type, {
      keys: numbered(16),
      names: translate(namesIn(listAfter(name, '| 16 bits: ')), lampFaults),
      body: (key) => lamp(12, bit(key)),
    })
    compare(type, {
      keys: numbered(16),
      names: translate(namesIn(listAfter(name, unitFaultsTitle)), unitFaults),
      body: (key) => ({ sys: [0, bit(key), 0, null] }),
    })
    compare(type, {
      keys: numbered(16),
      names: translate(namesIn(listAfter(name, 'Warning word:')), warnings),
      body: (key) => ({ sys: [0, 0, bit(key), null] }),
    })
  })

  test('for each bit of the failure status', () => {
    const { shown: list = '', hidden = '' } = row('failure status')
    const names = translate(namesIn(list), lampFaults)
    const hiddenBits = [...hidden.matchAll(/b(\d)/g)].map(([, key = '']) => key)
    expect([...names.keys(), ...hiddenBits].toSorted()).toEqual(numbered(8))
    expect(hiddenBits.map((key) => failureStatusBits[Number(key)])).toEqual(Object.keys(hiddenGearBits.failure))
    for (const key of hiddenBits) names.set(key, '')
    compare(type, { keys: numbered(8), names, body: (key) => lamp(5, bit(key)) })
  })

  test('for each mode', () => {
    const list = listAfter(name, 'IEC 62386-202 byte: ')
    const names = translate(new Map([...namesIn(list)].filter(([key]) => key !== '7')), modes)
    names.delete('6')
    compare(type, {
      keys: numbered(6),
      names,
      body: (key) => lamp(3, bit(key)),
      read: shownMode,
    })
    const { normal, hardwiredInhibit, hardwiredSwitch } = emergencyModeBit
    expect(shownMode(type, lamp(3, 0))).toBe('unreachable')
    expect(shownMode(type, lamp(3, normal | hardwiredInhibit))).toBe('inhibited')
    expect(shownMode(type, lamp(3, normal | hardwiredSwitch))).toBe('normal')
    expect(shownMode(type, lamp(4, emergencyStatusBit.inhibited))).toBe('inhibited')
  })

  test('hidden bits cite a clause', () => {
    const reasons = Object.values(hiddenGearBits).flatMap((bits) => Object.values(bits))
    expect(reasons.filter((reason) => !/^IEC 62386-202, QUERY [A-Z ]+: /.test(reason))).toEqual([])
  })
})

describe('logicafm shows what its page says', () => {
  const lamp = (at: number, size: number, value: number) => {
    const lampHex = Buffer.from('000A1B2C18000000004B64048001BA0100080209', 'hex')
    lampHex.writeUIntBE(value, at, size)
    return { pg: [{ p: 0, m: '00000001', d: lampHex.toString('hex').toUpperCase() }] }
  }

  test('for each bit', () => {
    compare(logicafm, {
      keys: numbered(24),
      names: translate(namesIn(listAfter('logicafm', 'faults by bit: ')), lampFaults),
      body: (key) => lamp(lampOffset.faults, 3, bit(key)),
    })
    compare(logicafm, {
      keys: numbered(32),
      names: translate(namesIn(listAfter('logicafm', 'Faults of the unit by bit: ')), unitFaults),
      body: (key) => ({ u: `00${upperHex(bit(key), 8)}0000` }),
    })
    compare(logicafm, {
      keys: numbered(16),
      names: translate(namesIn(listAfter('logicafm', 'Warnings by bit: ')), warnings),
      body: (key) => ({ u: `0000000000${upperHex(bit(key), 4)}` }),
    })
  })

  test('for each mode', () => {
    compare(logicafm, {
      keys: numbered(256),
      names: translate(namesIn(listAfter('logicafm', '| mode: ')), modes),
      body: (key) => lamp(lampOffset.mode, 1, Number(key)),
      read: shownMode,
    })
  })
})

describe('sicuro shows what its page says', () => {
  const lamp = (change: object) => ({
    lamps: [
      {
        n: 1,
        serial: '0A1B2C',
        kind: 'EMERGENCY',
        circuit: 'DS',
        state: 'MAINS',
        alarms: [],
        battery: 50,
        level: 100,
        groups: [],
        side: null,
        rated: null,
        article: null,
        software: null,
        ...change,
      },
    ],
  })
  const system = (change: object) => ({
    system: { source: 'MAINS', alarms: [], warnings: [], search: null, ...change },
  })

  test('for each code', () => {
    compare(sicuro, {
      keys: coded('L'),
      names: translate(namesIn(listAfter('sicuro', 'Alarms of a lamp:')), lampFaults),
      body: (key) => lamp({ alarms: [key] }),
    })
    compare(sicuro, {
      keys: coded('A'),
      names: translate(namesIn(listAfter('sicuro', 'Alarms of the system:')), unitFaults),
      body: (key) => system({ alarms: [key] }),
    })
    compare(sicuro, {
      keys: coded('W'),
      names: translate(namesIn(listAfter('sicuro', 'Warnings:')), warnings),
      body: (key) => system({ warnings: [key] }),
    })
  })

  test('for each mode', () => {
    const keys = [...listAfter('sicuro', '| `state`            |').matchAll(/`([A-Z]+)`/g)].map(([, key = '']) => key)
    const names = translate(new Map(keys.map((key) => [key, key])), modes)
    compare(sicuro, { keys: [...keys, 'ASLEEP'], names, body: (state) => lamp({ state }), read: shownMode })
  })
})

describe('gateway shows what its page says', () => {
  const lamp = (change: object) => ({ lamps: { 1: { id: '0A1B2C', kind: 'emergency', mode: 'idle', ...change } } })
  const self = (change: object) => ({ self: { battery: false, faults: [], warnings: [], ...change } })
  const words = (start: string) => {
    const list = listAfter('gateway', start).replace(
      '`uart-1` to `uart-7`',
      numbered(8)
        .slice(1)
        .map((n) => `\`uart-${n}\``)
        .join(),
    )
    return [...list.matchAll(/`([a-z0-9-]+)`/g)].map(([, word = '']) => word)
  }
  const named = (list: string[], names: Record<string, string>) => {
    const byPlainName = new Map(
      Object.entries(names).map(([name, word]) => [name.toLowerCase().replaceAll('-', ' '), word]),
    )
    return new Map(
      list.map((word) => [word, byPlainName.get(word.replaceAll('-', ' ')) ?? `no fault is called ${word}`]),
    )
  }

  test('for each word', () => {
    const [faults, ownFaults, ownWarnings] = [
      words('Faults of a lamp:'),
      words('Faults of the gateway:'),
      words('Warnings:'),
    ]
    compare(gateway, {
      keys: [...faults, 'smoke'],
      names: named(faults, lampFaults),
      body: (fault) => lamp({ faults: [fault] }),
    })
    compare(gateway, {
      keys: [...ownFaults, 'smoke'],
      names: named(ownFaults, unitFaults),
      body: (fault) => self({ faults: [fault] }),
    })
    compare(gateway, {
      keys: [...ownWarnings, 'smoke'],
      names: named(ownWarnings, warnings),
      body: (warning) => self({ warnings: [warning] }),
    })
  })

  test('for each mode', () => {
    const keys = words('| `mode`          |')
    const names = translate(new Map(keys.map((key) => [key, key])), modes)
    compare(gateway, { keys: [...keys, 'asleep'], names, body: (mode) => lamp({ mode }), read: shownMode })
  })
})
