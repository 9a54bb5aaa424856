import { createHash } from 'node:crypto'

/**
 * A deterministic id (RFC 9562, version 8): the same text yields the same id on any node, without a lookup. Nobody can
 * choose a text for a given id.
 */
export const derivedId = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
