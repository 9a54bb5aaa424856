import { z } from 'zod'
import { lampsPerPage } from './wire.ts'

const uuid = z.uuid()

/** Decodes hex already validated by the wire schema. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

export const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.subarray(0, 16).toString('hex')
  return uuid.parse(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`)
}

export const bytesOfUuid = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** Serial from 4 bytes; the first byte of a short serial is 0. */
export const serialOf = (bytes: Buffer, offset: number, isLongSerial: boolean): string => {
  const value = bytes.readUInt32BE(offset)
  if (!isLongSerial && value > 0xff_ffff) throw new RangeError('a short serial has a first byte')
  return value
    .toString(16)
    .toUpperCase()
    .padStart(isLongSerial ? 8 : 6, '0')
}

/** Address in the unit, from 1, of a position in a page. */
export const addrOfLamp = (page: number, position: number): number => {
  if (page > 30 || position > 31) throw new RangeError(`page ${page} position ${position} does not exist`)
  return page * lampsPerPage + position + 1
}

/** Lamps of one page from its number byte and 4-byte mask. */
export const lampsOfPage = (bytes: Buffer): number[] => {
  const lamps: number[] = []
  const pageMask = bytes.readUInt32BE(1)
  for (let position = 0; position < lampsPerPage; position++)
    if (((pageMask >>> position) & 1) === 1) lamps.push(addrOfLamp(bytes.readUInt8(0), position))
  return lamps
}

export const splitPages = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / 5 }, (_, page) => bytes.subarray(page * 5, page * 5 + 5))

/** Encodes lamps as pages, in order. */
export const pagesOfLamps = (lamps: readonly number[]): Buffer => {
  const masks = new Map<number, number>()
  for (const lamp of lamps) {
    const page = Math.floor((lamp - 1) / lampsPerPage)
    masks.set(page, (masks.get(page) ?? 0) | (1 << ((lamp - 1) % lampsPerPage)))
  }
  const pages = [...masks].sort(([a], [b]) => a - b)
  const bytes = Buffer.alloc(pages.length * 5)
  for (const [index, [page, pageMask]] of pages.entries()) {
    bytes.writeUInt8(page, index * 5)
    bytes.writeUInt32BE(pageMask >>> 0, index * 5 + 1)
  }
  return bytes
}
