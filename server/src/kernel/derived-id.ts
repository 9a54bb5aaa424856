import { createHash } from 'node:crypto'

/**
 * The one id that follows from a text: the same text once more is the same thing, on any node and without looking. In the form of
 * RFC 9562, version 8; nobody can choose a text for a given id.
 */
export const derivedId = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
