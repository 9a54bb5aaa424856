import { decodeEscapes, dxfDecoder } from './dxf-encoding.ts'

/** A group of a DXF: its code, and its value, numeric if the code says so. */
export type Tag = readonly [code: number, value: string | number]

const binaryHead = 'AutoCAD Binary DXF\r\n\u001a\u0000'

export const isBinaryDxf = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, binaryHead.length)).toString('latin1') === binaryHead

type ValueKind = 'decimal' | 'whole' | 'text'

/** Ranges of group codes with numeric values (DXF reference); all others are texts. */
const numberRanges: readonly (readonly [from: number, to: number, kind: ValueKind])[] = [
  [10, 59, 'decimal'],
  [60, 99, 'whole'],
  [110, 149, 'decimal'],
  [160, 179, 'whole'],
  [210, 239, 'decimal'],
  [270, 299, 'whole'],
  [370, 389, 'whole'],
  [400, 409, 'whole'],
  [420, 429, 'whole'],
  [440, 459, 'whole'],
  [460, 469, 'decimal'],
  [1_010, 1_059, 'decimal'],
  [1_060, 1_071, 'whole'],
]

const kinds: readonly (ValueKind | undefined)[] = (() => {
  const found: ValueKind[] = []
  for (const [from, to, kind] of numberRanges) for (let code = from; code <= to; code++) found[code] = kind
  return found
})()

const valueKind = (code: number): ValueKind => kinds[code] ?? 'text'

/** Groups with an effect on the drawing. Handles, owners, subclasses and data of other programs fill most of a file. */
const isNeeded = (code: number): boolean =>
  (code !== 5 && code < 100) ||
  code === 101 ||
  code === 171 ||
  (code >= 210 && code < 240) ||
  (code >= 300 && code < 306)

/** The number of a value; an empty value is none. */
const numberOf = (value: string): number => Number(value) || (value.trim() === '' ? Number.NaN : Number(value))

function* textTags(text: string): Generator<Tag> {
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  for (let at = 0; at < lines.length; ) {
    const endOfCode = lines.indexOf('\n', at)
    if (endOfCode < 0) return
    const nextLine = lines.indexOf('\n', endOfCode + 1)
    const end = nextLine < 0 ? lines.length : nextLine
    const code = Number(lines.slice(at, endOfCode))
    if (!Number.isInteger(code)) throw new Error('a group code is no number')
    at = end + 1
    if (!isNeeded(code)) continue
    const value = lines.slice(endOfCode + 1, lines[end - 1] === '\r' ? end - 1 : end)
    yield [code, valueKind(code) === 'text' ? decodeEscapes(value) : numberOf(value)]
  }
}

/** Bytes of an integer of a group code in a binary file. */
const bytesOfWhole = (code: number): 1 | 2 | 4 | 8 => {
  if (code >= 290 && code < 300) return 1
  if (code >= 160 && code < 170) return 8
  return (code >= 90 && code < 100) || (code >= 420 && code < 430) || (code >= 440 && code < 460) || code === 1071
    ? 4
    : 2
}

/** Whether the code marks a chunk of binary data. */
const isChunk = (code: number): boolean => (code >= 310 && code < 320) || code === 1004

/** A one-byte code after which a two-byte code follows. */
const longCode = 255

class BinaryReader {
  readonly #view: Buffer
  readonly #decode: (part: Uint8Array) => string
  #at = binaryHead.length
  /** Up to release 12 a code has one byte: after the first, which is 0, a letter of SECTION follows. */
  readonly #hasShortCodes: boolean

  constructor(content: Uint8Array, decode: (part: Uint8Array) => string) {
    this.#view = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    this.#decode = decode
    this.#hasShortCodes = this.#view[this.#at + 1] !== 0
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#view.length
  }

  /** Skips bytes; returns their offset. */
  #pass(bytes: number): number {
    this.#at += bytes
    return this.#at - bytes
  }

  code(): number {
    const shortCode = this.#hasShortCodes ? this.#view.readUInt8(this.#pass(1)) : longCode
    return shortCode === longCode ? this.#view.readUInt16LE(this.#pass(2)) : shortCode
  }

  decimal(): number {
    return this.#view.readDoubleLE(this.#pass(8))
  }

  whole(bytes: 1 | 2 | 4 | 8): number {
    if (bytes === 8) return Number(this.#view.readBigInt64LE(this.#pass(8)))
    return this.#view.readIntLE(this.#pass(bytes), bytes)
  }

  /** The length of a chunk is in the byte before it. */
  skipChunk(): void {
    this.#pass(this.#view.readUInt8(this.#pass(1)))
  }

  text(isNeeded: boolean): string {
    const end = this.#view.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('a text does not end')
    const from = this.#pass(end + 1 - this.#at)
    return isNeeded ? decodeEscapes(this.#decode(this.#view.subarray(from, end))) : ''
  }
}

function* binaryTags(content: Uint8Array, decode: (part: Uint8Array) => string): Generator<Tag> {
  const reader = new BinaryReader(content, decode)
  while (!reader.isAtEnd) {
    const code = reader.code()
    const kind = valueKind(code)
    if (isChunk(code)) reader.skipChunk()
    else if (kind === 'decimal') yield [code, reader.decimal()]
    else if (kind === 'whole') yield [code, reader.whole(bytesOfWhole(code))]
    else yield [code, reader.text(isNeeded(code))]
  }
}

/** A file cut off early is damaged, not too large as other range errors mean. */
function* tagsUntilEnd(tags: Generator<Tag>): Generator<Tag> {
  try {
    for (const tag of tags) if (isNeeded(tag[0])) yield tag
  } catch (error) {
    throw new Error('the binary DXF ends early', { cause: error })
  }
}

/** The groups of a text or binary DXF with an effect on the drawing. Throws if it is damaged. */
export const dxfTags = (content: Uint8Array): Generator<Tag> => {
  const decode = dxfDecoder(content)
  return isBinaryDxf(content) ? tagsUntilEnd(binaryTags(content, decode)) : textTags(decode(content).trimStart())
}
