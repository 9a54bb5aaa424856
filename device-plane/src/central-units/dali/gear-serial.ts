import { createHash } from 'node:crypto'
import { serialChecksum } from '@vigilux/contract/features/configuration/serial-list.rules.ts'

/** Identity of gear: its numbers, or its place if it has no identification number. */
export type GearIdentity =
  | { gtin: string; identification: string }
  /** Random address in 6 hex digits. Changes with the next commissioning, and with a swap. */
  | { line: number; randomAddress: string }

const hashSize = 2 ** 24

const textOf = (identity: GearIdentity): string =>
  'gtin' in identity
    ? `gtin ${identity.gtin} identification ${identity.identification}`
    : `line ${identity.line} random address ${identity.randomAddress}`

const serialOf = (hash: number): string => {
  const payload = hash.toString(16).toUpperCase().padStart(6, '0')
  return payload + serialChecksum(payload)
}

/**
 * Serial of gear: 6 hex digits of a hash of its identity, then their CRC-8. `taken` are the serials of other gears of
 * the unit; a clash takes the next free hash.
 */
export const gearSerial = (identity: GearIdentity, taken: ReadonlySet<string>): string => {
  const first = createHash('sha256').update(textOf(identity)).digest().readUIntBE(0, 3)
  for (let step = 0; step < hashSize; step++) {
    const serial = serialOf((first + step) % hashSize)
    if (!taken.has(serial)) return serial
  }
  throw new RangeError('no serial is free')
}
