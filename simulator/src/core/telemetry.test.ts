import { maxReadingsPerMessage, telemetryMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { setFaults } from './lamp-faults.ts'
import { powerOf } from './lamp-measures.ts'
import { Pace } from './pace.ts'
import type { UnitMemory } from './unit-memory.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

const wheel = new Wheel()
afterAll(() => wheel.stop())
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-02T09:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const first = Date.parse('2026-03-02T09:15:00Z') / 900_000
const unitOf = ({ lamps = 20, memory, speed = 1 }: { lamps?: number; memory?: UnitMemory; speed?: number } = {}) =>
  new VirtualUnit({
    wire: unitWireOf(lamps > 100 ? 'logicafm' : 'logica'),
    serial: '0A1B2C',
    lamps,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, speed),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory,
  })
const pass = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000)
const lightingLamp = (unit: VirtualUnit) =>
  unit.list.known.find(({ kind, levelPercent }) => kind === 'lighting' && levelPercent > 0)!
const acknowledge = (unit: VirtualUnit, telemetry: number[], life = unit.memory.life) =>
  unit.telemetry.forget({ life, records: [], telemetry })
const energies = (unit: VirtualUnit, serial: string) =>
  unit.telemetry.messages().flatMap(({ lamps }) => lamps.find(([, lampSerial]) => lampSerial === serial)?.[3] ?? [])

test('a lamp counts energy by its level in real time at any speed', () => {
  for (const speed of [1, 600]) {
    const unit = unitOf({ speed })
    const lamp = lightingLamp(unit)
    unit.telemetry.read(first)
    const watts = powerOf(lamp)
    pass(10)
    lamp.levelPercent = 10
    unit.context.changed([lamp])
    const lowerPower = powerOf(lamp)
    expect(lowerPower).toBeLessThan(watts)
    pass(5)
    unit.telemetry.read(first + 1)
    const [before, after] = energies(unit, lamp.serial)
    const wh = (watts * 10 + lowerPower * 5) / 60
    expect(Math.abs((after ?? 0) - (before ?? 0) - wh * 10)).toBeLessThanOrEqual(1)
  }
})

test('readings are retained until acknowledged in the same life, also over a restart', () => {
  const unit = unitOf()
  for (let n = 0; n < 3; n++, pass(15)) unit.telemetry.read(first + n)
  acknowledge(unit, [first + 1], 'b22feb22feb22feb')
  expect(unit.telemetry.size).toBe(3)
  acknowledge(unit, [first + 1])
  expect(unit.telemetry.messages().map(({ first: begin, count }) => [begin, count])).toEqual([
    [first, 1],
    [first + 2, 1],
  ])
  const memory = JSON.parse(JSON.stringify(unit.memory))
  const restartedUnit = unitOf({ memory })
  expect(restartedUnit.telemetry.messages()).toEqual(unit.telemetry.messages())
  const { serial } = lightingLamp(unit)
  restartedUnit.telemetry.read(first + 3)
  const [, second = 0, third = 0] = energies(restartedUnit, serial)
  expect(third).toBeGreaterThanOrEqual(second ?? 0)
  restartedUnit.factoryReset()
  expect(restartedUnit.telemetry.size).toBe(0)
})

test('the largest unit sends a day of readings in messages within the limits', () => {
  const unit = unitOf({ lamps: 992 })
  for (let n = 0; n < 96; n++, pass(15)) unit.telemetry.read(first + n)
  const messages = unit.telemetry.messages()
  expect(messages.map(({ count }) => count)).toEqual([...Array(9).fill(10), 6])
  for (const message of messages) {
    const text = JSON.stringify(message)
    expect(text.length).toBeLessThan(256 * 1024)
    expect(telemetryMessage.parse(JSON.parse(text)).lamps.length * message.count).toBeLessThanOrEqual(
      maxReadingsPerMessage,
    )
  }
})

test('an unreachable lamp has no reading, and a changed lamp list starts a new message', () => {
  const unit = unitOf()
  const [firstLamp, second] = [unit.list.known[0]!, unit.list.known[1]!]
  setFaults(unit.context, firstLamp, ['communication'])
  unit.telemetry.read(first)
  expect(energies(unit, firstLamp.serial)).toEqual([null])
  unit.list.remove(second.addr)
  unit.telemetry.read(first + 1)
  expect(unit.telemetry.messages().map(({ lamps }) => lamps.length)).toEqual([20, 19])
})

test('counters can be silent, restart or jump by a fault', () => {
  const unit = unitOf()
  const [lamp] = unit.list.known
  unit.telemetry.read(first)
  unit.fault = { name: 'reads-no-counters' }
  unit.telemetry.read(first + 1)
  unit.fault = { name: 'counters-restart' }
  unit.telemetry.read(first + 2)
  unit.fault = { name: 'counter-jumps', wh: 1_000_000 }
  unit.telemetry.read(first + 3)
  const [before, afterRestart, afterJump] = energies(unit, lamp!.serial)
  expect(before).toBeGreaterThan(0)
  expect([afterRestart, afterJump]).toEqual([0, 10_000_000])
})

test('a clock change of more than half a minute discards earlier readings', () => {
  const unit = unitOf()
  unit.telemetry.read(first)
  unit.setClock(20)
  expect(unit.telemetry.size).toBe(1)
  unit.setClock(-600)
  expect(unit.telemetry.size).toBe(0)
})

test('a unit without lamps reads nothing', () => {
  const unit = unitOf({ lamps: 0 })
  unit.telemetry.read(first)
  expect(unit.telemetry.size).toBe(0)
})
