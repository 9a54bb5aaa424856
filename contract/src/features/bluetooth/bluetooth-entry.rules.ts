import type { BluetoothDevice } from '../central-units/unit-detail.ts'
import type { BluetoothEntryKind } from './bluetooth-entry.ts'

/** Change of one device between two reports of its gateway, with the device now, or before it left. */
export type DeviceChange = { kind: BluetoothEntryKind; device: BluetoothDevice }

const indexByMac = (devices: readonly BluetoothDevice[]): Map<string, BluetoothDevice> =>
  new Map(devices.map((device) => [device.mac, device]))

const diffValidation = (previous: BluetoothDevice, device: BluetoothDevice): DeviceChange[] => {
  if (device.validated === true && previous.validated !== true) return [{ kind: 'deviceValidated', device }]
  const failsNewly = device.validated === false && (previous.validated !== false || previous.reason !== device.reason)
  return failsNewly ? [{ kind: 'deviceNotValidated', device }] : []
}

const diffDevice = (previous: BluetoothDevice, device: BluetoothDevice): DeviceChange[] => {
  const isOtherDevice = previous.serial !== device.serial || previous.kind !== device.kind
  const sightChanged = previous.inSight !== device.inSight
  return [
    ...(isOtherDevice ? [{ kind: 'deviceChanged', device } as const] : []),
    ...diffValidation(previous, device),
    ...(sightChanged ? [{ kind: device.inSight ? 'deviceInSight' : 'deviceOutOfSight', device } as const] : []),
  ]
}

/**
 * Changes of the devices of a gateway between two reports, in the order of the newer one; departed devices come last.
 * Signal strength and last contact are ignored.
 */
export const diffDevices = (previous: readonly BluetoothDevice[], now: readonly BluetoothDevice[]): DeviceChange[] => {
  const previousByMac = indexByMac(previous)
  const present = indexByMac(now)
  const changes = [...present.values()].flatMap((device) => {
    const previousDevice = previousByMac.get(device.mac)
    return previousDevice ? diffDevice(previousDevice, device) : [{ kind: 'deviceJoined', device } as const]
  })
  const removedDevices = [...previousByMac.values()].filter(({ mac }) => !present.has(mac))
  return [...changes, ...removedDevices.map((device) => ({ kind: 'deviceLeft', device }) as const)]
}
