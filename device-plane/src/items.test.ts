import { describe, expect, test } from 'vitest'
import type { CentralUnitType } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { sicuro } from './central-units/sicuro/codec.ts'
import { summarizeInvalidItems } from './items.ts'

type Example = {
  type: CentralUnitType
  /** Lamps 1 to 3 with a lamp failure each. Lamp 2 is malformed, but its serial, kind and faults are readable. */
  oddLamp: unknown
  /** Lamps 1 to 3. The second is not readable at all, not even its address. */
  namelessLamp: unknown
  /** A malformed unit beside lamp 1. */
  oddUnit: unknown
  /** The start of a test of lamps 1 and 3, with a malformed address between them. */
  oddStart: [kind: string, body: unknown]
  /** The start of a test without a readable address. */
  unreadableStart: unknown
}

const testId = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
const serials = ['0A1B21', '0A1B22', '0A1B23']
const spoil = <Item>(corruptItem: unknown, make: (addr: number, serial: string) => Item): unknown[] =>
  serials.map((serial, index) => (index === 1 ? corruptItem : make(index + 1, serial)))

const cablecomLamp = (addr: number, serial: string) => `L${addr} ${serial} EM n f000200 b50 l100 g0009 o r60 CB-8 1.0`
const logicaLamp = (addr: number, serial: string) => [addr, serial, 0, 2, 8, 8, 2, 127, 30, 254, 9, 1, 0, 'ST-8', '1.0']
const logicafmLamp = (_: number, serial: string) => `00${serial}1800000200${'4B64048001BA0100080209'}`
const sicuroLamp = (n: number, serial: string) => ({
  n,
  serial,
  kind: 'EMERGENCY',
  circuit: 'DS',
  state: 'MAINS',
  alarms: ['L23'],
  battery: 50,
  level: 100,
  groups: [1],
  side: 'ODD',
  rated: 60,
  article: 'ST-8',
  software: '4.0',
})
const gatewayLamp = (_: number, id: string) => ({ id, kind: 'emergency', fn: 'm', mode: 'idle', faults: ['lamp'] })
const pages = (lamps: unknown[]) => [{ p: 0, m: '00000007', d: lamps.join('') }]
const [, second = ''] = serials
const tableOf = (lamps: unknown[]) => ({ 1: lamps[0], 2: lamps[1], 3: lamps[2] })

const examples: Record<string, Example> = {
  cablecom: {
    type: cablecom,
    oddLamp: { lamps: spoil(cablecomLamp(2, second).replace(' n ', ' q '), cablecomLamp) },
    namelessLamp: { lamps: spoil('L99 rubbish', cablecomLamp) },
    oddUnit: { unit: 'U1 f0001 w801', lamps: [cablecomLamp(1, '0A1B21')] },
    oddStart: ['begin', { line: `${testId} F u 1,99,3` }],
    unreadableStart: { line: `${testId} F u 99,0` },
  },
  logica: {
    type: logica,
    oddLamp: { l: spoil(logicaLamp(2, second).with(3, 6), logicaLamp) },
    namelessLamp: { l: spoil([999, second], logicaLamp) },
    oddUnit: { sys: [1, 0x8001, 1, null], l: [logicaLamp(1, '0A1B21')] },
    oddStart: ['test.start', { t: testId, k: 'F', by: 0, a: [1, 'two', 3] }],
    unreadableStart: { t: testId, k: 'F', by: 0, a: [129] },
  },
  logicafm: {
    type: logicafm,
    oddLamp: { pg: pages(spoil(logicafmLamp(2, second).replace('1800', '1809'), logicafmLamp)) },
    namelessLamp: { pg: pages(spoil(logicafmLamp(2, second).replace('00', '01'), logicafmLamp)) },
    oddUnit: { u: '01800000010001', pg: [{ p: 0, m: '00000001', d: logicafmLamp(1, '0A1B21') }] },
    oddStart: ['TS', { x: `${testId.replaceAll('-', '').toUpperCase()}010000000000011F000000010000000004` }],
    unreadableStart: { x: `${testId.replaceAll('-', '').toUpperCase()}01001F00000001` },
  },
  sicuro: {
    type: sicuro,
    oddLamp: { lamps: spoil({ ...sicuroLamp(2, second), alarms: ['L23', 'L99'] }, sicuroLamp) },
    namelessLamp: { lamps: spoil({ ...sicuroLamp(2, second), n: null }, sicuroLamp) },
    oddUnit: {
      system: { source: 'BATTERY', alarms: ['A01', 'A99'], warnings: ['W01'], search: null },
      lamps: [sicuroLamp(1, '0A1B21')],
    },
    oddStart: ['TEST_BEGIN', { test: testId, kind: 'FUNCTION', by: 'PERSON', lamps: [1, 0, 3] }],
    unreadableStart: { test: testId, kind: 'FUNCTION', by: 'PERSON', lamps: [0] },
  },
  gateway: {
    type: gateway,
    oddLamp: { lamps: tableOf(spoil({ ...gatewayLamp(2, second), mode: 'asleep' }, gatewayLamp)) },
    namelessLamp: { lamps: tableOf(spoil({ mode: 'idle' }, gatewayLamp)) },
    oddUnit: {
      self: { battery: true, faults: ['battery-low', 'smoke'], warnings: ['no-mains'] },
      lamps: { 1: gatewayLamp(1, '0A1B21') },
    },
    oddStart: ['test-begun', { t: testId, kind: 'f', by: 'cloud', lamps: [1, 129, 3] }],
    unreadableStart: { t: testId, kind: 'f', by: 'cloud', lamps: [129] },
  },
}

describe.each(Object.entries(examples))('%s', (_, { type, ...example }) => {
  test('reads the neighbours of a malformed lamp, whose state is unknown', () => {
    const { lamps, odd: malformedItems } = type.decodeState(example.oddLamp)
    expect(lamps).toMatchObject([
      { addr: 1, serial: '0A1B21', mode: 'normal', errors: ['lamp_failure'] },
      { addr: 2, serial: '0A1B22', mode: null, type: 'emergency', errors: ['lamp_failure'] },
      { addr: 3, serial: '0A1B23', mode: 'normal', errors: ['lamp_failure'] },
    ])
    expect(malformedItems).toEqual([{ item: 'lamp 2', why: expect.stringMatching(/./) }])
  })

  test('reads the neighbours of an item without an address', () => {
    const { lamps, odd: malformedItems } = type.decodeState(example.namelessLamp)
    expect(lamps.map(({ addr, mode }) => [addr, mode])).toEqual([
      [1, 'normal'],
      [3, 'normal'],
    ])
    expect(malformedItems).toMatchObject([{ item: 'lamp item 2' }])
  })

  test('reads lamps and known faults next to a malformed unit', () => {
    const { unit, lamps, odd: malformedItems } = type.decodeState(example.oddUnit)
    expect(lamps).toMatchObject([{ addr: 1, errors: ['lamp_failure'] }])
    expect(unit).toEqual({ onBattery: true, errors: ['battery_low_voltage'], warnings: ['no_mains'], network: null })
    expect(malformedItems).toMatchObject([{ item: 'unit' }])
  })

  test('reads the valid addresses of a test, and refuses a test without any', () => {
    const [kind, body] = example.oddStart
    expect(type.decodeRecord(kind, body)).toMatchObject({ lamps: [1, 3], odd: [{ item: 'address item 2' }] })
    expect(() => type.decodeRecord(kind, example.unreadableStart)).toThrow('no address can be read')
  })

  test('refuses a state whose list is invalid or too long', () => {
    const [key = ''] = Object.keys(example.oddLamp as object)
    expect(() => type.decodeState({ [key]: 'rubbish' })).toThrow()
    expect(() => type.decodeState({ [key]: Array.from({ length: 993 }) })).toThrow()
  })
})

test('a summary names three malformed items and counts the others', () => {
  const malformedItems = [1, 2, 3, 4, 5].map((addr) => ({ item: `lamp ${addr}`, why: 'mode' }))
  expect(summarizeInvalidItems(malformedItems.slice(0, 1))).toBe('lamp 1: mode')
  expect(summarizeInvalidItems(malformedItems)).toBe('lamp 1: mode; lamp 2: mode; lamp 3: mode; 2 more')
})
