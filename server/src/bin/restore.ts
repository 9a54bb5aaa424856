import { parseArgs } from 'node:util'
import { checkBackup } from '../adapters/backup/check-backup.ts'
import { BackupError } from '../adapters/backup/manifest.ts'
import { restoreBackup } from '../adapters/backup/restore-backup.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { openFiles } from '../adapters/files/open-files.ts'
import { storageConfig } from '../config/config.ts'
import { recordRunAfterBackup } from '../features/installation/index.ts'
import { log, print, requireEmpty, run } from './operator.ts'

/** Command of docs/operations/backup.md: fills an empty installation from a backup, or only checks the backup. */
await run(async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      check: { type: 'boolean', default: false },
      'ran-on': { type: 'boolean', default: false },
    },
  })
  if (!values.from) throw new BackupError('Name the folder of the backup: npm run restore -- --from FOLDER')
  const manifest = await checkBackup(values.from)
  if (values.check) return print(`${values.from} is complete: version ${manifest.version}, taken ${manifest.takenAt}`)
  const config = storageConfig(process.env)
  const database = await openDatabase({ ...config, log })
  try {
    const files = await openFiles(config, log)
    await restoreBackup(values.from, manifest, { ...requireEmpty(database), dataDir: config.dataDir, files, log })
    if (values['ran-on']) await recordRunAfterBackup(database.db)
  } finally {
    await database.close()
  }
  print(
    `Restored the backup of ${manifest.takenAt}, taken by version ${manifest.version}. You can start the server now.`,
  )
})
