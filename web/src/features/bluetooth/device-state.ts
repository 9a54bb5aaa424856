import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { StateName } from '../../shared/status/states.ts'

export type Device = UnitDetail['bluetooth'][number]
export type DeviceState = 'silent' | 'failed' | 'untried' | 'validated'

/** A device's current state: behind a silent gateway nothing is recent. */
export function deviceState(device: Device, gatewayConnected: boolean): DeviceState {
  if (!gatewayConnected) return 'silent'
  if (device.validated === null) return 'untried'
  return device.validated ? 'validated' : 'failed'
}

export const deviceStates: Record<DeviceState, StateName> = {
  silent: 'offline',
  failed: 'error',
  untried: 'unknown',
  validated: 'ok',
}

/** `AABBCCDDEEFF` formatted as on labels. */
export function formatMac(mac: string): string {
  return mac.match(/.{2}/g)?.join(':') ?? mac
}

/** Latest report of any of the devices. */
export function lastReceived(devices: readonly Device[]): string | null {
  return (
    devices
      .flatMap(({ lastSeen }) => (lastSeen === null ? [] : [lastSeen]))
      .sort()
      .at(-1) ?? null
  )
}
