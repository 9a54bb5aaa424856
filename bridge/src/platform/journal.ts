import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { AckMessage, RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'

/** Data safe against a kill at any moment: one file of JSON lines, each whole or not there. */

/** Line of the file: a part of the state, records, acknowledged numbers. */
type Entry<State> = { p?: Partial<State>; r?: RecordMessage[]; a?: [number, number][] }

const maxRecords = 10_000
/** File size for rewriting it without finished parts. */
const maxBytes = 4 * 1024 * 1024

export type JournalOptions<State> = {
  folder: string
  /** State of a unit in factory state. */
  initial: State
  /** Called for an unreadable line. */
  onDamage?(line: number): void
  maxRecords?: number
  maxBytes?: number
}

export class Journal<State extends object> {
  readonly #options: JournalOptions<State>
  readonly #path: string
  #state: State
  #records = new Map<string, RecordMessage>()
  #file: number
  #bytes = 0

  constructor(options: JournalOptions<State>) {
    this.#options = options
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    this.#path = join(options.folder, 'bridge.journal')
    this.#state = structuredClone(options.initial)
    this.#load()
    this.#file = this.#rewrite()
  }

  get state(): Readonly<State> {
    return this.#state
  }
  /** Unacknowledged records, in the order of their numbers. */
  get records(): readonly RecordMessage[] {
    return [...this.#records.values()]
  }

  /** Stores changes and records in one piece, on the disk before it returns. */
  commit(patch: Partial<State>, records: readonly RecordMessage[] = []): void {
    this.#apply({ p: patch, r: [...records] })
    this.#append({ ...(Object.keys(patch).length > 0 && { p: patch }), ...(records.length > 0 && { r: [...records] }) })
    fdatasyncSync(this.#file)
    this.#bound()
    if (this.#bytes > (this.#options.maxBytes ?? maxBytes)) this.#file = this.#rewrite()
  }

  /** Forgets acknowledged records. A loss of this line costs one repetition. */
  acknowledge({ records }: Pick<AckMessage, 'records'>): void {
    const known = records.filter(([boot, seq]) => this.#records.has(`${boot}:${seq}`))
    if (known.length === 0) return
    this.#apply({ a: known })
    this.#append({ a: known })
  }

  /** Factory state: all records and the whole state are gone. */
  reset(state: State): void {
    this.#state = structuredClone(state)
    this.#records.clear()
    this.#file = this.#rewrite()
  }

  close(): void {
    closeSync(this.#file)
  }

  #apply({ p, r = [], a = [] }: Entry<State>): void {
    if (p) this.#state = { ...this.#state, ...p }
    for (const record of r) this.#records.set(`${record.boot}:${record.seq}`, record)
    for (const [boot, seq] of a) this.#records.delete(`${boot}:${seq}`)
  }

  /** The oldest goes first, and a state before any part of a test. */
  #bound(): void {
    const limit = this.#options.maxRecords ?? maxRecords
    while (this.#records.size > limit) {
      const key =
        this.#records.entries().find(([, { kind }]) => !kind.startsWith('test.'))?.[0] ??
        this.#records.keys().next().value
      if (key === undefined) return
      this.#records.delete(key)
    }
  }

  #load(): void {
    let text = ''
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    const lines = text.split('\n')
    // A killed process did not complete the last line, and so nobody has seen it.
    lines.pop()
    for (const [at, line] of lines.entries()) {
      try {
        this.#apply(JSON.parse(line) as Entry<State>)
      } catch {
        this.#options.onDamage?.(at + 1)
      }
    }
    this.#bound()
  }

  #append(entry: Entry<State>): void {
    this.#bytes += writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** Writes the file again beside the old one, and puts it in its place. */
  #rewrite(): number {
    const next = `${this.#path}.new`
    const file = openSync(next, 'w', 0o600)
    const entry: Entry<State> = { p: this.#state, r: [...this.#records.values()] }
    this.#bytes = writeSync(file, `${JSON.stringify(entry)}\n`)
    fsyncSync(file)
    renameSync(next, this.#path)
    const folder = openSync(this.#options.folder, 'r')
    fsyncSync(folder)
    closeSync(folder)
    if (this.#file !== undefined) closeSync(this.#file)
    return file
  }
}
