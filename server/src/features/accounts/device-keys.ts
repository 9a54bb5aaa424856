import { hkdfSync } from 'node:crypto'
import type { DeviceKeys } from '../../ports/device-keys.ts'

/** Makes each account's key of the server's secret, so that none is stored anywhere and every node gives the same. */
export const createDeviceKeys =
  (secret: string): DeviceKeys =>
  (accountId) =>
    Buffer.from(hkdfSync('sha256', secret, accountId, 'vigilux device keys', 32)).toString('base64url')
