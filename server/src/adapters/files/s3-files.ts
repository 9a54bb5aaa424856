import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Config } from '../../config/config.ts'
import { type FileStore, isFileKey } from './file-store.ts'

/** Part size of a long file, the minimum of S3; at most two parts are in memory. */
const partBytes = 5 * 1024 ** 2

/** Error codes of object stores for full storage. */
const storageFullCodes = new Set([
  'QuotaExceeded',
  'EntityTooLarge',
  'XMinioStorageFull',
  'InsufficientStorage',
  'ServiceQuotaExceeded',
])

const isFull = (error: unknown): boolean =>
  error instanceof S3ServiceException && (storageFullCodes.has(error.name) || error.$metadata.httpStatusCode === 507)

/** Null for a missing object, but not for a missing bucket, which means an unavailable storage. */
const nullIfMissing = (error: unknown): null => {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
  throw error
}

const clientOf = ({ url, region, accessKey, secretKey }: S3Config): S3Client =>
  new S3Client({
    endpoint: url,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Bucket names as hosts need wildcard DNS and certificates, which self-hosted stores seldom have.
    forcePathStyle: true,
    // Many compatible stores lack it; the product checks its own hash of everything it delivers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

/** Stores files in an existing bucket of an S3 store. */
export const s3Files = (settings: S3Config): FileStore => {
  const client = clientOf(settings)
  const Bucket = settings.bucket

  const putFile: FileStore['put'] = async (key, chunks, signal) => {
    const body = Readable.from(chunks, { objectMode: false })
    const upload = new Upload({
      client,
      params: { Bucket, Key: key, Body: body },
      partSize: partBytes,
      queueSize: 1,
    })
    const abortUpload = () => void upload.abort()
    signal.addEventListener('abort', abortUpload, { once: true })
    try {
      signal.throwIfAborted()
      await upload.done()
    } finally {
      signal.removeEventListener('abort', abortUpload)
      body.destroy()
    }
  }

  const head = (key: string, abortSignal: AbortSignal) =>
    client.send(new HeadObjectCommand({ Bucket, Key: key }), { abortSignal }).catch(nullIfMissing)

  return {
    put: putFile,
    async get(key, range, abortSignal) {
      const Range = range && `bytes=${range.from}-${range.to}`
      const command = new GetObjectCommand({ Bucket, Key: key, Range })
      const found = await client.send(command, { abortSignal }).catch(nullIfMissing)
      if (found === null) return null
      if (!(found.Body instanceof Readable)) throw new Error('the storage answered without a content')
      return found.Body
    },
    async stat(key, signal) {
      const found = await head(key, signal)
      return found && { bytes: found.ContentLength ?? 0, storedAt: found.LastModified ?? new Date(0) }
    },
    async delete(key, abortSignal) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal })
    },
    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          if (isFileKey(Key)) yield { key: Key, bytes: Size, storedAt: LastModified }
    },
    async probe(abortSignal) {
      // A constant small object instead of a file: only a write proves permission to write.
      await client.send(new PutObjectCommand({ Bucket, Key: 'probe', Body: 'probe' }), { abortSignal })
    },
    isFull,
  }
}
