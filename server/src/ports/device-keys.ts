/**
 * Key under which an account's devices encrypt their offline data: 32 bytes as base64url. Signing out leaves the locked
 * data on the device and removes the key; only the same account opens it again.
 */
export type DeviceKeys = (accountId: string) => string
