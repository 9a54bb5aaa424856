import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Numbers of many lamps in few bytes: column by column, lamp by lamp, as deflated zigzag varints. Adjacent values are
 * similar, so most take less than a byte. docs/decisions/0031-energy-is-packed-by-day-and-summed-in-a-thread.md
 */
export type Packed = {
  serials: string[]
  /** One number per lamp and slot in each column, lamp after lamp; integers within ±2^52. */
  columns: Float64Array[]
  slots: number
}

const version = 1
/** Fast, and within some percent of deflate's best for such bytes. */
const level = 6

class Writer {
  #bytes = new Uint8Array(4_096)
  #length = 0

  number(value: number): void {
    if (this.#length + 10 > this.#bytes.length) this.#grow(10)
    let remaining = value < 0 ? -value * 2 - 1 : value * 2
    while (remaining > 127) {
      this.#bytes[this.#length++] = (remaining % 128) | 128
      remaining = Math.floor(remaining / 128)
    }
    this.#bytes[this.#length++] = remaining
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.number(bytes.length)
    this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(byteCount: number): void {
    if (this.#length + byteCount <= this.#bytes.length) return
    const grownBytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + byteCount))
    grownBytes.set(this.#bytes)
    this.#bytes = grownBytes
  }
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  number(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('packed numbers end too early')
      value += (byte & 127) * factor
      if (byte < 128) break
      factor *= 128
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const length = this.number()
    const from = this.#at
    this.#at += length
    return this.#bytes.toString('utf8', from, this.#at)
  }
}

export const pack = ({ serials, columns, slots }: Packed): Buffer => {
  const out = new Writer()
  for (const value of [version, serials.length, slots, columns.length]) out.number(value)
  for (const serial of serials) out.text(serial)
  for (const column of columns) for (const value of column) out.number(value)
  return deflateRawSync(out.written, { level })
}

/** @param maxLamps only so many of the columns are wanted */
export const unpack = (packedBytes: Uint8Array, maxLamps = Number.POSITIVE_INFINITY): Packed => {
  const from = new Reader(inflateRawSync(packedBytes))
  const [storedVersion, lamps, slots, count] = [from.number(), from.number(), from.number(), from.number()]
  if (storedVersion !== version) throw new Error(`packed numbers of version ${storedVersion} cannot be read`)
  const serials = Array.from({ length: lamps }, () => from.text())
  const columns = Array.from({ length: Math.min(count, maxLamps) }, () => {
    const column = new Float64Array(lamps * slots)
    for (let at = 0; at < column.length; at++) column[at] = from.number()
    return column
  })
  return { serials, columns, slots }
}
