import { createHash } from 'node:crypto'
import { z } from 'zod'

/** An unusable backup, or an unsuitable target; the message says why. */
export class BackupError extends Error {
  override name = 'BackupRefused'
}

/** Incremented when an older program would misread the format. */
export const backupFormat = 1

/** Parts of a backup besides its manifest and the contents of files. */
export const parts = {
  /** Per table: a line with its name and columns, then a line per row. */
  rows: 'rows.ndjson.gz',
  /** A line per file: its key, length and hash. */
  files: 'files.ndjson',
} as const

/** Files of the data folder besides database and stored files, if the installation has created them. */
export const installationFiles = ['secrets.json', 'simulator.json'] as const

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const part = z.strictObject({ bytes: count, sha256 })

const manifestContent = z.strictObject({
  format: count,
  /** Version of the program at the time of the backup. */
  version: z.string().max(50),
  takenAt: z.iso.datetime(),
  /** Hashes of the database's migrations. */
  migrations: z.array(sha256).min(1).max(10_000),
  /** Rows by table. */
  rows: z.record(z.string(), count),
  sequences: z.record(z.string(), z.strictObject({ last: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() })),
  /** Jobs waiting in the queues. */
  jobs: z.array(z.strictObject({ name: z.string(), data: z.record(z.string(), z.json()) })),
  files: z.strictObject({ count, bytes: count }),
  parts: z.strictObject({
    [parts.rows]: part,
    [parts.files]: part,
    'secrets.json': part.optional(),
    'simulator.json': part.optional(),
  }),
})

/** Description of a backup. Without a manifest, or with a wrong seal, the backup is invalid. */
export type Manifest = z.infer<typeof manifestContent>

/** Hash of the manifest's JSON, in the order of its fields. */
const sealOf = (manifest: object): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

export const writeManifest = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, seal: sealOf(manifest) }, null, 1)}\n`

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupError('The manifest of the backup cannot be read: it was cut off or altered')
  }
}

/** @throws BackupError if it is cut off, altered, or of an unknown format */
export const readManifest = (text: string): Manifest => {
  const head = z.record(z.string(), z.unknown()).safeParse(parse(text))
  const { seal, ...content } = head.data ?? {}
  const { data: versioned } = z.looseObject({ format: count, version: z.string() }).safeParse(content)
  if (versioned && versioned.format > backupFormat)
    throw new BackupError(
      `The backup was taken by the newer version ${versioned.version}: restore it with that version`,
    )
  const manifest = manifestContent.safeParse(content)
  if (!manifest.success || sealOf(content) !== seal) throw new BackupError('The manifest of the backup was altered')
  return manifest.data
}
