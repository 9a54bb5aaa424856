import { hkdfSync } from 'node:crypto'
import type { DeviceKeys } from '../../ports/device-keys.ts'

/** Derives each account's key from the server's secret: nothing is stored, and every node returns the same key. */
export const createDeviceKeys =
  (secret: string): DeviceKeys =>
  (accountId) =>
    Buffer.from(hkdfSync('sha256', secret, accountId, 'vigilux device keys', 32)).toString('base64url')
