import { createHmac } from 'node:crypto'

/**
 * MQTT password of a unit: HMAC-SHA256 of its id under the factory key, as base64url. Set at manufacture; the platform
 * derives it again. Each renewal increases the generation and invalidates earlier passwords.
 * docs/decisions/0013-unit-passwords-derive-from-a-factory-key.md
 */
export const unitPassword = (factoryKey: string, unit: string, generation = 0): string =>
  createHmac('sha256', factoryKey)
    .update(generation === 0 ? unit : `${unit} ${generation}`)
    .digest('base64url')

/** Credentials of a unit, if they differ from those set at manufacture. */
export type UnitCredentials = { unit: string; generation: number; isRevoked: boolean }
