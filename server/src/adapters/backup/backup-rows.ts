import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as join, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { linesOf } from './lines.ts'
import { createMeter, type Measured } from './measure-content.ts'
import { type Connection, readRows, type Table } from './tables.ts'

/** Some rows of a table, each as a line of `readRows`. */
export type RowChunk = { table: string; columns: string[]; lines: string[] }

/** All rows of these tables, in chunks. */
export async function* chunksOf(connection: Connection, tables: readonly Table[]): AsyncGenerator<RowChunk> {
  for (const { name, columns } of tables)
    for await (const lines of readRows(connection, { name, columns }))
      yield { table: name, columns: columns.map((column) => column.name), lines }
}

/** Writes rows to a file with constant memory. Returns the number of rows per table. */
export const saveRows = async (path: string, chunks: AsyncIterable<RowChunk>) => {
  const rows: Record<string, number> = {}
  const text = async function* () {
    for await (const { table, columns, lines } of chunks) {
      if (!(table in rows)) yield `${JSON.stringify({ table, columns })}\n`
      rows[table] = (rows[table] ?? 0) + lines.length
      yield `${lines.join('\n')}\n`
    }
  }
  const { meter, measured } = createMeter()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(Readable.from(text()), createGzip({ level: 1 }), meter, file)
  const part: Measured = measured()
  return { rows, part }
}

const heading = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) })

const maxLines = 5_000
const maxBytes = 2 * 1024 ** 2

/** Reads back the rows of `saveRows`. */
export async function* loadRows(path: string): AsyncGenerator<RowChunk> {
  // An error of the first stream fails the second, and so the reader.
  const text = join(createReadStream(path), createGunzip(), () => undefined)
  let chunk: RowChunk = { table: '', columns: [], lines: [] }
  let bytes = 0
  for await (const line of linesOf(text)) {
    const isHeading = line.startsWith('{')
    if (isHeading || bytes > maxBytes || chunk.lines.length === maxLines) {
      if (chunk.lines.length > 0) yield chunk
      chunk = { ...(isHeading ? heading.parse(JSON.parse(line)) : chunk), lines: [] }
      bytes = 0
    }
    if (isHeading) continue
    chunk.lines.push(line)
    bytes += line.length
  }
  if (chunk.lines.length > 0) yield chunk
}
