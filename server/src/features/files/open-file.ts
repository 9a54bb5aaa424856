import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { ByteRange, Files } from '../../ports/files.ts'
import { type FileRow, type FileState, updateFile } from './files.store.ts'

export type FileOpenerParts = { files: Files; db: Tx }

/** Maximum bytes of a file that is read and checked before sending. */
export const checkedFirstBytes = 1_048_576

/** Maximum of larger files remembered as intact, with their modification time in the storage. */
const maxRemembered = 500

/**
 * Opens files and verifies them against their rows. A different content is refused with FILE_DAMAGED. For a large file
 * that only shows at its end: the stream then fails before the last chunk, so that nobody gets it whole, and the next
 * download is checked first.
 */
export const createFileOpener = ({ files, db }: FileOpenerParts) => {
  const sound = new Map<string, number>()

  const mark = async (row: FileRow, state: FileState): Promise<void> => {
    if (row.state !== state) await updateFile(db, row.id, { state })
  }

  const refuse = async (row: FileRow, state: 'missing' | 'damaged'): Promise<never> => {
    sound.delete(row.id)
    await mark(row, state)
    return fail('FILE_DAMAGED')
  }

  const remember = async (row: FileRow, storedAt: Date): Promise<void> => {
    sound.set(row.id, storedAt.getTime())
    const [oldest] = sound.size > maxRemembered ? sound.keys() : []
    if (oldest !== undefined) sound.delete(oldest)
    await mark(row, 'stored')
  }

  const read = async (row: FileRow, range?: ByteRange): Promise<Readable> =>
    (await files.get(row.id, range)) ?? refuse(row, 'missing')

  /** Delays each chunk until the next has arrived, and the last one until all are verified. */
  const checked = async function* (row: FileRow, stream: Readable, storedAt: Date) {
    const hash = createHash('sha256')
    let held: Buffer | null = null
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece)
      if (held) yield held
      held = piece
    }
    if (hash.digest('hex') !== row.sha256) await refuse(row, 'damaged')
    await remember(row, storedAt)
    if (held) yield held
  }

  const openLarge = async (row: FileRow, storedAt: Date, range: ByteRange | null): Promise<Readable> => {
    const isSound = sound.get(row.id) === storedAt.getTime()
    if (!isSound && (range || row.state !== 'stored'))
      await Array.fromAsync(checked(row, await read(row), storedAt), () => null)
    const stream = await read(row, range ?? undefined)
    return range ? stream : Readable.from(checked(row, stream, storedAt), { objectMode: false })
  }

  return async (row: FileRow, range: ByteRange | null): Promise<Buffer | Readable> => {
    const found = (await files.stat(row.id)) ?? (await refuse(row, 'missing'))
    if (found.bytes !== row.bytes) return refuse(row, 'damaged')
    if (row.bytes > checkedFirstBytes) return openLarge(row, found.storedAt, range)
    const bytes = await buffer(await read(row))
    if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) return refuse(row, 'damaged')
    await mark(row, 'stored')
    return range ? bytes.subarray(range.from, range.to + 1) : bytes
  }
}
