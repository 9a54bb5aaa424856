/**
 * Cuts a PostgreSQL client's byte stream into batches that must be executed without another client in between.
 * Source: PostgreSQL manual, "Frontend/Backend Protocol".
 */
export type WireBatch =
  | { kind: 'startup'; bytes: Uint8Array }
  | { kind: 'ssl' }
  | { kind: 'cancel' }
  /** `endsSession` for Terminate; `synced` is false while the client may still send more of the same query. */
  | { kind: 'messages'; bytes: Uint8Array; synced: boolean; endsSession: boolean }

const sslRequest = 80_877_103
const gssRequest = 80_877_104
const cancelRequest = 80_877_102
const flush = 'H'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)
/** Query, Sync and function call end with ReadyForQuery; Flush and Terminate must not wait for a Sync. */
const batchEnds = new Set([...'QSFHX'].map((letter) => letter.charCodeAt(0)))

const parse = 'P'.charCodeAt(0)

/** The Parse message at the beginning of a batch, if it gives its statement a name. */
export const namedParseOf = (bytes: Uint8Array): { name: string; length: number } | undefined => {
  if (bytes[0] !== parse) return undefined
  const batch = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = batch.toString('utf8', 5, batch.indexOf(0, 5))
  return name === '' ? undefined : { name, length: 1 + batch.readUInt32BE(1) }
}

export class WireFrames {
  #chunks: Buffer[] = []
  #received = 0
  #needed = 8
  #started = false

  /** Takes what arrived and returns every batch that is now whole. */
  push(chunk: Buffer): WireBatch[] {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    // A message of many megabytes arrives in many chunks: join them once it is whole, not at every chunk.
    if (this.#received < this.#needed) return []
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    const batches: WireBatch[] = []
    for (;;) {
      const batch = this.#started ? this.#takeMessages(rest) : this.#takeStartup(rest)
      if (!batch) break
      batches.push(batch.batch)
      rest = rest.subarray(batch.length)
    }
    this.#chunks = [rest]
    this.#received = rest.length
    return batches
  }

  #takeStartup(rest: Buffer): { batch: WireBatch; length: number } | undefined {
    this.#needed = rest.length < 8 ? 8 : rest.readUInt32BE(0)
    if (rest.length < this.#needed) return undefined
    const length = this.#needed
    switch (rest.readUInt32BE(4)) {
      case sslRequest:
      case gssRequest:
        return { batch: { kind: 'ssl' }, length }
      case cancelRequest:
        return { batch: { kind: 'cancel' }, length }
      default:
        this.#started = true
        return { batch: { kind: 'startup', bytes: new Uint8Array(rest.subarray(0, length)) }, length }
    }
  }

  #takeMessages(rest: Buffer): { batch: WireBatch; length: number } | undefined {
    let end = 0
    while (rest.length >= end + 5) {
      const type = rest.readUInt8(end)
      const next = end + 1 + rest.readUInt32BE(end + 1)
      if (rest.length < next) {
        this.#needed = next
        return undefined
      }
      end = next
      if (batchEnds.has(type)) {
        const bytes = new Uint8Array(rest.subarray(0, end))
        const batch = { kind: 'messages', bytes, synced: type !== flush, endsSession: type === terminate } as const
        return { batch, length: end }
      }
    }
    this.#needed = end + 5
    return undefined
  }
}
