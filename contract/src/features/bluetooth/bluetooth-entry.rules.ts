import type { BluetoothDevice } from '../central-units/unit-detail.ts'
import type { BluetoothEntryKind } from './bluetooth-entry.ts'

/** Change of one device between two reports of its gateway, with the device now, or before it left. */
export type DeviceChange = { kind: BluetoothEntryKind; device: BluetoothDevice }

const indexByMac = (devices: readonly BluetoothDevice[]): Map<string, BluetoothDevice> =>
  new Map(devices.map((device) => [device.mac, device]))

const diffValidation = (before: BluetoothDevice, device: BluetoothDevice): DeviceChange[] => {
  if (device.validated === true && before.validated !== true) return [{ kind: 'deviceValidated', device }]
  const failedAnew = device.validated === false && (before.validated !== false || before.reason !== device.reason)
  return failedAnew ? [{ kind: 'deviceNotValidated', device }] : []
}

const diffDevice = (before: BluetoothDevice, device: BluetoothDevice): DeviceChange[] => {
  const isOther = before.serial !== device.serial || before.kind !== device.kind
  const hasMoved = before.inSight !== device.inSight
  return [
    ...(isOther ? [{ kind: 'deviceChanged', device } as const] : []),
    ...diffValidation(before, device),
    ...(hasMoved ? [{ kind: device.inSight ? 'deviceInSight' : 'deviceOutOfSight', device } as const] : []),
  ]
}

/**
 * Changes of the devices of a gateway between two reports, in the order of the newer one; departed devices come last.
 * Signal strength and last contact are ignored.
 */
export const diffDevices = (before: readonly BluetoothDevice[], now: readonly BluetoothDevice[]): DeviceChange[] => {
  const known = indexByMac(before)
  const present = indexByMac(now)
  const changes = [...present.values()].flatMap((device) => {
    const one = known.get(device.mac)
    return one ? diffDevice(one, device) : [{ kind: 'deviceJoined', device } as const]
  })
  const left = [...known.values()].filter(({ mac }) => !present.has(mac))
  return [...changes, ...left.map((device) => ({ kind: 'deviceLeft', device }) as const)]
}
