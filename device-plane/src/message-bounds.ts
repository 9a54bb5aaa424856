/**
 * Bounds of a message of a unit: total bytes, nesting depth, members of one object, and UTF-8 bytes of one text. No
 * wire schema declares a longer text. docs/protocol/messages.md
 */
export const messageBounds = { bytes: 256 * 1024, depth: 16, keys: 1_000, textBytes: 4 * 1024 } as const

export type ExceededBound = 'size' | 'depth' | 'keys' | 'string'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
/** Braces and brackets differ in one bit. */
const opening = 0x5b
const closing = 0x5d
const braceBit = 0x20

/** UTF-8 bytes of a character encoded as `\uXXXX`; each half of a surrogate pair counts as two of the four. */
const escapedBytes = (payload: Uint8Array, at: number): number => {
  const unit = Number.parseInt(String.fromCharCode(...payload.subarray(at, at + 4)), 16)
  if (unit < 0x80) return 1
  if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) return 2
  return 3
}

/** Offset after the closing quote of the text at `at`; -1 if the text is too long. */
const endOfText = (payload: Uint8Array, at: number): number => {
  let bytes = 0
  let next = at
  while (next < payload.length && payload[next] !== quote) {
    if (payload[next] !== backslash) {
      next += 1
      bytes += 1
    } else if (payload[next + 1] === 0x75) {
      bytes += escapedBytes(payload, next + 2)
      next += 6
    } else {
      bytes += 1
      next += 2
    }
    if (bytes > messageBounds.textBytes) return -1
  }
  return next + 1
}

/** Counts the nesting depth and the members of the open objects. */
const nestingCounter = () => {
  const keys = new Uint32Array(messageBounds.depth + 1)
  let depth = 0
  return (byte: number): ExceededBound | null => {
    const kind = byte & ~braceBit
    if (kind === opening) {
      depth += 1
      keys[depth] = 0
      return depth > messageBounds.depth ? 'depth' : null
    }
    if (kind === closing) depth = Math.max(0, depth - 1)
    if (byte !== colon) return null
    const keyCount = (keys[depth] ?? 0) + 1
    keys[depth] = keyCount
    return keyCount > messageBounds.keys ? 'keys' : null
  }
}

/**
 * The bound exceeded by a JSON text, or null; invalid JSON is left to the parser. One pass over the bytes before any
 * parser, without recursion: nesting or repetition never costs more than its length.
 */
export const findExceededBound = (payload: Uint8Array): ExceededBound | null => {
  if (payload.length > messageBounds.bytes) return 'size'
  const count = nestingCounter()
  let at = 0
  while (at < payload.length) {
    const byte = payload[at] ?? 0
    at += 1
    if (byte === quote) {
      at = endOfText(payload, at)
      if (at < 0) return 'string'
    } else {
      const exceededBound = count(byte)
      if (exceededBound) return exceededBound
    }
  }
  return null
}
