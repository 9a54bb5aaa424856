import { createHash } from 'node:crypto'
import { z } from 'zod'

/** A backup that cannot be used, or a place that cannot take one; the message says why. */
export class BackupError extends Error {
  override name = 'BackupRefused'
}

/** Raised when what is written changes so that an older program would read it wrongly. */
export const backupFormat = 1

/** What a backup consists of besides its manifest and the contents of files. */
export const parts = {
  /** A line with a table's name and columns, then a line for each of its rows; and so on. */
  rows: 'rows.ndjson.gz',
  /** A line for each file: its key, length and hash. */
  files: 'files.ndjson',
} as const

/** What lies in the data folder besides database and files; each is there only where the installation has made it. */
export const installationFiles = ['secrets.json', 'simulator.json'] as const

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const part = z.strictObject({ bytes: count, sha256 })

const written = z.strictObject({
  format: count,
  /** The version of the program that took it. */
  version: z.string().max(50),
  takenAt: z.iso.datetime(),
  /** The migrations that made the database, by their hashes. */
  migrations: z.array(sha256).min(1).max(10_000),
  /** Rows by table. */
  rows: z.record(z.string(), count),
  sequences: z.record(z.string(), z.strictObject({ last: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() })),
  /** Work that waited in the queues. */
  jobs: z.array(z.strictObject({ name: z.string(), data: z.record(z.string(), z.json()) })),
  files: z.strictObject({ count, bytes: count }),
  parts: z.strictObject({
    [parts.rows]: part,
    [parts.files]: part,
    'secrets.json': part.optional(),
    'simulator.json': part.optional(),
  }),
})

/** What a backup says of itself. Without it, or with another seal, it is none. */
export type Manifest = z.infer<typeof written>

/** Of the text in its order, whatever it says. */
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

/** @throws BackupError where it is cut off, altered, or of a format that this program does not know */
export const readManifest = (text: string): Manifest => {
  const head = z.record(z.string(), z.unknown()).safeParse(parse(text))
  const { seal, ...rest } = head.data ?? {}
  const { data: said } = z.looseObject({ format: count, version: z.string() }).safeParse(rest)
  if (said && said.format > backupFormat)
    throw new BackupError(`The backup was taken by the newer version ${said.version}: restore it with that one`)
  const manifest = written.safeParse(rest)
  if (!manifest.success || sealOf(rest) !== seal) throw new BackupError('The manifest of the backup was altered')
  return manifest.data
}
