import { createHmac } from 'node:crypto'

/**
 * The MQTT password of a unit: HMAC-SHA256 of its id under the factory key, as base64url. A unit gets it when it is
 * made; the platform works it out again. Each time that its credentials are renewed the generation is one higher, and
 * the passwords before are worth nothing. docs/decisions/0013-unit-passwords-derive-from-a-factory-key.md
 */
export const unitPassword = (factoryKey: string, unit: string, generation = 0): string =>
  createHmac('sha256', factoryKey)
    .update(generation === 0 ? unit : `${unit} ${generation}`)
    .digest('base64url')

/** Credentials of a unit that are not those it was made with. */
export type UnitCredentials = { unit: string; generation: number; isRevoked: boolean }
