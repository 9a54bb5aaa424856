import { rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../adapters/database/open-database.ts'
import { sqlStateOf } from '../../kernel/sql-state.ts'
import { note, noteTag } from '../note.ts'
import { quietLog } from '../quiet-log.ts'

/**
 * Writes notes, each with one tag in the same transaction, until the disk under the data folder is full; then frees
 * some room, opens the folder again and reads. Prints one JSON object. Argument: data folder on a small disk.
 */
const [dataDir = ''] = process.argv.slice(2)
const ballast = join(dataDir, 'ballast')
const open = () => openDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })

async function insertUntilRefused(database: Database) {
  const acknowledged: number[] = []
  for (let id = 0; ; id += 1) {
    try {
      await database.db.transaction(async (tx) => {
        // Random, or compression would make it small.
        const body = Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2)).join('')
        await tx.insert(note).values({ id, body })
        await tx.insert(noteTag).values({ noteId: id, tag: 'acknowledged' })
      })
      acknowledged.push(id)
    } catch (error) {
      return { acknowledged, refusal: sqlStateOf(error) ?? String((error as Error).cause ?? error) }
    }
  }
}

writeFileSync(ballast, Buffer.alloc(30_000_000))
const full = await open()
let lost: string | undefined
void full.lost.then((error) => {
  lost = error.message
})
const { acknowledged, refusal } = await insertUntilRefused(full)
await full.close()
rmSync(ballast)

const again = await open()
const { rows } = await again.pool.query<{ id: number; tags: number }>(
  'select n.id, count(t.tag)::int as tags from note n left join note_tag t on t.note_id = n.id group by n.id order by n.id',
)
await again.db.insert(note).values({ id: 1_000_000, body: 'there is room again' })
await again.close()
writeSync(1, JSON.stringify({ acknowledged, refusal, lost, rows }))
