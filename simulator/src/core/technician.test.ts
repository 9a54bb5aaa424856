import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { startPart } from './demo-parts.ts'
import { setFaults } from './lamp-faults.ts'
import { Pace } from './pace.ts'
import { startRollingPowerCut } from './power-cut.ts'
import { randomOf } from './random.ts'
import { type Repair, startTechnician } from './technician.ts'
import type { UnitMemory } from './unit-memory.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

const minuteMs = 60_000
let wheel: Wheel
const units: VirtualUnit[] = []
const unitOf = (
  serial: string,
  change: { lamps?: number; seed?: number; functionalTestS?: number; memory?: UnitMemory } = {},
): VirtualUnit => {
  const { lamps = 40, seed = 101, functionalTestS, memory } = change
  const unit = new VirtualUnit({
    wire: unitWireOf('logica'),
    serial,
    lamps,
    seed,
    functionalTestS,
    memory,
    wheel,
    enrolment: 'enrolled',
    pace: new Pace(wheel, 60),
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
  })
  units.push(unit)
  return unit
}
const faulty = (unit: VirtualUnit) => unit.list.known.filter(({ faults }) => faults.length > 0)
const breakLamp = (unit: VirtualUnit, addr: number): void => {
  Object.assign(unit.list.at(addr) ?? {}, { faults: ['battery_duration'], capacity: 0.6 })
}
/** One real minute at a time: the test has the visitor's view. */
const pass = (minutes: number): void => void vi.advanceTimersByTime(minutes * minuteMs)

let repairs: Repair[]
const call = (darkUnits: readonly VirtualUnit[] = []): void =>
  startTechnician(units, wheel, {
    random: randomOf(1),
    staysDark: (unit) => darkUnits.includes(unit),
    onRepair: (repair) => repairs.push(repair),
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  wheel = new Wheel(20)
  repairs = []
})
afterEach(async () => {
  wheel.stop()
  vi.useRealTimers()
  await Promise.all(units.splice(0).map((unit) => unit.close()))
})

test('a broken lamp is repaired after five to nine minutes with a lasting battery', () => {
  const unit = unitOf('0A1B01')
  call()
  breakLamp(unit, 7)
  pass(5)
  expect(faulty(unit)).toHaveLength(1)
  pass(4.2)
  expect(faulty(unit)).toEqual([])
  expect(unit.list.at(7)?.capacity).toBeGreaterThan(1)
  expect(repairs).toEqual([{ unit: 'logica_0A1B01', addr: 7, faults: ['battery_duration'] }])
})

test('a lamp that a visitor repaired needs no technician, and a new fault waits again', () => {
  const unit = unitOf('0A1B01')
  call()
  breakLamp(unit, 7)
  pass(3)
  Object.assign(unit.list.at(7) ?? {}, { faults: [] })
  pass(1)
  breakLamp(unit, 7)
  pass(4.9)
  expect(faulty(unit)).toHaveLength(1)
  expect(repairs).toEqual([])
})

test('the technician repairs unit faults and mains, except deliberate power cuts', () => {
  const unit = unitOf('0A1B01')
  const darkUnit = unitOf('0A1B02')
  call([darkUnit])
  unit.troubles.setFault('charger', true)
  unit.setMains(false)
  darkUnit.setMains(false)
  pass(5)
  expect([unit.troubles.faults.size, unit.isOnBattery]).toEqual([1, true])
  pass(4.2)
  expect([unit.troubles.faults.size, unit.isOnBattery, darkUnit.isOnBattery]).toEqual([0, false, true])
  expect(repairs.map(({ unit: id, addr, faults }) => [id, addr, ...faults])).toEqual(
    expect.arrayContaining([
      ['logica_0A1B01', null, 'charger'],
      ['logica_0A1B01', null, 'no_mains'],
    ]),
  )
})

test('the technician ignores a unit without a plant', () => {
  const unit = unitOf('0A1B01')
  call()
  breakLamp(unit, 7)
  unit.enrolment.reset()
  pass(20)
  expect(repairs).toEqual([])
})

test('a unit in trouble always has faults, however many are repaired', () => {
  const unit = unitOf('0A1B01', { lamps: 128 })
  startPart(unit, wheel, 102, 'inTrouble')
  call()
  for (let minute = 0; minute < 60; minute++) {
    expect(faulty(unit).length, `minute ${minute}`).toBeGreaterThan(0)
    pass(1)
  }
  expect(repairs.length).toBeGreaterThan(10)
})

test('a unit in trouble has the same faults and batteries after a restart', () => {
  const unit = unitOf('0A1B01', { lamps: 128 })
  startPart(unit, wheel, 102, 'inTrouble')
  const [repairedUnit] = faulty(unit)
  if (repairedUnit) setFaults(unit.context, repairedUnit, [])
  const before = unit.list.known.map(({ serial, faults, capacity }) => ({ serial, faults, capacity }))
  const memory: UnitMemory = JSON.parse(JSON.stringify(unit.memory))
  const restartedUnit = unitOf('0A1B01', { lamps: 128, memory })
  startPart(restartedUnit, wheel, 102, 'inTrouble')
  expect(restartedUnit.list.known.map(({ serial, faults, capacity }) => ({ serial, faults, capacity }))).toEqual(before)
  expect(restartedUnit.waitingRecords).toBe(unit.waitingRecords)
})

test('a unit without a part stays well while it is left alone', () => {
  const unit = unitOf('0A1B01', { lamps: 128 })
  startPart(unit, wheel, 102, undefined)
  call()
  for (let minute = 0; minute < 60; minute++) {
    pass(1)
    expect([faulty(unit).length, unit.isOnBattery, unit.tests.running]).toEqual([0, false, null])
  }
})

test('a functional test lasts as configured for a unit and as needed for one lamp', () => {
  const unit = unitOf('0A1B01', { lamps: 56, functionalTestS: 5_400 })
  unit.tests.startAutomatic('functional')
  pass(1.4)
  expect(unit.tests.running).not.toBeNull()
  pass(0.2)
  expect(unit.tests.running).toBeNull()
  const addr = unit.list.known.find(({ kind }) => kind === 'emergency')?.addr ?? 0
  unit.tests.start('t', 'functional', [addr], 'user')
  vi.advanceTimersByTime(1_000)
  expect(unit.tests.running).toBeNull()
})

test('a unit that tests continuously skips no lamp for an empty battery', () => {
  const unit = unitOf('0A1B01', { lamps: 64, functionalTestS: 5_400 })
  startPart(unit, wheel, 104, 'testing')
  let runningCount = 0
  for (let second = 0; second < 2 * 3_600; second += 10) {
    vi.advanceTimersByTime(10_000)
    if (unit.tests.running) runningCount += 10
  }
  expect(runningCount).toBeGreaterThan(0.9 * 2 * 3_600)
  const lowest = Math.min(...unit.list.known.map((lamp) => unit.context.chargeOf(lamp)))
  expect(lowest).toBeGreaterThan(0.4)
})

test('a rolling power cut darkens one of two units, and lamps stay on', () => {
  const pair = [unitOf('0A1B01'), unitOf('0A1B02')]
  startRollingPowerCut(pair, wheel)
  const darkUnits = new Set<string>()
  for (let minute = 0; minute < 90; minute++) {
    pass(1)
    const onBattery = pair.filter(({ isOnBattery }) => isOnBattery)
    expect(onBattery).toHaveLength(1)
    const [unit] = onBattery
    darkUnits.add(unit?.id ?? '')
    for (const lamp of unit?.list.known ?? []) expect(unit?.context.chargeOf(lamp)).toBeGreaterThan(0.1)
  }
  expect(darkUnits.size).toBe(2)
})

test('a power cut that a visitor ended does not return', () => {
  const pair = [unitOf('0A1B01'), unitOf('0A1B02')]
  startRollingPowerCut(pair, wheel)
  pair[0]?.setMains(true)
  pass(60)
  expect(pair.map(({ isOnBattery }) => isOnBattery)).toEqual([false, false])
})

test('a unit without a connection ignores the order to disconnect', () => {
  const unit = unitOf('0A1B01')
  startPart(unit, wheel, 101, 'offline')
  expect(() => pass(1)).not.toThrow()
})
