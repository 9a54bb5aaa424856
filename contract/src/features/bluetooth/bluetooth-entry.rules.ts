import type { BluetoothDevice } from '../central-units/unit-detail.ts'
import type { BluetoothEntryKind } from './bluetooth-entry.ts'

/** What became of one device between two reports of its gateway; the device as it is now, or as it was before it left. */
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
 * What happened to the devices of a gateway between two of its reports, in the order of the newer one; those that left come
 * last. How strong a signal is and when a device was last heard is no news.
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
