import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { ByteRange, Files } from '../../ports/files.ts'
import { type FileRow, type FileState, updateFile } from './files.store.ts'

const fail: Fail<'FILE_DAMAGED'> = failWith()

export type FileOpenerParts = { files: Files; db: Tx }

/** Maximum bytes of a file read and checked before sending. */
export const checkedFirstBytes = 1_048_576

/** Maximum of larger files remembered as intact, with their modification time in the storage. */
const maxRemembered = 500

/**
 * A content different from its row is refused with FILE_DAMAGED. For a large file the difference shows only at its end:
 * the stream then fails before the last chunk, so nobody gets it whole, and the next download is checked first.
 */
export const createFileOpener = ({ files, db }: FileOpenerParts) => {
  const verifiedAt = new Map<string, number>()

  const saveState = async (row: FileRow, state: FileState): Promise<void> => {
    if (row.state !== state) await updateFile(db, row.id, { state })
  }

  const refuse = async (row: FileRow, state: 'missing' | 'damaged'): Promise<never> => {
    verifiedAt.delete(row.id)
    await saveState(row, state)
    return fail('FILE_DAMAGED')
  }

  const rememberVerified = async (row: FileRow, storedAt: Date): Promise<void> => {
    verifiedAt.set(row.id, storedAt.getTime())
    const [oldestId] = verifiedAt.size > maxRemembered ? verifiedAt.keys() : []
    if (oldestId !== undefined) verifiedAt.delete(oldestId)
    await saveState(row, 'stored')
  }

  const read = async (row: FileRow, range?: ByteRange): Promise<Readable> =>
    (await files.get(row.id, range)) ?? refuse(row, 'missing')

  /** Delays each chunk until the next has arrived, and the last one until all are verified. */
  const verifyWhileReading = async function* (row: FileRow, stream: Readable, storedAt: Date) {
    const hash = createHash('sha256')
    let heldChunk: Buffer | null = null
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (heldChunk) yield heldChunk
      heldChunk = chunk
    }
    if (hash.digest('hex') !== row.sha256) await refuse(row, 'damaged')
    await rememberVerified(row, storedAt)
    if (heldChunk) yield heldChunk
  }

  const openLarge = async (row: FileRow, storedAt: Date, range: ByteRange | null): Promise<Readable> => {
    const isSound = verifiedAt.get(row.id) === storedAt.getTime()
    if (!isSound && (range || row.state !== 'stored'))
      await Array.fromAsync(verifyWhileReading(row, await read(row), storedAt), () => null)
    const stream = await read(row, range ?? undefined)
    return range ? stream : Readable.from(verifyWhileReading(row, stream, storedAt), { objectMode: false })
  }

  return async (row: FileRow, range: ByteRange | null): Promise<Buffer | Readable> => {
    const found = (await files.stat(row.id)) ?? (await refuse(row, 'missing'))
    if (found.bytes !== row.bytes) return refuse(row, 'damaged')
    if (row.bytes > checkedFirstBytes) return openLarge(row, found.storedAt, range)
    const bytes = await buffer(await read(row))
    if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) return refuse(row, 'damaged')
    await saveState(row, 'stored')
    return range ? bytes.subarray(range.from, range.to + 1) : bytes
  }
}
