import { randomUUID } from 'node:crypto'
import { sanitizeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { fileTypeFromBuffer } from 'file-type'
import { fail, Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction, Work } from '../../kernel/work.ts'
import type { Files } from '../../ports/files.ts'
import { lockPlant } from '../members/index.ts'
import {
  deleteFile,
  type FileRow,
  hasAcceptedPhotoNotice,
  insertFile,
  sumBytesOfPlant,
  updateFile,
} from './files.store.ts'

export type FileStorageParts = { files: Files; inTransaction: InTransaction; quotaMb: number }

export type NewFile = {
  plantId: string
  ownerKind: string
  /** As it was sent; it is made harmless. */
  name: string
  /** Content types that may be stored here; null for any. */
  types: readonly string[] | null
  /** Length of the content, or the most that it may have. */
  bytes: number
  createdBy: string
  at: Date
  expiresAt: Date | null
}

/** What a feature adds to the two moments of a file. */
export type FileHooks = {
  /** Refuses where there may be no more of them; the plant is locked until room for it is reserved. */
  reserve?(tx: Tx): Promise<void>
  /** Makes what the file is for, in the transaction in which it becomes a file; gives the row as it is then. */
  keep?(work: Work, row: FileRow): Promise<FileRow>
}

const mb = 1024 ** 2

/** As many bytes as reveal the type of any content. */
const headBytes = 4_100

/** Refuses where a plant has no room for so many bytes, with what it uses and what it may. */
export const checkFileQuota = async (tx: Tx, plantId: string, bytes: number, quotaMb: number): Promise<void> => {
  const used = await sumBytesOfPlant(tx, plantId)
  if (used + bytes > quotaMb * mb) fail('FILE_QUOTA_EXCEEDED', { usedMb: Math.ceil(used / mb), allowedMb: quotaMb })
}

/** Refuses pictures of somebody who has not accepted the notice on them. */
export const checkPhotoNotice = async (tx: Tx, userId: string): Promise<void> => {
  if (!(await hasAcceptedPhotoNotice(tx, userId))) fail('PHOTO_NOTICE_NOT_ACCEPTED')
}

/** The content with what its first bytes say that it is. Refuses with FILE_EMPTY. */
export const detectType = async (source: AsyncIterable<Uint8Array>) => {
  const pieces = source[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  for (let length = 0; length < headBytes; ) {
    const next = await pieces.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.byteLength
  }
  if (head.length === 0) return fail('FILE_EMPTY')
  const content = async function* () {
    yield* head
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { type: (await fileTypeFromBuffer(Buffer.concat(head)))?.mime ?? 'application/octet-stream', content }
}

/**
 * Stores a file: room for it is reserved first, then the content goes to the storage while no transaction is open, and
 * only what is stored whole becomes a file. Refuses with FILE_QUOTA_EXCEEDED, FILE_TYPE_REFUSED, FILE_EMPTY, PAYLOAD_TOO_LARGE,
 * and as the storage and the feature do; then there is no such file.
 */
export const storeFile = async (
  { files, inTransaction, quotaMb }: FileStorageParts,
  { name, types, bytes, at, ...wanted }: NewFile,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  moments: FileHooks = {},
): Promise<FileRow> => {
  const id = randomUUID()
  const row: FileRow = {
    ...wanted,
    id,
    name: sanitizeFileName(name),
    type: '',
    bytes,
    sha256: null,
    state: 'storing',
    createdAt: at,
  }
  await inTransaction(async ({ tx }) => {
    await lockPlant(tx, wanted.plantId)
    await moments.reserve?.(tx)
    await checkFileQuota(tx, wanted.plantId, bytes, quotaMb)
    await insertFile(tx, row)
  })
  try {
    const { type, content } = await detectType(source)
    if (types && !types.includes(type)) return fail('FILE_TYPE_REFUSED', { type })
    const stored = await files.put(id, content(), { limitBytes: bytes, signal })
    return await inTransaction(async (work) => {
      const kept = (await updateFile(work.tx, id, { ...stored, type, state: 'stored' })) ?? fail('FILE_NOT_FOUND')
      return moments.keep ? moments.keep(work, kept) : kept
    })
  } catch (error) {
    // The file may be stored with all that refers to it; the sweep removes it where it is not.
    if (!(error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN'))
      await inTransaction(({ tx }) => deleteFile(tx, id))
    throw error
  }
}
