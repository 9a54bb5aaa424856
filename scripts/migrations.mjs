// `npm run migrations -- --name new-column`: writes the SQL for the features' tables, and keeps the newest snapshot of
// the schema alone: drizzle-kit compares with nothing else, and each is 400 KB.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import config from '../server/drizzle.config.ts'
import { missingChecks } from '../server/enumeration-checks.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'server/src/migrations')
const meta = join(folder, 'meta')
const migrations = () => readdirSync(folder).filter((name) => name.endsWith('.sql'))

function generate(...extraArgs) {
  const args = ['generate', '--config', 'server/drizzle.config.ts', ...process.argv.slice(2), ...extraArgs]
  const { status } = spawnSync('drizzle-kit', args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const migrationsBefore = migrations().length
generate()
const checks = await missingChecks(config.schema, folder)
if (checks.length > 0) {
  if (migrations().length === migrationsBefore) generate('--custom')
  appendFileSync(
    join(folder, migrations().sort().at(-1)),
    `--> statement-breakpoint\n${checks.join('--> statement-breakpoint\n')}\n`,
  )
}

const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
