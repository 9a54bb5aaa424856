import { createHash, type Hash } from 'node:crypto'
import { sqlStateOf, sqlStates } from '../../kernel/sql-state.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Files } from '../../ports/files.ts'
import { recordOrigin } from '../logbook/index.ts'
import { ArchiveError, type ArchiveHeader, type ArchiveManifest, readHeader, readManifest } from './archive-manifest.ts'
import { createChainCheck } from './check-chain.ts'
import {
  archivedTableNames,
  countArchivedRows,
  findImportedHead,
  findSchemaVersion,
  hasPlant,
  insertArchivedRows,
  listArchivedFiles,
} from './exported-rows.store.ts'
import { readTar, type TarEntry, TarError } from './tar.ts'

/** Maximum bytes of one file of rows: the exporter starts another one after half a MiB and a read. */
const maxPartBytes = 256 * 1024 ** 2
/** Maximum unpacked bytes of an archive. */
const maxArchiveBytes = 8 * 1024 ** 3

/** Bytes of rows after which a statement adds them. */
const bytesPerStatement = 64 * 1024
const newline = 10

export type ImportParts = {
  tx: Tx
  files: Pick<Files, 'put' | 'delete'>
  /** The account of the future installer administrator. */
  administratorId: string
  now: Date
  maxBytes?: number
}

const partName = /^tables\/([a-z_]+)\/\d{6}\.jsonl$/u
const fileName = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/u

const checkPartBytes = (name: string, bytes: number): void => {
  if (bytes > maxPartBytes) throw new ArchiveError(`The archive is too large: ${name} has ${bytes} bytes`)
}

const readAll = async ({ name, bytes, content }: TarEntry): Promise<Buffer> => {
  checkPartBytes(name, bytes)
  return Buffer.concat(await Array.fromAsync(content))
}

/** Columns without validity here: accounts of another installation, and its pending work. */
const replacedColumns = (table: string, { administratorId, now }: ImportParts): Record<string, unknown> => {
  // Archived, so nothing is sent to a unit before the administrator has looked.
  if (table === 'plant')
    return { archived_at: now.toISOString(), removed_at: null, created_by: administratorId, logo: null }
  if (table === 'logbook_person') return { user_id: null }
  if (table === 'floor_plan') return { editor_id: null }
  return {}
}

/** Content of an archive, read file by file until its manifest confirms it. */
type Import = {
  header: ArchiveHeader
  hashes: Map<string, string>
  rows: Map<string, number>
  chain: ReturnType<typeof createChainCheck>
  storedFiles: string[]
  /** Files of the plant's rows; the rows come before the files. */
  expectedFiles?: ReadonlySet<string>
}

/** Lines of a content, some at a time, so little of a file is in memory. */
async function* readLines(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    const end = chunk.lastIndexOf(newline) + 1
    if (end === 0 || bytes < bytesPerStatement) {
      parts.push(chunk)
      continue
    }
    yield linesOf([...parts, chunk.subarray(0, end)])
    parts = [chunk.subarray(end)]
    bytes = chunk.length - end
  }
  yield linesOf(parts)
}

const linesOf = (parts: readonly Buffer[]): string[] =>
  Buffer.concat(parts)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')

const addRows = async (
  parts: ImportParts,
  { chain, rows, hashes }: Import,
  table: string,
  { name, bytes, content }: TarEntry,
): Promise<void> => {
  if (!archivedTableNames.includes(table))
    throw new ArchiveError(`The archive contains the table ${table}, which is not a table of plants`)
  checkPartBytes(name, bytes)
  const hash = createHash('sha256')
  for await (const lines of readLines(hashed(content, hash))) {
    if (lines.length === 0) continue
    if (table === 'logbook_entry') for (const line of lines) chain.follow(line)
    await insertArchivedRows(parts.tx, table, lines, replacedColumns(table, parts))
    rows.set(table, (rows.get(table) ?? 0) + lines.length)
  }
  hashes.set(name, hash.digest('hex'))
}

/** The same content, which is hashed while it is read. */
async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

const storeContent = async (
  { files, tx }: ImportParts,
  imported: Import,
  id: string,
  { name, bytes, content }: TarEntry,
): Promise<void> => {
  const { storedFiles, hashes, header } = imported
  imported.expectedFiles ??= new Set((await listArchivedFiles(tx, header.plant.id)).map((file) => file.id))
  // Storing would replace the file of another plant.
  if (!imported.expectedFiles.has(id)) throw new ArchiveError('The archive holds a file of another plant')
  const hash = createHash('sha256')
  storedFiles.push(id)
  await files.put(id, hashed(content, hash), { limitBytes: bytes, signal: new AbortController().signal })
  hashes.set(name, hash.digest('hex'))
}

const checkManifest = ({ header, rows, hashes }: Import, manifest: ArchiveManifest): void => {
  const isSame = (found: ReadonlyMap<string, unknown>, expected: Record<string, unknown>): boolean =>
    found.size === Object.keys(expected).length && [...found].every(([name, value]) => expected[name] === value)
  if (!isSame(hashes, manifest.files) || !isSame(rows, manifest.rows))
    throw new ArchiveError('The archive was altered: its content differs from its manifest')
  if (JSON.stringify(header) !== JSON.stringify(manifest.header))
    throw new ArchiveError('The archive was altered: its first plant is not the one of its manifest')
}

/** Rows of the archive may belong to this plant alone. */
const checkOwnership = async ({ tx }: ImportParts, { header, rows }: Import): Promise<void> => {
  const plantId = header.plant.id
  const found = await countArchivedRows(tx, plantId)
  for (const [table, count] of rows)
    if (found.get(table) !== count)
      throw new ArchiveError(`The archive holds rows of another plant, in the table ${table}`)
}

const checkHead = async ({ tx }: ImportParts, { header, chain }: Import): Promise<void> => {
  const head = await findImportedHead(tx, header.plant.id)
  const { no, hash } = chain.head()
  if ((head?.no ?? 0) !== no || (head && head.hash !== hash))
    throw new ArchiveError(`The logbook does not fit: its chain ends with entry ${no}, and its head is another`)
}

const begin = async ({ tx }: ImportParts, first: TarEntry): Promise<Import> => {
  if (first.name !== 'plant.json') throw new ArchiveError('The file is no archive of a plant')
  const content = await readAll(first)
  const header = readHeader(content)
  if (header.schema !== (await findSchemaVersion(tx)))
    throw new ArchiveError(
      'The archive was made by another version: export it again with the version of this installation',
    )
  if (await hasPlant(tx, header.plant.id))
    throw new ArchiveError(`The installation has the plant "${header.plant.name}" already`)
  const hash = createHash('sha256').update(content).digest('hex')
  return {
    header,
    hashes: new Map([[first.name, hash]]),
    rows: new Map(),
    chain: createChainCheck(header.plant.id),
    storedFiles: [],
  }
}

const addEntry = async (parts: ImportParts, imported: Import, entry: TarEntry): Promise<void> => {
  const { name } = entry
  if (imported.hashes.has(name)) throw new ArchiveError(`The archive holds ${name} twice`)
  const [, fileId] = fileName.exec(name) ?? []
  if (fileId) return storeContent(parts, imported, fileId, entry)
  const [, table] = partName.exec(name) ?? []
  if (!table && name !== 'members.jsonl')
    throw new ArchiveError(`The archive holds ${JSON.stringify(name)}, which does not belong to a plant`)
  if (table) return addRows(parts, imported, table, entry)
  const content = await readAll(entry)
  imported.hashes.set(name, createHash('sha256').update(content).digest('hex'))
}

/** Reasons in words for refusals by the database. */
const refusals: Readonly<Record<string, string>> = {
  [sqlStates.uniqueViolation]: 'Rows of the archive are in this installation already, under the same ids',
  [sqlStates.foreignKeyViolation]: 'The archive is incomplete: rows refer to missing rows',
}

const inWords = (error: unknown): unknown => {
  if (error instanceof ArchiveError) return error
  if (error instanceof TarError) return new ArchiveError(error.message)
  const state = sqlStateOf(error)
  if (state !== undefined)
    return new ArchiveError(refusals[state] ?? 'The archive was altered: the database refuses its rows', {
      cause: error,
    })
  if (error instanceof SyntaxError)
    return new ArchiveError('The archive was altered: a line is not JSON', { cause: error })
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (code === 'Z_BUF_ERROR') return new ArchiveError('The file was cut off')
  if (code.startsWith('Z_')) return new ArchiveError('The file was altered, or is no archive of a plant')
  return error
}

const readEntries = async (parts: ImportParts, source: AsyncIterable<Buffer>, stored: string[]) => {
  const { maxBytes = maxArchiveBytes } = parts
  let imported: Import | undefined
  let bytes = 0
  for await (const entry of readTar(source)) {
    bytes += entry.bytes
    if (bytes > maxBytes) throw new ArchiveError(`The archive is too large: more than ${maxBytes} bytes unpacked`)
    if (!imported) {
      imported = { ...(await begin(parts, entry)), storedFiles: stored }
    } else if (entry.name === 'manifest.json') {
      const manifest = readManifest(await readAll(entry))
      checkManifest(imported, manifest)
      await checkOwnership(parts, imported)
      await checkHead(parts, imported)
      return { imported, manifest }
    } else await addEntry(parts, imported, entry)
  }
  throw new ArchiveError('The file was cut off: it has no manifest')
}

/**
 * Adds a plant to an installation without it, in the caller's transaction: all of it, or nothing. Its logbook keeps the
 * seals of the exporting installation.
 * @throws ArchiveError if the archive is not whole, was altered or does not fit
 */
export const importArchive = async (parts: ImportParts, source: AsyncIterable<Buffer>): Promise<ArchiveManifest> => {
  const stored: string[] = []
  try {
    const { imported, manifest } = await readEntries(parts, source, stored)
    const { no, hash } = imported.chain.head()
    const { plant, installation, exportedAt } = imported.header
    await recordOrigin(parts.tx, {
      plantId: plant.id,
      upTo: no,
      head: hash,
      installation,
      keyId: manifest.key.id,
      publicKey: manifest.key.publicKey,
      exportedAt: new Date(exportedAt),
      importedAt: parts.now,
    })
    return manifest
  } catch (error) {
    for (const id of stored) await parts.files.delete(id)
    throw inWords(error)
  }
}
