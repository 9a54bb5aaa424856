import { randomUUID } from 'node:crypto'
import { sanitizeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { fileTypeFromBuffer } from 'file-type'
import { type Fail, failWith, Refusal } from '../../kernel/refusal.ts'
import { type InTransaction, refusable, type Work } from '../../kernel/work.ts'
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

const fail: Fail<'FILE_EMPTY' | 'FILE_TYPE_REFUSED' | 'FILE_NOT_FOUND'> = failWith()

export type FileStorageParts = { files: Files; inTransaction: InTransaction; quotaMb: number }

export type NewFile = {
  plantId: string
  ownerKind: string
  /** Original name, which is sanitized. */
  name: string
  /** Allowed content types; null for any. */
  types: readonly string[] | null
  /** Length of the content, or its maximum. */
  bytes: number
  createdBy: string
  at: Date
  expiresAt: Date | null
}

/** Hooks of a feature while a file is stored. */
export type FileHooks = {
  /** Refuses above the maximum; the plant is locked until space is reserved. */
  reserve?(work: Work): Promise<void>
  /** Creates the object of the file, in the same transaction; returns the updated row. */
  keep?(work: Work, row: FileRow): Promise<FileRow>
}

const mb = 1024 ** 2

/** Leading bytes, enough to recognize the type of any content. */
const headBytes = 4_100

/** Refuses if the plant's quota lacks these bytes, with used and allowed sizes. */
export const checkFileQuota = async (
  work: Work<'FILE_QUOTA_EXCEEDED'>,
  plantId: string,
  bytes: number,
  quotaMb = work.ports.settings.filesQuotaMb,
): Promise<void> => {
  const usedBytes = await sumBytesOfPlant(work.tx, plantId)
  if (usedBytes + bytes > quotaMb * mb)
    work.fail('FILE_QUOTA_EXCEEDED', { usedMb: Math.ceil(usedBytes / mb), allowedMb: quotaMb })
}

/** Refuses pictures of a person who has not accepted the notice on them. */
export const checkPhotoNotice = async (work: Work<'PHOTO_NOTICE_NOT_ACCEPTED'>, userId: string): Promise<void> => {
  if (!(await hasAcceptedPhotoNotice(work.tx, userId))) work.fail('PHOTO_NOTICE_NOT_ACCEPTED')
}

/** The content with the type of its first bytes. Refuses with FILE_EMPTY. */
export const detectType = async (source: AsyncIterable<Uint8Array>) => {
  const chunks = source[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  for (let length = 0; length < headBytes; ) {
    const next = await chunks.next()
    if (next.done) break
    head.push(next.value)
    length += next.value.byteLength
  }
  if (head.length === 0) return fail('FILE_EMPTY')
  const content = async function* () {
    yield* head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { type: (await fileTypeFromBuffer(Buffer.concat(head)))?.mime ?? 'application/octet-stream', content }
}

/**
 * Stores a file: reserves space first, then writes the content outside of any transaction; only complete content
 * becomes a file. Refuses with FILE_QUOTA_EXCEEDED, FILE_TYPE_REFUSED, FILE_EMPTY, PAYLOAD_TOO_LARGE, and the codes of
 * storage and feature; then there is no such file.
 */
export const storeFile = async (
  { files, inTransaction, quotaMb }: FileStorageParts,
  { name, types, bytes, at, ...fileFields }: NewFile,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  moments: FileHooks = {},
): Promise<FileRow> => {
  const id = randomUUID()
  const row: FileRow = {
    ...fileFields,
    id,
    name: sanitizeFileName(name),
    type: '',
    bytes,
    sha256: null,
    state: 'storing',
    createdAt: at,
  }
  await inTransaction(async (work) => {
    await lockPlant(work.tx, fileFields.plantId)
    await moments.reserve?.(work)
    await checkFileQuota(refusable(work), fileFields.plantId, bytes, quotaMb)
    await insertFile(work.tx, row)
  })
  try {
    const { type, content } = await detectType(source)
    if (types && !types.includes(type)) return fail('FILE_TYPE_REFUSED', { type })
    const storedContent = await files.put(id, content(), { limitBytes: bytes, signal })
    return await inTransaction(async (work) => {
      const storedFile =
        (await updateFile(work.tx, id, { ...storedContent, type, state: 'stored' })) ?? fail('FILE_NOT_FOUND')
      return moments.keep ? moments.keep(work, storedFile) : storedFile
    })
  } catch (error) {
    // The file may be stored with its references; otherwise the sweep removes it.
    if (!(error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN'))
      await inTransaction(({ tx }) => deleteFile(tx, id))
    throw error
  }
}
