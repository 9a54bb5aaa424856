import { afterEach, beforeEach, expect, test } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { configure } from './configuration.ts'
import { Pace } from './pace.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  wheel = new Wheel(1)
})
afterEach(() => wheel.stop())

const gateway = (): VirtualUnit =>
  new VirtualUnit({
    wire: unitWireOf('gateway'),
    serial: '0A1B2C',
    lamps: 2,
    uvLamps: undefined,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, 10_000),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory: undefined,
  })
/** A device in the gateway's list and in its reach. */
const nearOf = (unit: VirtualUnit) => {
  const mac = unit.bluetooth.entries.find(({ inSight }) => inSight)?.mac ?? ''
  const device = unit.bluetooth.around.find((one) => one.mac === mac)
  if (!device) throw new Error('no device is in sight')
  return device
}
const entryOf = (unit: VirtualUnit, mac: string) => unit.bluetooth.entries.find((one) => one.mac === mac)
const validate = (unit: VirtualUnit, mac: string) => configure(unit, { name: 'gatewayValidate', mac })

test('a device is validated only if it is in sight, free and as described', () => {
  const unit = gateway()
  const { mac, kind, serial } = nearOf(unit)
  const otherKind = kind === 'relay' ? 'sensor' : 'relay'
  unit.bluetooth.move(mac, false)
  expect(validate(unit, mac)).toEqual({ state: 'refused', code: 'DEVICE_NOT_REACHABLE' })
  expect(entryOf(unit, mac)).toMatchObject({ validated: false, reason: 'out of sight' })
  unit.bluetooth.move(mac, true)
  expect(unit.bluetooth.hold(mac, true)).toBe(true)
  expect(validate(unit, mac)).toEqual({ state: 'refused', code: 'DEVICE_HELD' })
  expect(entryOf(unit, mac)).toMatchObject({ validated: false, reason: 'held by another gateway' })
  unit.bluetooth.hold(mac, false)
  configure(unit, { name: 'gatewayInsertType', mac, kind: otherKind })
  expect(validate(unit, mac)).toEqual({ state: 'refused', code: 'DEVICE_MISMATCH' })
  expect(entryOf(unit, mac)).toMatchObject({ validated: false, reason: `is ${kind} ${serial}` })
  configure(unit, { name: 'gatewayInsertType', mac, kind })
  expect(validate(unit, mac)).toEqual({ state: 'done' })
  expect(entryOf(unit, mac)).toMatchObject({ validated: true, reason: null })
})

test('an unknown device cannot be held', () => {
  expect(gateway().bluetooth.hold('000000000000', true)).toBe(false)
})
