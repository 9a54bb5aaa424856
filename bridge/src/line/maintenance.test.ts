import { expect, it } from 'vitest'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { isMaintained, readMaintenance } from './maintenance.ts'
import { unsignedValue } from './memory-value.ts'

const hourMs = 3_600_000
const counted = {
  gearS: 45_000 * 3_600,
  gearStarts: 70_000,
  gearFailures: 2,
  lampS: 1_200 * 3_600,
  lampStarts: 300,
  lampFailures: 1,
  ratedLife: 50,
}

it('reads what gear counts of itself and of its light', async () => {
  const opened = openBusLine([emergencyGear(0, { counted }), emergencyGear(1)])
  await opened.fill()
  expect([0, 1].map((short) => isMaintained(opened.gearAt(short)))).toEqual([true, false])
  await opened.clock.advance(10 * hourMs)
  const expected = {
    gearHours: 45_010,
    gearStarts: 70_000,
    gearFailures: 2,
    lampHours: 1_210,
    lampStarts: 300,
    lampFailures: 1,
    ratedLifeHours: 50_000,
  }
  expect(await opened.clock.until(readMaintenance(opened.line.run, 0))).toEqual(expected)
  const [gear] = opened.gears
  if (gear) gear.hasLampFailure = true
  await opened.clock.advance(hourMs)
  expect(await opened.clock.until(readMaintenance(opened.line.run, 0))).toEqual({
    ...expected,
    gearHours: 45_011,
    lampFailures: 2,
  })
})

it('knows nothing of gear without these banks, and no value that is masked', async () => {
  const opened = openBusLine([
    emergencyGear(0),
    emergencyGear(1, { counted: { ...counted, lampFailures: 0xfe, ratedLife: 0xff } }),
  ])
  await opened.fill()
  expect(await opened.clock.until(readMaintenance(opened.line.run, 0))).toBeNull()
  const read = await opened.clock.until(readMaintenance(opened.line.run, 1))
  expect([read?.lampFailures, read?.ratedLifeHours, read?.gearFailures]).toEqual([null, null, 2])
})

it.each([
  [[0, 0, 1, 0x2c], 300],
  [[0xff, 0xff, 0xff, 0xfd], 0xffff_fffd],
  [[0xff, 0xff, 0xff, 0xfe], null],
  [[0xff, 0xff, 0xff, 0xff], null],
  [[0, 'silent' as const], null],
  [[], null],
])('reads the bytes %j as %s', (bytes, value) => {
  expect(unsignedValue(bytes)).toBe(value)
})
