import { createHmac } from 'node:crypto'

/**
 * The MQTT password of a unit: HMAC-SHA256 of its id under the factory key, as base64url. A unit gets it when it is
 * made; the platform works it out again. docs/decisions/0004-unit-credentials-derived-from-a-factory-key.md
 */
export const unitPassword = (factoryKey: string, unit: string): string =>
  createHmac('sha256', factoryKey).update(unit).digest('base64url')
