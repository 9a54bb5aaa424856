import { BacnetReject, rejectReasons } from './numbers.ts'

/** Tags and values of ASHRAE 135, clause 20.2. */

const applicationTags = {
  null: 0,
  boolean: 1,
  unsigned: 2,
  real: 4,
  octets: 6,
  characters: 7,
  bits: 8,
  enumerated: 9,
  objectId: 12,
} as const
const contextBit = 0x08
const opening = 0x0e
const closing = 0x0f
const longLength = 5

export type ObjectId = { type: number; instance: number }

const tagOf = (number: number, isContext: boolean, length: number): Buffer => {
  const first = (number << 4) | (isContext ? contextBit : 0)
  if (length < longLength) return Buffer.from([first | length])
  if (length < 254) return Buffer.from([first | longLength, length])
  return Buffer.from([first | longLength, 254, length >> 8, length & 0xff])
}

const unsignedBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(first < 0 ? 3 : first)
}

const objectIdBytes = ({ type, instance }: ObjectId): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(((type << 22) | instance) >>> 0)
  return bytes
}

const tagged = (number: number, isContext: boolean, content: Buffer): Buffer =>
  Buffer.concat([tagOf(number, isContext, content.length), content])
const application = (number: number, content: Buffer): Buffer => tagged(number, false, content)

/** Values with application tags, as properties have them. */
export const encode = {
  boolean: (value: boolean) => Buffer.from([(applicationTags.boolean << 4) | (value ? 1 : 0)]),
  unsigned: (value: number) => application(applicationTags.unsigned, unsignedBytes(value)),
  enumerated: (value: number) => application(applicationTags.enumerated, unsignedBytes(value)),
  real: (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatBE(value)
    return application(applicationTags.real, bytes)
  },
  /** UTF-8. */
  text: (value: string) =>
    application(applicationTags.characters, Buffer.concat([Buffer.from([0]), Buffer.from(value)])),
  octets: (value: Buffer) => application(applicationTags.octets, value),
  objectId: (value: ObjectId) => application(applicationTags.objectId, objectIdBytes(value)),
  bits: (values: readonly boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(values.length / 8))
    bytes[0] = (8 - (values.length % 8)) % 8
    for (const [at, isSet] of values.entries()) {
      const byte = 1 + (at >> 3)
      if (isSet) bytes.writeUInt8(bytes.readUInt8(byte) | (0x80 >> (at & 7)), byte)
    }
    return application(applicationTags.bits, bytes)
  },
}

/** Values with context tags, as services have them. */
export const context = {
  unsigned: (tag: number, value: number) => tagged(tag, true, unsignedBytes(value)),
  objectId: (tag: number, value: ObjectId) => tagged(tag, true, objectIdBytes(value)),
  boolean: (tag: number, value: boolean) => tagged(tag, true, Buffer.from([value ? 1 : 0])),
  open: (tag: number) => Buffer.from([(tag << 4) | opening]),
  close: (tag: number) => Buffer.from([(tag << 4) | closing]),
  group: (tag: number, ...content: readonly Buffer[]) =>
    Buffer.concat([Buffer.from([(tag << 4) | opening]), ...content, Buffer.from([(tag << 4) | closing])]),
}

/** Reads tags in their order. An unexpected tag rejects the request. */
export class TagReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Whether the next is the context value with this tag. */
  hasContext(tag: number): boolean {
    const next = this.#bytes[this.#at] ?? 0
    return !this.isAtEnd && next >> 4 === tag && (next & contextBit) !== 0 && (next & 0x07) < 6
  }

  hasClosing(tag: number): boolean {
    return this.#bytes[this.#at] === ((tag << 4) | closing)
  }

  unsigned(tag: number): number {
    const content = this.#context(tag)
    if (content.length < 1 || content.length > 4) throw new BacnetReject(rejectReasons.invalidTag)
    return content.readUIntBE(0, content.length)
  }

  optionalUnsigned(tag: number): number | undefined {
    return this.hasContext(tag) ? this.unsigned(tag) : undefined
  }

  objectId(tag: number): ObjectId {
    const content = this.#context(tag)
    if (content.length !== 4) throw new BacnetReject(rejectReasons.invalidTag)
    const value = content.readUInt32BE()
    return { type: value >>> 22, instance: value & 0x3fffff }
  }

  /** A context value of UTF-8 characters; undefined in another character set. */
  text(tag: number): string | undefined {
    const content = this.#context(tag)
    return content[0] === 0 ? content.subarray(1).toString() : undefined
  }

  optionalBoolean(tag: number): boolean | undefined {
    return this.hasContext(tag) ? this.unsigned(tag) !== 0 : undefined
  }

  open(tag: number): void {
    this.#expect((tag << 4) | opening)
  }

  close(tag: number): void {
    this.#expect((tag << 4) | closing)
  }

  /** An application value: unsigned and enumerated as a number, any other as undefined. */
  applicationNumber(): { tag: 'unsigned' | 'enumerated' | 'other'; value: number } {
    const first = this.#byte()
    if ((first & contextBit) !== 0) throw new BacnetReject(rejectReasons.invalidTag)
    const tag = first >> 4
    // The value of a boolean is in its tag.
    if (tag === applicationTags.boolean) return { tag: 'other', value: first & 1 }
    const content = this.#take(this.#length(first))
    const isNumber = content.length >= 1 && content.length <= 4
    if (tag === applicationTags.unsigned && isNumber)
      return { tag: 'unsigned', value: content.readUIntBE(0, content.length) }
    if (tag === applicationTags.enumerated && isNumber)
      return { tag: 'enumerated', value: content.readUIntBE(0, content.length) }
    return { tag: 'other', value: 0 }
  }

  #context(tag: number): Buffer {
    if (!this.hasContext(tag)) throw new BacnetReject(rejectReasons.invalidTag)
    return this.#take(this.#length(this.#byte()))
  }

  #length(first: number): number {
    const length = first & 0x07
    if (length !== longLength) return length
    const extended = this.#byte()
    // Longer values do not fit into a packet.
    if (extended > 253) throw new BacnetReject(rejectReasons.invalidTag)
    return extended
  }

  #expect(byte: number): void {
    if (this.#byte() !== byte) throw new BacnetReject(rejectReasons.invalidTag)
  }

  #byte(): number {
    return this.#take(1)[0] as number
  }

  #take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new BacnetReject(rejectReasons.invalidTag)
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
