/**
 * The key under which the devices of an account keep what they need without a line, as base64url of 32 bytes. Who signs out leaves the locked work
 * on the device and takes the key away; it opens again for the same account alone.
 */
export type DeviceKeys = (accountId: string) => string
