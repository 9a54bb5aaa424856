import { expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { LinePanel } from './line-panel.ts'
import { createLine } from './virtual-line.ts'

const open = () => {
  const clock = new ManualClock()
  const { gears } = createLine({ clock, seed: 1, gears: 2 })
  return { gears, panel: new LinePanel(gears, clock) }
}

it('shows, breaks and repairs gear', () => {
  const { gears, panel } = open()
  expect(panel.act('lamp-fault', { addr: 2, faults: ['lamp_failure', 'battery_low_voltage'] })).toBeNull()
  expect(gears[1]?.emergency?.failureByte).toBe(0x0c)
  expect(panel.state.lamps).toEqual([
    { addr: 1, kind: 'emergency', faults: [] },
    { addr: 2, kind: 'emergency', faults: ['battery_low_voltage', 'lamp_failure'] },
  ])
  expect(panel.act('new-battery', { addr: 2 })).toBeNull()
  expect(panel.state.lamps[1]?.faults).toEqual(['lamp_failure'])
  expect(panel.act('lamp-fault', { addr: 2, faults: [] })).toBeNull()
  expect(gears[1]?.emergency?.failureByte).toBe(0)
})

it('switches the mains of all gear', () => {
  const { gears, panel } = open()
  expect(panel.act('mains', { on: false })).toBeNull()
  expect([panel.state.isOnBattery, gears[0]?.emergency?.mode]).toEqual([true, 'emergency'])
  expect(panel.act('mains', { on: true })).toBeNull()
  expect([panel.state.isOnBattery, gears[0]?.emergency?.mode]).toEqual([false, 'normal'])
})

it('refuses what gear cannot have', () => {
  const { panel } = open()
  expect(panel.act('lamp-fault', { addr: 3, faults: [] })).toBe('LAMP_NOT_FOUND')
  expect(panel.act('new-battery', { addr: 9 })).toBe('LAMP_NOT_FOUND')
  expect(panel.act('lamp-fault', { addr: 1, faults: ['led_open'] })).toBe('FAULT_NOT_OF_THIS_TYPE')
  expect(panel.act('press', {})).toBe('UNIT_NOT_FOUND')
  expect(() => panel.act('mains', {})).toThrow()
})
