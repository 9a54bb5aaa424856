import { expect, test } from 'vitest'
import { type Device, deviceState, formatMac, lastReceived } from './device-state.ts'

const device: Device = {
  mac: 'AABBCCDDEEFF',
  serial: null,
  kind: 'lamp',
  inSight: true,
  validated: null,
  reason: null,
  signal: -60,
  lastSeen: '2026-11-21T10:00:00Z',
}

test.each([
  [true, null, 'untried'],
  [true, true, 'validated'],
  [true, false, 'failed'],
  [false, true, 'silent'],
] as const)('behind a gateway that is connected: %s, a device validated: %s is %s', (connected, validated, state) => {
  expect(deviceState({ ...device, validated }, connected)).toBe(state)
})

test('the last time is that of the most recently heard device', () => {
  expect(lastReceived([device, { ...device, lastSeen: '2026-11-21T11:00:00Z' }, { ...device, lastSeen: null }])).toBe(
    '2026-11-21T11:00:00Z',
  )
  expect(lastReceived([])).toBeNull()
})

test('a MAC address is formatted in pairs', () => {
  expect(formatMac('AABBCCDDEEFF')).toBe('AA:BB:CC:DD:EE:FF')
})
