import { parseArgs } from 'node:util'
import { markBackup } from '../adapters/backup/backup-mark.ts'
import { createBackup } from '../adapters/backup/create-backup.ts'
import { BackupError } from '../adapters/backup/manifest.ts'
import { refuseNoDatabase } from '../adapters/backup/refuse-no-database.ts'
import { openFiles } from '../adapters/files/open-files.ts'
import { storageConfig } from '../config/config.ts'
import { log, print, run, version } from './operator.ts'

/** Command of docs/operations/backup.md: creates a backup of this installation, which may be running. */
await run(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new BackupError('Name the folder to create: npm run backup -- --to FOLDER')
  const config = storageConfig(process.env)
  refuseNoDatabase(config)
  const installation = { database: config, files: await openFiles(config, log), log }
  const { rows, files, takenAt } = await createBackup(installation, version(), values.to)
  const rowCount = Object.values(rows).reduce((total, count) => total + count, 0)
  print(
    `${values.to}: ${rowCount} rows and ${files.count} files. It holds secrets: keep it where nobody else can read it.`,
  )
  await markBackup(config.dataDir, takenAt).catch(({ message }: Error) =>
    print(`The backup is complete, but the metrics do not show it: ${message}`),
  )
})
