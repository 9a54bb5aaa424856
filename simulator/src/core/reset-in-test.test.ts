import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { Pace } from './pace.ts'
import type { UnitEvent } from './unit-wire.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
  })
  wheel = new Wheel(1_000)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})

test('a factory reset by keys during a test ends the test without a report', async () => {
  const unit = new VirtualUnit({
    wire: unitWireOf('logica'),
    serial: '0A1B2C',
    lamps: 20,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, 1),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory: undefined,
  })
  const recordedKinds: UnitEvent['kind'][] = []
  const { record } = unit.context
  unit.context.record = (event) => {
    recordedKinds.push(event.kind)
    record(event)
  }
  unit.tests.startAutomatic('functional')
  expect(recordedKinds).toContain('testStarted')
  recordedKinds.length = 0
  unit.factoryReset()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(recordedKinds.filter((kind) => kind === 'testResult' || kind === 'testEnded')).toEqual([])
  expect(unit.tests.running).toBeNull()
})
