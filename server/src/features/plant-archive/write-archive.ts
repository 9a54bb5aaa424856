import { createHash } from 'node:crypto'
import type { Tx } from '../../kernel/transaction.ts'
import type { Files } from '../../ports/files.ts'
import type { SigningKey } from '../logbook/index.ts'
import { type ArchiveHeader, hashOf, writeManifest } from './archive-manifest.ts'
import { listArchivedFiles, listArchivedMembers, readArchivedRows } from './exported-rows.store.ts'
import { tarEnd, tarFile, tarStream } from './tar.ts'

/** Bytes of rows in one file of an archive, which is how much of a table is in memory. */
const partBytes = 512 * 1024

type Parts = {
  tx: Tx
  files: Pick<Files, 'get'>
  key: SigningKey
  /** Reports written rows or files. */
  wrote(count: number): void
}

/** Collects lines until they fill a file. */
const createPart = () => {
  let lines: string[] = []
  let bytes = 0
  return {
    add(more: readonly string[]) {
      lines.push(...more)
      for (const line of more) bytes += line.length + 1
    },
    isFull: () => bytes >= partBytes,
    isEmpty: () => lines.length === 0,
    take(): Buffer {
      const content = Buffer.from(`${lines.join('\n')}\n`)
      lines = []
      bytes = 0
      return content
    },
  }
}

/** The archive of a plant, as a tar of JSON lines and files; the manifest with all hashes is its end. */
export async function* writeArchive(header: ArchiveHeader, { tx, files, key, wrote }: Parts): AsyncGenerator<Buffer> {
  const plantId = header.plant.id
  const hashes: Record<string, string> = {}
  const rows: Record<string, number> = {}
  const addFile = (name: string, content: Buffer): Buffer[] => {
    hashes[name] = hashOf(content)
    return tarFile(name, content)
  }
  yield* addFile('plant.json', Buffer.from(`${JSON.stringify(header)}\n`))
  const members = await listArchivedMembers(tx, plantId)
  yield* addFile('members.jsonl', Buffer.from(members.map((member) => `${JSON.stringify(member)}\n`).join('')))
  const part = createPart()
  let [table, number] = ['', 0]
  const nextName = (): string => `tables/${table}/${String(++number).padStart(6, '0')}.jsonl`
  for await (const read of readArchivedRows(tx, plantId)) {
    if ((read.table !== table || part.isFull()) && !part.isEmpty()) yield* addFile(nextName(), part.take())
    if (read.table !== table) [table, number] = [read.table, 0]
    part.add(read.lines)
    rows[table] = (rows[table] ?? 0) + read.lines.length
    wrote(read.lines.length)
  }
  if (!part.isEmpty()) yield* addFile(nextName(), part.take())
  for (const { id, bytes } of await listArchivedFiles(tx, plantId)) {
    const content = await files.get(id)
    // A missing file, not found by the nightly check yet.
    if (!content) continue
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
    }
    yield* tarStream(`files/${id}`, bytes, hashed())
    hashes[`files/${id}`] = hash.digest('hex')
    wrote(1)
  }
  yield* tarFile(
    'manifest.json',
    writeManifest({ header, rows, files: hashes, key: { id: key.id, publicKey: key.publicKey } }, key.sign),
  )
  yield tarEnd()
}
