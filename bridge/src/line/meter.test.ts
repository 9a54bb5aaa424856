import { expect, it } from 'vitest'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { isMetering, readMeter, readOperationHours, scaledValue } from './meter.ts'

const hourMs = 3_600_000

it('reads energy, power and operating hours of gear that has them', async () => {
  const opened = openBusLine([emergencyGear(0, { meteredW: 3 }), emergencyGear(1)])
  await opened.fill()
  expect([0, 1].map((short) => isMetering(opened.gearAt(short)))).toEqual([true, false])
  await opened.clock.advance(10 * hourMs)
  const meter = await opened.clock.until(readMeter(opened.line.run, 0))
  expect(meter?.powerW).toBe(3)
  expect(meter?.energyWh).toBeCloseTo(30, 0)
  expect(await opened.clock.until(readOperationHours(opened.line.run, 0))).toBe(8)
})

it.each([
  ['tenths', [0xff, 0, 0, 0, 0, 1, 0x2c], 30],
  ['kilo', [3, 0, 0, 0, 0, 0, 2], 2000],
  ['not supported', [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], null],
  ['unknown at present', [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe], null],
  ['a scale beyond the standard', [0x20, 0, 0, 0, 0, 0, 2], null],
  ['a byte that did not come', [0, 0, 0, 'silent' as const, 0, 0, 2], null],
])('reads a value in %s', (_, readings, value) => {
  expect(scaledValue(readings)).toBe(value)
})
