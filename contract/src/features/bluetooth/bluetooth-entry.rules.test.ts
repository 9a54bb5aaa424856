import { expect, it } from 'vitest'
import type { BluetoothDevice } from '../central-units/unit-detail.ts'
import { diffDevices } from './bluetooth-entry.rules.ts'

const device: BluetoothDevice = {
  mac: 'AABBCCDDEEFF',
  serial: 'A1B2C3',
  kind: 'lamp',
  inSight: true,
  validated: null,
  reason: null,
  signal: -60,
  lastSeen: '2026-03-02T09:00:00.000Z',
}
const kinds = (before: Partial<BluetoothDevice>, now: Partial<BluetoothDevice>) =>
  diffDevices([{ ...device, ...before }], [{ ...device, ...now }]).map(({ kind }) => kind)

it.each([
  ['that changed in nothing', {}, {}, []],
  ['that is heard weaker and later', {}, { signal: -90, lastSeen: '2026-03-02T09:05:00.000Z' }, []],
  ['of another serial', {}, { serial: 'A1B2C4' }, ['deviceChanged']],
  ['of another type', {}, { kind: 'relay' }, ['deviceChanged']],
  ['that went out of range', {}, { inSight: false }, ['deviceOutOfSight']],
  ['that came back', { inSight: false }, {}, ['deviceInSight']],
  ['that was validated', {}, { validated: true }, ['deviceValidated']],
  ['that stays validated', { validated: true }, { validated: true }, []],
  ['that was not validated', {}, { validated: false, reason: 'out of sight' }, ['deviceNotValidated']],
  ['that fails as before', { validated: false, reason: 'a' }, { validated: false, reason: 'a' }, []],
  [
    'that fails otherwise',
    { validated: false, reason: 'a' },
    { validated: false, reason: 'b' },
    ['deviceNotValidated'],
  ],
  ['that is untried again', { validated: false, reason: 'a' }, {}, []],
  [
    'of which several changed',
    {},
    { serial: 'A1B2C4', validated: true, inSight: false },
    ['deviceChanged', 'deviceValidated', 'deviceOutOfSight'],
  ],
] as const)('a device %s', (_, before, now, expected) => {
  expect(kinds(before, now)).toEqual(expected)
})

it('joined and left devices are listed once per address', () => {
  const other = { ...device, mac: '112233445566' }
  expect(diffDevices([device], [other, other])).toEqual([
    { kind: 'deviceJoined', device: other },
    { kind: 'deviceLeft', device },
  ])
})
