import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { configure } from './configuration.ts'
import { Pace } from './pace.ts'
import { unitDetailOf } from './unit-detail.ts'
import { unitFaceOf } from './unit-face.ts'
import { unitFrontOf } from './unit-front.ts'
import type { UnitMemory } from './unit-memory.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 14) })
  wheel = new Wheel(20)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

const unitOf = (memory?: UnitMemory, type = 'logica'): VirtualUnit =>
  new VirtualUnit({
    wire: unitWireOf(type),
    serial: '0A1B2C',
    lamps: 20,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, 1),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory,
  })
const inhibit = (unit: VirtualUnit, forS: number) => configure(unit, { name: 'inhibit', forS })
const endInhibition = (unit: VirtualUnit) => configure(unit, { name: 'endInhibition' })
const activities = (unit: VirtualUnit) =>
  new Set(unit.list.known.filter(({ kind }) => kind === 'emergency').map(({ activity }) => activity))
const reportedRecords = (unit: VirtualUnit) => unit.memory.records.map(({ kind, body }) => [kind, body])
const at = (iso: string): number => Date.parse(iso) / 1_000
const done = { state: 'done' }

test('inhibited lamps stay dark without mains and light when the time is over', async () => {
  const unit = unitOf()
  expect(inhibit(unit, 600)).toEqual(done)
  unit.setMains(false)
  expect(activities(unit)).toEqual(new Set(['inhibited']))
  expect(unitFrontOf(unit)).toMatchObject({ ready: 'off', emergency: 'on' })
  expect(unitFrontOf(unit).display).toEqual(['INHIBITED', 'MAINS FAILED: DARK', 'UNTIL 15:10'])
  await pass(599)
  expect(activities(unit)).toEqual(new Set(['inhibited']))
  await pass(2)
  expect(activities(unit)).toEqual(new Set(['emergency']))
  expect(reportedRecords(unit).at(-1)).toEqual(['inhibit.end', { b: 0 }])
})

test('a new inhibition replaces the end time, and ending one always succeeds', async () => {
  const unit = unitOf()
  inhibit(unit, 600)
  await pass(60)
  inhibit(unit, 120)
  expect(unit.inhibition.detail).toEqual({ until: '2026-11-24T14:03:00.000Z' })
  expect(reportedRecords(unit)).toEqual([
    ['inhibit', [at('2026-11-24T14:10:00Z')]],
    ['inhibit', [at('2026-11-24T14:03:00Z')]],
  ])
  expect(endInhibition(unit)).toEqual(done)
  expect([unit.inhibition.detail, activities(unit)]).toEqual([null, new Set(['normal'])])
  expect(endInhibition(unit)).toEqual(done)
  await pass(700)
  expect(reportedRecords(unit).slice(2)).toEqual([['inhibit.end', { b: 1 }]])
})

test('an inhibition lasts its real time although the clock is set meanwhile', async () => {
  const unit = unitOf()
  inhibit(unit, 60)
  unit.setClock(3_600)
  expect(unit.inhibition.detail).toEqual({ until: '2026-11-24T15:01:00.000Z' })
  await pass(61)
  expect(unit.inhibition.isOn).toBe(false)
})

test('an inhibition is refused in an emergency and during a test', () => {
  const unit = unitOf()
  unit.tests.start('t', 'functional', [1], 'user')
  expect(inhibit(unit, 60)).toEqual({ state: 'refused', code: 'TEST_RUNNING' })
  unit.tests.stop('t')
  unit.setMains(false)
  expect(inhibit(unit, 60)).toEqual({ state: 'refused', code: 'IN_EMERGENCY' })
  expect(unit.inhibition.isOn).toBe(false)
})

test('a restarted unit ends its inhibition and reports the end', async () => {
  const unit = unitOf()
  inhibit(unit, 600)
  configure(unit, { name: 'resetCu' })
  await pass(1)
  expect([unit.inhibition.detail, reportedRecords(unit).at(-1)]).toEqual([null, ['inhibit.end', { b: 2 }]])
  inhibit(unit, 600)
  const { memory } = unit
  await unit.close()
  const restartedUnit = unitOf(memory)
  expect([restartedUnit.inhibition.detail, reportedRecords(restartedUnit).at(-1)]).toEqual([
    null,
    ['inhibit.end', { b: 2 }],
  ])
  expect(activities(restartedUnit)).toEqual(new Set(['normal']))
  await pass(700)
  expect(reportedRecords(unit).at(-1)?.[0]).toBe('inhibit')
})

test('an inhibition by switch has no end, and some types report only a warning', () => {
  for (const [type, records] of [
    ['sicuro', [['INHIBITED', { until: null }]]],
    ['gateway', []],
  ] as const) {
    const unit = unitOf(undefined, type)
    unit.inhibition.switch(true)
    const unitFace = unitFaceOf(unit)
    expect([...unitFace.warnings]).toContain('system_inhibited')
    expect(unitDetailOf(unit, unit.serial, unitFace).inhibition).toEqual({ until: null })
    expect(reportedRecords(unit)).toEqual(records)
  }
})
