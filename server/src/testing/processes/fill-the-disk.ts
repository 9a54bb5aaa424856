import { rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../../adapters/database/open-database.ts'
import { sqlStateOf } from '../../kernel/sql-state.ts'
import { encodeNote, noteTag } from '../note.ts'
import { quietLog } from '../quiet-log.ts'

/**
 * Writes notes, each with one tag in the same transaction, until the disk under the data folder is full; then frees
 * some space, reopens the folder and reads. Prints one JSON object. Arguments: data folder on a small disk; `table` to
 * fill it with rows, `log` to fill it with write-ahead log only, which the server does not survive.
 */
const [dataDir = '', filling = ''] = process.argv.slice(2)
const ballast = join(dataDir, 'ballast')
const open = () => openDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })

/** Random, to defeat compression. */
const incompressible = () => Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2)).join('')

async function insertUntilRefused(database: Database) {
  const acknowledged: number[] = []
  for (let id = 0; ; id += 1) {
    try {
      await database.db.transaction(async (tx) => {
        await tx.insert(encodeNote).values({ id, body: filling === 'table' ? incompressible() : 'small' })
        if (filling === 'log')
          await tx.execute(sql`select pg_logical_emit_message(true, 'ballast', ${incompressible()})`)
        await tx.insert(noteTag).values({ noteId: id, tag: 'acknowledged' })
      })
      acknowledged.push(id)
    } catch (error) {
      return { acknowledged, refusal: sqlStateOf(error) ?? String((error as Error).cause ?? error) }
    }
  }
}

writeFileSync(ballast, Buffer.alloc(30_000_000))
const fullDatabase = await open()
const { acknowledged, refusal } = await insertUntilRefused(fullDatabase)
await fullDatabase.close()
rmSync(ballast)

const reopened = await open()
const { rows } = await reopened.pool.query<{ id: number; tags: number }>(
  'select n.id, count(t.tag)::int as tags from note n left join note_tag t on t.note_id = n.id group by n.id order by n.id',
)
await reopened.db.insert(encodeNote).values({ id: 1_000_000, body: 'there is room again' })
await reopened.close()
writeSync(1, JSON.stringify({ acknowledged, refusal, rows }))
