import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { openFiles } from '../adapters/files/open-files.ts'
import { storageConfig } from '../config/config.ts'
import { findUserByEmail } from '../features/accounts/index.ts'
import { addMember } from '../features/members/index.ts'
import { ArchiveError, importArchive } from '../features/plant-archive/index.ts'
import { log, print, withDatabase } from './operator.ts'

const usage = 'Name the archive and an account: npm run import-plant -- FILE --administrator a@b.test'

/** Command of docs/operations/plant-archives.md: adds an exported plant to another installation. */
await withDatabase(async ({ db }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { administrator: { type: 'string' } },
  })
  const [path] = positionals
  const email = values.administrator
  if (!path || !email) throw new ArchiveError(usage)
  const administrator = await findUserByEmail(db, email.toLowerCase())
  if (!administrator) throw new ArchiveError(`${email} has no account: the plant needs an installer administrator`)
  const files = await openFiles(storageConfig(process.env), log)
  const source = createReadStream(path)
  const archive = source.pipe(createGunzip())
  source.on('error', (error) => archive.destroy(error))
  const { header, rows } = await db.transaction(async (tx) => {
    const now = new Date()
    const parts = { tx, files, administratorId: administrator.id, now }
    const manifest = await importArchive(parts, archive)
    await addMember(tx, {
      plantId: manifest.header.plant.id,
      userId: administrator.id,
      role: 'installerAdministrator',
      invitedBy: null,
      since: now,
    })
    return manifest
  })
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  print(
    `${header.plant.name}: ${count} rows, sealed by ${header.installation}. It is archived: ${email} takes it out of the archive.`,
  )
})
