import { writeSync } from 'node:fs'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { encodeNote, noteTag } from '../note.ts'
import { quietLog } from '../quiet-log.ts'

/**
 * A process to be killed: writes notes, each with one tag in the same transaction, from four flows at once, and prints
 * an id only after its COMMIT was acknowledged. Arguments: data folder, first id.
 */
const [dataDir = '', firstId = '0'] = process.argv.slice(2)
const { db } = await openDatabase({ databaseUrl: undefined, dataDir, log: quietLog() })
let nextId = Number(firstId)

async function insertForEver(): Promise<never> {
  for (;;) {
    const id = nextId
    nextId += 1
    await db.transaction(async (tx) => {
      await tx.insert(encodeNote).values({ id, body: 'n'.repeat(2_000) })
      await tx.insert(noteTag).values({ noteId: id, tag: 'acknowledged' })
    })
    writeSync(1, `${id}\n`)
  }
}

await Promise.all([insertForEver(), insertForEver(), insertForEver(), insertForEver()])
