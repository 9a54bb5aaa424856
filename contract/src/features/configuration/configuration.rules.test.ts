import { describe, expect, it } from 'vitest'
import { type ConfigurationPlan, planConfiguration } from './configuration.rules.ts'
import type { ConfigurationRequest } from './configuration.ts'

const facts = (change: { maxLamps?: number; hasRadioNetwork?: boolean } = {}) => ({
  cu_type: 'test',
  name: 'Test',
  serialDigits: 6,
  enrolmentKeys: [],
  maxLamps: 4,
  lampCountWarning: null,
  lampSerialDigits: [4, 6],
  hasRadioNetwork: false,
  testsToRatedDuration: true,
  durationSteps: null,
  answerTimeoutMs: 1,
  retries: 0,
  nameLength: 16,
  commandAction: 'logicaCommand' as const,
  commands: [],
  ...change,
})
const lamps = [
  { addr: 1, serial: 'AAAAAA' },
  { addr: 3, serial: 'CCCCCC' },
]
const change = (addr: number, before: string | null, after: string | null) => ({ addr, before, after })
const plan = (request: ConfigurationRequest, presentLamps = lamps) => planConfiguration(request, presentLamps, facts())
const refusal = (reason: string): object => ({ can: false, reason })
const invalid = (line: number, serial: string, fault: string): object => ({
  can: false,
  reason: 'SERIAL_LIST_INVALID',
  lines: [{ line, serial, fault }],
})

describe('new acquisition', () => {
  it('removes every lamp from the list', () => {
    expect(plan({ mode: 'newAcquisition' })).toEqual({
      can: true,
      changes: [change(1, 'AAAAAA', null), change(3, 'CCCCCC', null)],
    })
  })
  it.each([
    { hasRadioNetwork: true, plant_code: 7, expected: { can: true } },
    { hasRadioNetwork: true, plant_code: undefined, expected: refusal('PLANT_CODE_REQUIRED') },
    { hasRadioNetwork: false, plant_code: 7, expected: refusal('UNIT_HAS_NO_RADIO_NETWORK') },
  ])('with code $plant_code, radio $hasRadioNetwork: $expected', ({ hasRadioNetwork, plant_code, expected }) => {
    const request = { mode: 'newAcquisition' as const, ...(plant_code && { plant_code }) }
    expect(planConfiguration(request, lamps, facts({ hasRadioNetwork }))).toMatchObject(expected)
  })
})

it('appending by search needs a free position', () => {
  expect(plan({ mode: 'append' })).toEqual({ can: true, changes: [] })
  const fullList = [1, 2, 3, 4].map((addr) => ({ addr, serial: `AAAAA${addr}` }))
  expect(plan({ mode: 'append' }, fullList.slice(1))).toEqual({ can: true, changes: [] })
  expect(plan({ mode: 'append' }, fullList)).toEqual(refusal('UNIT_FULL'))
})

describe('appended serials', () => {
  it.each<{ serials: string[]; expected: object }>([
    { serials: ['DDDDDD'], expected: { can: true, changes: [change(4, null, 'DDDDDD')] } },
    { serials: ['DDDD'], expected: { can: true } },
    { serials: ['DDDDDD', 'EEEEEE'], expected: refusal('UNIT_FULL') },
    { serials: ['AAAAAA'], expected: invalid(1, 'AAAAAA', 'alreadyPresent') },
    { serials: ['DDDDDD', 'DDDDDD'], expected: invalid(2, 'DDDDDD', 'duplicate') },
    { serials: ['DDDDD'], expected: invalid(1, 'DDDDD', 'format') },
    // Each entry is one serial; separators of a typed list do not split it.
    { serials: [''], expected: invalid(1, '', 'format') },
    { serials: ['DDDDDD', 'ABCDEF 123456'], expected: invalid(2, 'ABCDEF 123456', 'format') },
    { serials: ['ABCDEF,123456'], expected: invalid(1, 'ABCDEF,123456', 'format') },
    { serials: ['2:DDDDDD'], expected: invalid(1, '2:DDDDDD', 'format') },
  ])('$serials: $expected', ({ serials, expected }) => {
    expect(plan({ mode: 'appendSerials', serials })).toMatchObject(expected)
  })
  it('start at the first position of an empty list and can fill it', () => {
    const serials = ['AAAAA1', 'AAAAA2', 'AAAAA3', 'AAAAA4']
    const changes = serials.map((serial, at) => change(at + 1, null, serial))
    expect(plan({ mode: 'appendSerials', serials }, [])).toEqual({ can: true, changes })
  })
})

describe('overwriting serials', () => {
  const planOverwrite = (...serials: { serial: string; position?: number }[]): ConfigurationPlan =>
    plan({ mode: 'overwriteSerials', serials })

  it('go to consecutive positions or to forced ones', () => {
    expect(planOverwrite({ serial: 'DDDDDD' }, { serial: 'EEEEEE' }, { serial: 'FFFFFF', position: 4 })).toEqual({
      can: true,
      changes: [change(1, 'AAAAAA', 'DDDDDD'), change(2, null, 'EEEEEE'), change(4, null, 'FFFFFF')],
    })
  })
  it('may repeat the overwritten serial but not one that remains', () => {
    expect(planOverwrite({ serial: 'AAAAAA', position: 1 })).toMatchObject({ can: true })
    expect(planOverwrite({ serial: 'CCCCCC', position: 1 })).toEqual(invalid(1, 'CCCCCC', 'alreadyPresent'))
    expect(planOverwrite({ serial: 'CCCCCC' }, { serial: 'AAAAAA', position: 3 })).toMatchObject({ can: true })
  })
  it('are refused for a duplicate position and beyond the last one', () => {
    expect(planOverwrite({ serial: 'DDDDDD', position: 2 }, { serial: 'EEEEEE' })).toEqual(
      invalid(2, 'EEEEEE', 'positionDuplicate'),
    )
    expect(planOverwrite({ serial: 'DDDDDD', position: 5 })).toEqual(invalid(1, 'DDDDDD', 'positionInvalid'))
  })
  it.each(['', 'ABCDEF 123456', '3:DDDDDD'])('are single serials: %j is refused', (serial) => {
    expect(planOverwrite({ serial: 'EEEEEE' }, { serial })).toEqual(invalid(2, serial, 'format'))
  })
})

it('lamps are deleted once each in order, and only existing ones', () => {
  expect(plan({ mode: 'delete', addrs: [3, 1, 3] })).toEqual({
    can: true,
    changes: [change(1, 'AAAAAA', null), change(3, 'CCCCCC', null)],
  })
  expect(plan({ mode: 'delete', addrs: [1, 2] })).toEqual(refusal('LAMP_NOT_FOUND'))
})

describe('substituted lamps', () => {
  const eightDigitSerial = 'A1B2C301'
  it.each<{ addrs: number[]; serials: string[]; expected: object }>([
    {
      addrs: [3, 1],
      serials: ['DDDDDD', eightDigitSerial],
      expected: { can: true, changes: [change(3, 'CCCCCC', 'DDDDDD'), change(1, 'AAAAAA', eightDigitSerial)] },
    },
    { addrs: [1, 3], serials: ['DDDDDD'], expected: refusal('SERIAL_COUNT_DIFFERS') },
    { addrs: [1], serials: ['DDDDDD', 'EEEEEE'], expected: refusal('SERIAL_COUNT_DIFFERS') },
    { addrs: [1, 1], serials: ['DDDDDD', 'EEEEEE'], expected: refusal('SERIAL_COUNT_DIFFERS') },
    { addrs: [1, 1], serials: ['DDDDDD'], expected: refusal('SERIAL_COUNT_DIFFERS') },
    { addrs: [2], serials: ['DDDDDD'], expected: refusal('LAMP_NOT_FOUND') },
    { addrs: [1, 2], serials: ['DDDDDD', 'EEEEEE'], expected: refusal('LAMP_NOT_FOUND') },
    { addrs: [1], serials: ['DDDD'], expected: invalid(1, 'DDDD', 'format') },
    { addrs: [1], serials: ['A1B2C300'], expected: invalid(1, 'A1B2C300', 'checksum') },
    { addrs: [1, 3], serials: ['DDDDDD', 'DDDDDD'], expected: invalid(2, 'DDDDDD', 'duplicate') },
    { addrs: [1], serials: ['CCCCCC'], expected: invalid(1, 'CCCCCC', 'alreadyPresent') },
  ])('$addrs by $serials: $expected', ({ addrs, serials, expected }) => {
    expect(plan({ mode: 'substitute', addrs, serials })).toEqual(expected)
  })
})
