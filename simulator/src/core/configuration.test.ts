import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { numberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EstateUnit } from '../estate.ts'
import { unitWireOf, unitWires } from '../unit-wires.ts'
import { configure } from './configuration.ts'
import { GroupBatch } from './group-batch.ts'
import type { VirtualLamp } from './lamp.ts'
import { lampDetailOf } from './lamp-measures.ts'
import { Pace } from './pace.ts'
import { unitDetailOf } from './unit-detail.ts'
import type { UnitMemory } from './unit-memory.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  wheel = new Wheel(1)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})

/** A unit without a connection: the effect of a command is visible in the unit itself. */
const unitOf = (change: Partial<EstateUnit & { memory: UnitMemory; speed: number }> = {}): VirtualUnit => {
  const { type = 'logica', lamps = 20, uvLamps, memory, speed = 10_000 } = change
  return new VirtualUnit({
    wire: unitWireOf(type),
    serial: '0A1B2C',
    lamps,
    uvLamps,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, speed),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory,
  })
}
const done = { state: 'done' }
const refusedWith = (code: string) => ({ state: 'refused', code })
const serials = (unit: VirtualUnit): (string | undefined)[] => unit.list.known.map(({ serial }) => serial)

describe('a batch of groups', () => {
  const repeatText = (syllable: string) => syllable.repeat(32)

  test('takes effect at its end for all pages and only on existing lamps', () => {
    const unit = unitOf({ type: 'logicafm', lamps: 40 })
    const before = unit.list.known.map(({ groups }) => groups)
    expect(configure(unit, { name: 'setBatch', param: '01' })).toEqual(done)
    configure(unit, { name: 'setMultiGroup', page: 0, payload: repeatText('0001') })
    configure(unit, { name: 'setMultiGroup', page: 1, payload: repeatText('8000') })
    configure(unit, { name: 'setMultiGroup', page: 0, payload: repeatText('0003') })
    expect(unit.list.known.map(({ groups }) => groups)).toEqual(before)
    expect(configure(unit, { name: 'setBatch', param: '03' })).toEqual(done)
    expect(unit.list.known.map(({ groups }) => groups)).toEqual([...Array(32).fill(3), ...Array(8).fill(0x8000)])
  })

  test('exists only between its beginning and its end', () => {
    const unit = unitOf()
    const page = { name: 'setMultiGroup', page: 0, payload: repeatText('0001') } as const
    expect(configure(unit, page)).toEqual(refusedWith('BATCH_NOT_OPEN'))
    expect(configure(unit, { name: 'setBatch', param: '03' })).toEqual(refusedWith('BATCH_NOT_OPEN'))
    configure(unit, { name: 'setBatch', param: '01' })
    configure(unit, { name: 'setBatch', param: '03' })
    expect(configure(unit, page)).toEqual(refusedWith('BATCH_NOT_OPEN'))
  })

  test('that restarts discards earlier pages', () => {
    const unit = unitOf()
    const before = unit.list.known.map(({ groups }) => groups)
    configure(unit, { name: 'setBatch', param: '01' })
    configure(unit, { name: 'setMultiGroup', page: 0, payload: repeatText('0001') })
    configure(unit, { name: 'setBatch', param: '01' })
    configure(unit, { name: 'setBatch', param: '03' })
    expect(unit.list.known.map(({ groups }) => groups)).toEqual(before)
  })

  test('without an end is dropped after a timeout', async () => {
    const batch = new GroupBatch(wheel, () => 60)
    batch.begin()
    await vi.waitFor(() => expect(batch.isOpen).toBe(false))
    expect(batch.keep(0, [1])).toBe(false)
    expect(batch.end()).toBeNull()
  })

  test('is dropped at a restart', async () => {
    const unit = unitOf()
    configure(unit, { name: 'setBatch', param: '01' })
    const { boot } = unit.memory
    configure(unit, { name: 'resetCu' })
    await vi.waitFor(() => expect(unit.memory.boot).toBe(boot + 1))
    expect(unit.batch.isOpen).toBe(false)
  })
})

describe('the list of lamps', () => {
  const write = (unit: VirtualUnit, ...lampId: { index: number; serial: string }[]) =>
    configure(unit, { name: 'setLgSerialId', page: 0, lampId })

  test('keeps the places of other lamps when one is removed', () => {
    const unit = unitOf({ lamps: 5 })
    const [a, b, , d, e] = serials(unit)
    expect(configure(unit, { name: 'deleteLgSerialId', page: 0, indexes: [3, 30] })).toEqual(done)
    expect(serials(unit)).toEqual([a, b, d, e])
    expect(unit.list.at(4)?.serial).toBe(d)
    expect(configure(unit, { name: 'deleteLgSerialId', page: 0, indexes: [3] })).toEqual(refusedWith('NO_LAMPS'))
  })

  test('adds a present lamp as it is and a missing one as not responding', () => {
    const unit = unitOf({ lamps: 2 })
    const [attached] = unit.attach(1)
    expect(write(unit, { index: 8, serial: attached!.serial }, { index: 9, serial: 'ABCDEF' })).toEqual(done)
    expect(unit.list.at(8)).toBe(attached)
    expect(unit.list.at(9)?.faults).toEqual(['communication'])
    expect(unit.list.unlisted).toEqual([])
  })

  test('overwrites a place and lets two lamps swap places', () => {
    const unit = unitOf({ lamps: 3 })
    const [first, second, third] = serials(unit)
    expect(write(unit, { index: 3, serial: 'ABCDEF' })).toEqual(done)
    expect(unit.list.unlisted.map(({ serial }) => serial)).toEqual([third])
    expect(write(unit, { index: 1, serial: second! }, { index: 2, serial: first! })).toEqual(done)
    expect(serials(unit)).toEqual([second, first, 'ABCDEF'])
  })

  test.each([
    ['a serial that is elsewhere', 'logica', [{ index: 9, serial: 'first' }], 'SERIAL_ALREADY_PRESENT'],
    [
      'a serial twice',
      'logica',
      [
        { index: 9, serial: 'ABCDEF' },
        { index: 10, serial: 'ABCDEF' },
      ],
      'SERIAL_ALREADY_PRESENT',
    ],
    [
      'a place twice',
      'logica',
      [
        { index: 9, serial: 'ABCDEF' },
        { index: 9, serial: 'ABCDE0' },
      ],
      'POSITION_INVALID',
    ],
    ['a wrong checksum', 'logica', [{ index: 9, serial: 'A1B2C302' }], 'INVALID_BODY'],
    ['4 digits on a bus', 'logica', [{ index: 9, serial: 'A1B2' }], 'INVALID_BODY'],
  ])('refuses %s', (_, type, lampId, code) => {
    const unit = unitOf({ type, lamps: 3 })
    const before = serials(unit)
    const expectedIds = lampId.map(({ index, serial }) => ({ index, serial: serial === 'first' ? before[0]! : serial }))
    expect(write(unit, ...expectedIds)).toEqual(refusedWith(code))
    expect(serials(unit)).toEqual(before)
  })

  test('has the capacity of its type, with 4-digit serials on a cable', () => {
    const cable = unitOf({ type: 'cablecom', lamps: 3 })
    expect(write(cable, { index: 32, serial: 'A1B2' })).toEqual(done)
    const tooLongCommand = { name: 'setLgSerialId', page: 1, lampId: [{ index: 1, serial: 'A1B3' }] } as const
    expect(configure(cable, { ...tooLongCommand, lampId: [...tooLongCommand.lampId] })).toEqual(
      refusedWith('POSITION_INVALID'),
    )
  })

  test('of a new unit can be written by hand', () => {
    const unit = unitOf({ lamps: 0 })
    expect(write(unit, { index: 1, serial: 'A1B2C301' })).toEqual(done)
    expect(unit.search.network).toMatchObject({ state: 'complete', found: 1 })
  })
})

describe('a substitution', () => {
  const substituteSerials = (unit: VirtualUnit, oldSerials: string[], newSerials: string[]) =>
    configure(unit, { name: 'substituteLogicaFM', old: oldSerials, new: newSerials })

  test('keeps the configuration and resets battery and hours', () => {
    const unit = unitOf()
    const oldLamp = unit.list.known.find(({ kind }) => kind === 'emergency')!
    const { addr } = oldLamp
    Object.assign(oldLamp, { name: 'Treppe', groups: 5, parity: 'even', durataTestS: 90, faults: ['lamp_failure'] })
    expect(substituteSerials(unit, [oldLamp.serial], ['ABCDEF'])).toEqual(done)
    const newLamp = unit.list.at(addr)
    expect(newLamp).toMatchObject({
      serial: 'ABCDEF',
      name: 'Treppe',
      groups: 5,
      parity: 'even',
      durataTestS: 90,
      faults: [],
    })
    expect(lampDetailOf(newLamp!, { lines: 0 }).onHours).toBeLessThan(0.1)
    expect(unit.lamps).not.toContain(oldLamp)
    expect(unit.lamps).toContain(newLamp)
  })

  test.each([
    ['an unknown lamp', ['FFFFFF'], ['ABCDEF'], 'SERIAL_UNKNOWN'],
    ['two lamps by one', ['first', 'second'], ['ABCDEF'], 'INVALID_BODY'],
    ['a lamp by one that is there', ['first'], ['second'], 'SERIAL_ALREADY_PRESENT'],
    ['a lamp twice', ['first', 'first'], ['ABCDEF', 'ABCDE0'], 'SERIAL_UNKNOWN'],
    ['a lamp by one with 4 digits', ['first'], ['A1B2'], 'INVALID_BODY'],
  ])('of %s is refused', (_, oldSerials, newSerials, code) => {
    const unit = unitOf()
    const before = serials(unit)
    const serialsOf = (names: string[]) =>
      names.map((name) => ({ first: before[0]!, second: before[1]! })[name] ?? name)
    expect(substituteSerials(unit, serialsOf(oldSerials), serialsOf(newSerials))).toEqual(refusedWith(code))
    expect(serials(unit)).toEqual(before)
  })
})

describe('appending', () => {
  const append = (unit: VirtualUnit) => configure(unit, { name: 'configLogica', modalita_config_logica: 2 })
  const complete = (unit: VirtualUnit) => vi.waitFor(() => expect(unit.search.network.state).toBe('complete'))

  test('adds new lamps after the last place and leaves the others unchanged', async () => {
    const unit = unitOf({ lamps: 5 })
    unit.list.at(5)!.name = 'Treppe'
    configure(unit, { name: 'deleteLgSerialId', page: 0, indexes: [2] })
    const attachedLamps = unit.attach(3)
    const detachedSerial = unit.lamps.find(({ addr }) => addr === 0)!.serial
    expect(append(unit)).toEqual(done)
    expect(append(unit)).toEqual(refusedWith('NETWORK_BUSY'))
    expect(unit.search.network).toMatchObject({ state: 'searching', expected: 8 })
    await complete(unit)
    expect(unit.list.known.map(({ addr }) => addr)).toEqual([1, 3, 4, 5, 6, 7, 8, 9])
    expect([detachedSerial, ...attachedLamps.map(({ serial }) => serial)].toSorted()).toEqual(
      serials(unit).slice(4).toSorted(),
    )
    expect(unit.list.at(5)?.name).toBe('Treppe')
  })

  test('stops at the capacity of the type and warns from one more lamp', async () => {
    const unit = unitOf({ type: 'cablecom', lamps: 32 })
    const warnings = () => unit.troubles.warnings(false, true)
    expect(warnings().has('more_than_32_lamps')).toBe(false)
    unit.attach(1)
    append(unit)
    await complete(unit)
    expect(unit.list.known).toHaveLength(32)
    expect(warnings().has('more_than_32_lamps')).toBe(true)
  })
})

test('a unit warns of fewer or more lamps than configured', () => {
  const unit = unitOf({ lamps: 20 })
  const warningsAt = (num_lamp: number) => {
    configure(unit, { name: 'config', num_lamp, ore_autonomia: 2 })
    return [...unit.troubles.warnings(false, true)]
  }
  expect(warningsAt(20)).toEqual([])
  expect(warningsAt(21)).toEqual(['fewer_lamps_than_configured'])
  expect(warningsAt(19)).toEqual(['more_lamps_than_configured'])
  expect(configure(unit, { name: 'config', num_lamp: 129, ore_autonomia: 2 })).toEqual(refusedWith('INVALID_BODY'))
})

describe('parameters', () => {
  test('that one lamp does not support are written to no lamp', () => {
    const unit = unitOf({ type: 'sicuro', uvLamps: 1 })
    const [emergency] = unit.list.known.filter(({ kind }) => kind === 'emergency')
    const indexes = [emergency!.addr, 20]
    const order = { name: 'setMultiParam', page: 0, indexes, params: { durataTest: 99 } } as const
    expect(configure(unit, { ...order, indexes: [...indexes] })).toEqual(refusedWith('PARAMETER_NOT_SUPPORTED'))
    expect(emergency!.durataTestS).toBe(30)
  })

  test('are written if the lamp supports the value', () => {
    const unit = unitOf({ type: 'sicuro' })
    const [emergency, sensor] = unit.list.known.filter(({ kind }) => kind === 'emergency') as [VirtualLamp, VirtualLamp]
    sensor.kind = 'sensor'
    const write = (lamp: number, params: object) => configure(unit, { name: 'setParam', lamp, params })
    expect(write(emergency.addr, { autonomy: 3 })).toEqual(done)
    expect(emergency.ratedMin).toBe(180)
    expect(write(emergency.addr, { autonomy: 8 })).toEqual(refusedWith('PARAMETER_NOT_SUPPORTED'))
    expect(write(sensor.addr, { inputMode: 'daylight' })).toEqual(done)
    expect(lampDetailOf(sensor, { lines: 3 })).toMatchObject({
      inputMode: 'daylight',
      params: { inputMode: 'daylight' },
    })
    expect(write(sensor.addr, { inputMode: 'pushButton' })).toEqual(refusedWith('PARAMETER_NOT_SUPPORTED'))
    expect(write(sensor.addr, { opticom: 50 })).toEqual(refusedWith('PARAMETER_NOT_SUPPORTED'))
  })

  test('of UV belong to the lamp with the UV tube, which its timer switches off', async () => {
    const unit = unitOf({ type: 'sicuro', uvLamps: 1, speed: 3_000 })
    const params = { uvOxyOnOff: true, uvOxyTimer: 1, uvOxyFanSpeed: 5 }
    expect(configure(unit, { name: 'setParam', lamp: 1, params })).toEqual(refusedWith('PARAMETER_NOT_SUPPORTED'))
    expect(configure(unit, { name: 'setParam', lamp: 20, params })).toEqual(done)
    expect(unit.list.at(20)?.uv).toMatchObject({ isOn: true, fanSpeed: 5 })
    await vi.waitFor(() => expect(unit.list.at(20)?.uv?.isOn).toBe(false))
  })
})

test('a forced emergency ends when the last battery is empty', async () => {
  const unit = unitOf({ lamps: 6, speed: 40_000 })
  expect(configure(unit, { name: 'emergencyOn' })).toEqual(done)
  expect(unit.tests.start('7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', 'functional', 'all', 'user')).toEqual(
    refusedWith('ERROR_COMMAND_NOT_ENABLED'),
  )
  await vi.waitFor(() => expect(unit.supply.isForced).toBe(false), 5_000)
  expect(unit.list.known.every(({ activity }) => activity === 'normal')).toBe(true)
})

test('the configuration survives a power loss', () => {
  // A device in sight counts as last seen now.
  vi.setSystemTime(Date.now())
  const first = unitOf({ type: 'gateway', lamps: 3 })
  const at = new Date(Date.now() + 3_600_000).toISOString()
  configure(first, { name: 'setCuName', cuName: 'Halle 3' })
  configure(first, { name: 'setLampName', lamp: 2, lampName: 'Treppe' })
  configure(first, { name: 'setDateTimeAutonomia', set: at })
  configure(first, { name: 'deleteLgSerialId', page: 0, indexes: [1] })
  configure(first, { name: 'gatewayRemove', mac: first.bluetooth.entries[0]!.mac })
  const second = unitOf({ type: 'gateway', lamps: 3, memory: JSON.parse(JSON.stringify(first.memory)) })
  expect(second.memory).toEqual({ ...first.memory, boot: first.memory.boot + 1 })
  expect(second.list.known.map(({ addr, name }) => [addr, name])).toEqual([
    [2, 'Treppe'],
    [3, null],
  ])
  expect(second.list.unlisted.map(({ serial }) => serial)).toEqual([first.list.unlisted[0]!.serial])
})

test('a factory reset deletes the whole configuration', () => {
  const unit = unitOf()
  const before = unitOf()
  configure(unit, { name: 'setCuName', cuName: 'Halle 3' })
  configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: true })
  configure(unit, { name: 'setBatch', param: '01' })
  unit.press(new Set(['SEL', 'OK', 'UP', 'DOWN']))
  expect(unit.batch.isOpen).toBe(false)
  const { settings, plans, found, enrolment } = unit.memory
  expect({ settings, plans }).toEqual({ settings: before.memory.settings, plans: before.memory.plans })
  expect({ found, enrolment }).toEqual({ found: 0, enrolment: 'factory' })
})

describe.each(unitWires)('$facts.cu_type', (wire) => {
  test('reports details that match the common schema with any fault', () => {
    const unit = unitOf({ type: wire.facts.cu_type, uvLamps: 1 })
    for (const fault of [null, ...wire.unitFaults]) {
      if (fault) unit.troubles.setFault(fault, true)
      const unitFace = { onBattery: fault !== null, faults: unit.troubles.faults, warnings: new Set(wire.unitWarnings) }
      const { network } = unit.search
      const detail = unitDetailOf(unit, unit.serial, { ...unitFace, network, lampsConfigured: 20, utcOffsetMin: 0 })
      expect(unitDetail.parse(detail).mainId).toBe('0A1B2C')
    }
    for (const lamp of unit.list.known)
      expect(numberedLampDetail.parse(lampDetailOf(lamp, wire.hardware)).addr).toBe(lamp.addr)
  })
})
