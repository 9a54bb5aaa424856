import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EstateUnit } from '../estate.ts'
import { unitWireOf } from '../unit-wires.ts'
import { configure } from './configuration.ts'
import type { VirtualLamp } from './lamp.ts'
import { setParams } from './lamp-measures.ts'
import { shownLevel, takesLevels } from './light.ts'
import { Pace } from './pace.ts'
import type { UnitMemory } from './unit-memory.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 4) })
  wheel = new Wheel(20)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

const unitOf = (change: Partial<EstateUnit & { memory: UnitMemory }> = {}): VirtualUnit =>
  new VirtualUnit({
    wire: unitWireOf(change.type ?? 'logica'),
    serial: '0A1B2C',
    lamps: change.lamps ?? 60,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, 1),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory: change.memory,
  })
const levelOf = (lamp: VirtualLamp): number => shownLevel(lamp, Date.now())
const followingLamps = (unit: VirtualUnit): VirtualLamp[] => unit.list.known.filter(takesLevels)
const maintained = (unit: VirtualUnit): VirtualLamp =>
  followingLamps(unit).find(({ kind }) => kind === 'emergency') ?? expect.unreachable('no lamp burns on mains')

type Levels = Parameters<VirtualUnit['lights']['set']>[0]['levels']
const set = (unit: VirtualUnit, levels: Levels, { fadeS = 0, holdS = null as number | null } = {}) =>
  configure(unit, { name: 'setLevels', levels: [...levels], fadeS, holdS })
const all = (level: Levels[number]['level']): Levels => [{ to: 'all', level }]
const done = { state: 'done' }

test('dimmable lamps on mains follow a level, and other lamps stay unchanged', () => {
  for (const type of ['cablecom', 'logica', 'logicafm', 'sicuro']) {
    const unit = unitOf({ type, lamps: 32 })
    const otherLamps = unit.list.known
      .filter((lamp) => !takesLevels(lamp))
      .map((lamp) => [lamp, levelOf(lamp)] as const)
    expect(set(unit, all(37))).toEqual(done)
    expect(new Set(followingLamps(unit).map(levelOf))).toEqual(new Set([37]))
    expect(otherLamps.map(([lamp]) => levelOf(lamp))).toEqual(otherLamps.map(([, before]) => before))
  }
})

test('the last entry that includes a lamp wins', () => {
  const unit = unitOf()
  const [first, second] = followingLamps(unit)
  const group = 1 + Math.log2(second!.groups)
  set(unit, [
    { to: 'all', level: 20 },
    { to: { groups: [group] }, level: 0 },
    { to: { lamps: [first!.addr] }, level: 80 },
  ])
  expect(levelOf(first!)).toBe(80)
  expect(levelOf(second!)).toBe(0)
  expect(
    followingLamps(unit)
      .filter(({ groups, addr }) => groups !== second!.groups && addr !== first!.addr)
      .map(levelOf),
  ).toEqual(expect.arrayContaining([20]))
})

test('a command is refused if no lamp can follow it', () => {
  const unit = unitOf()
  const darkLamp = unit.list.known.find((lamp) => !takesLevels(lamp))!
  expect(set(unit, [{ to: { lamps: [darkLamp.addr, 900] }, level: 5 }])).toEqual({ state: 'refused', code: 'NO_LAMPS' })
})

test('a fade takes its time, and a step starts at the current level', async () => {
  const unit = unitOf()
  const lamp = maintained(unit)
  set(unit, all(0))
  set(unit, all(100), { fadeS: 10 })
  await pass(4)
  expect(levelOf(lamp)).toBe(40)
  set(unit, all('up'))
  expect(levelOf(lamp)).toBe(50)
  set(unit, all('down'), { fadeS: 2 })
  await pass(1)
  expect(levelOf(lamp)).toBe(45)
  await pass(5)
  expect(levelOf(lamp)).toBe(40)
  for (let step = 0; step < 7; step++) set(unit, all('up'))
  expect(levelOf(lamp)).toBe(100)
  for (let step = 0; step < 11; step++) set(unit, all('down'))
  expect(levelOf(lamp)).toBe(0)
})

test('a fade is reported at most once a second and finally exactly', async () => {
  const unit = unitOf()
  const lamp = maintained(unit)
  set(unit, all(0))
  await pass(3)
  const reportedLevels: [after: number, level: number][] = []
  const from = Date.now()
  const changed = unit.context.changed
  unit.context.changed = (lamps) => {
    if ([...lamps].includes(lamp)) reportedLevels.push([(Date.now() - from) / 1_000, levelOf(lamp)])
    changed(lamps)
  }
  set(unit, all(33), { fadeS: 5 })
  await pass(60)
  expect(reportedLevels.at(-1)?.[1]).toBe(33)
  expect(reportedLevels.length).toBe(6)
  for (const [at, [after]] of reportedLevels.entries()) expect(after).toBeCloseTo(at, 1)
})

describe('a lamp', () => {
  test('on battery keeps its light and takes the latest level with mains', async () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    const startLevel = lamp.levelPercent
    set(unit, all(80), { fadeS: 0 })
    set(unit, all(20), { fadeS: 60 })
    await pass(10)
    unit.setMains(false)
    expect(levelOf(lamp)).toBe(startLevel)
    set(unit, all(10), { fadeS: 20 })
    await pass(10)
    expect(levelOf(lamp)).toBe(startLevel)
    unit.setMains(true)
    expect(levelOf(lamp)).toBe(40)
    await pass(10)
    expect(levelOf(lamp)).toBe(10)
  })

  test('in a forced emergency or a test keeps its light', async () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    const startLevel = lamp.levelPercent
    configure(unit, { name: 'emergencyOn' })
    set(unit, all(5))
    expect(levelOf(lamp)).toBe(startLevel)
    configure(unit, { name: 'emergencyOff' })
    expect(levelOf(lamp)).toBe(5)
    unit.tests.start('t', 'functional', [lamp.addr], 'user')
    set(unit, all(15))
    expect(levelOf(lamp)).toBe(startLevel)
    await pass(60)
    expect(levelOf(lamp)).toBe(15)
  })

  test('under inhibition keeps its level', async () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    set(unit, all(55))
    unit.inhibition.switch(true)
    set(unit, all(5), { fadeS: 5 })
    await pass(9)
    expect(levelOf(lamp)).toBe(55)
    unit.inhibition.switch(false)
    expect(levelOf(lamp)).toBe(5)
  })
})

describe('a hold', () => {
  test('restores the previous level with the progress of its fade', async () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    set(unit, all(0))
    set(unit, all(100), { fadeS: 100 })
    await pass(10)
    set(unit, all(70), { holdS: 5 })
    set(unit, all(80), { holdS: 10 })
    await pass(6)
    expect(levelOf(lamp)).toBe(80)
    await pass(4.1)
    expect(unit.lights.isHeld).toBe(false)
    expect(levelOf(lamp)).toBe(20)
  })

  test('ends at endHold, which also succeeds without a hold', () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    set(unit, all(60))
    set(unit, all(5), { holdS: 600 })
    expect(configure(unit, { name: 'endHold' })).toEqual(done)
    expect(levelOf(lamp)).toBe(60)
    expect(configure(unit, { name: 'endHold' })).toEqual(done)
    expect(levelOf(lamp)).toBe(60)
  })

  test('ends when a permanent level is set', async () => {
    const unit = unitOf()
    const [firstLamp, other] = followingLamps(unit)
    set(unit, all(60))
    set(unit, all(5), { holdS: 30 })
    set(unit, [{ to: { lamps: [firstLamp!.addr] }, level: 'up' }])
    expect([levelOf(firstLamp!), levelOf(other!)]).toEqual([15, 60])
    await pass(40)
    expect([levelOf(firstLamp!), levelOf(other!)]).toEqual([15, 60])
  })
})

describe('a memory', () => {
  test('stores levels, a fade and a hold, and resumes them', async () => {
    const unit = unitOf()
    set(unit, all(0))
    set(unit, all(100), { fadeS: 100 })
    await pass(5)
    set(unit, all(90), { holdS: 20 })
    unit.inputs.set(2, true)
    const memory: UnitMemory = JSON.parse(JSON.stringify(unit.memory))
    await unit.close()
    await pass(10)
    const restartedUnit = unitOf({ memory })
    const lamp = maintained(restartedUnit)
    expect(restartedUnit.inputs.on).toEqual([2])
    expect(levelOf(lamp)).toBe(90)
    await pass(10.1)
    expect(levelOf(lamp)).toBe(25)
    await pass(100)
    expect(levelOf(lamp)).toBe(100)
  })

  test('is cleared by a factory reset', () => {
    const unit = unitOf()
    const lamp = maintained(unit)
    const { levelPercent } = lamp
    set(unit, all(5), { holdS: 60 })
    unit.factoryReset()
    expect(unit.lights.isHeld).toBe(false)
    expect(levelOf(lamp)).toBe(levelPercent)
  })
})

test('a written light setting of a lamp applies at once', () => {
  const unit = unitOf()
  const lamp = maintained(unit)
  set(unit, all(5))
  setParams(lamp, { opticom: 44 })
  expect(levelOf(lamp)).toBe(44)
})

test('an input reports each change once and ignores unknown inputs', () => {
  const unit = unitOf()
  const recordedEvents: unknown[] = []
  unit.context.record = (event) => void recordedEvents.push(event)
  expect(unit.inputs.set(4, true)).toBe(true)
  expect(unit.inputs.set(4, true)).toBe(true)
  expect(unit.inputs.set(4, false)).toBe(true)
  expect(unit.inputs.set(5, true)).toBe(false)
  expect(recordedEvents.map((event) => (event as { isOn: boolean }).isOn)).toEqual([true, false])
  expect(unitOf({ type: 'gateway' }).inputs.set(1, true)).toBe(false)
})
