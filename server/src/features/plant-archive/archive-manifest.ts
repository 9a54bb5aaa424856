import { createHash, createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '@vigilux/contract/features/logbook/chain.rules.ts'
import { id, instant } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'

/** An archive refused at import; the message says why. */
export class ArchiveError extends Error {
  override name = 'ArchiveRefused'
}

export const archiveFormat = 'vigilux-plant-1'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** First file of an archive. */
export const archiveHeader = z.strictObject({
  format: z.literal(archiveFormat),
  /** Newest migration of the database from which the rows are. */
  schema: z.string().max(64),
  plant: z.strictObject({ id, name: z.string(), timezone: z.string() }),
  /** Public address of the exporting installation. */
  installation: z.url(),
  exportedAt: instant,
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

/** Last file of an archive: the hash of each file before it, signed by the key for exports of the logbook. */
const archiveManifest = z.strictObject({
  header: archiveHeader,
  /** Rows by table. */
  rows: z.record(z.string(), z.int().min(0)),
  /** SHA-256 by name. */
  files: z.record(z.string(), sha256),
  key: z.strictObject({
    id: z.string().regex(/^[0-9a-f]{16}$/),
    publicKey: z.string().regex(/^[\w-]{43}$/),
  }),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>

const signedManifest = z.strictObject({ manifest: archiveManifest, signature: z.string().max(200) })

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

export const writeManifest = (manifest: ArchiveManifest, sign: (text: string) => string): Buffer =>
  Buffer.from(`${JSON.stringify({ manifest, signature: sign(canonicalJson(manifest)) })}\n`)

const parseJson = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

export const readHeader = (content: Buffer): ArchiveHeader => {
  const { data } = archiveHeader.safeParse(parseJson(content))
  if (!data)
    throw new ArchiveError('The file is no archive of a plant, or of a version that this program does not know')
  return data
}

/** The manifest of an archive, if its key has signed it. */
export const readManifest = (content: Buffer): ArchiveManifest => {
  const { data } = signedManifest.safeParse(parseJson(content))
  if (!data) throw new ArchiveError('The archive was altered: its manifest cannot be read')
  const { manifest, signature } = data
  const raw = Buffer.from(manifest.key.publicKey, 'base64url')
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: manifest.key.publicKey },
    format: 'jwk',
  })
  const isSigned = verify(null, Buffer.from(canonicalJson(manifest)), publicKey, Buffer.from(signature, 'base64url'))
  if (!isSigned || createHash('sha256').update(raw).digest('hex').slice(0, 16) !== manifest.key.id)
    throw new ArchiveError('The archive was altered: the signature of its manifest is wrong')
  return manifest
}
