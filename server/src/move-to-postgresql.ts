import { parseArgs } from 'node:util'
import { BackupRefused } from './adapters/backup/manifest.ts'
import { moveDatabase } from './adapters/backup/move-database.ts'
import { refuseNoDatabase } from './adapters/backup/open-source.ts'
import { openDatabase } from './adapters/database/open-database.ts'
import { storageConfig } from './config.ts'
import { log, print, run, toBeFilled } from './operator.ts'

/** Command of docs/operations/backup.md: copies the built-in database into an empty PostgreSQL; the server is stopped. */
await run(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to)
    throw new BackupRefused('Name the database: npm run move-to-postgresql -- --to postgresql://user@host/database')
  const { dataDir } = storageConfig(process.env)
  const builtIn = { databaseUrl: undefined, dataDir }
  refuseNoDatabase(builtIn)
  const source = await openDatabase({ ...builtIn, poolSize: 1, log })
  const target = await openDatabase({ databaseUrl: values.to, dataDir, log })
  try {
    const rows = await moveDatabase(source, toBeFilled(target))
    for (const [table, count] of Object.entries(rows)) print(`${String(count).padStart(12)}  ${table}`)
  } finally {
    await target.close()
    await source.close()
  }
  print('Moved. Start the server with this DATABASE_URL and the same DATA_DIR; the built-in database is as it was.')
})
