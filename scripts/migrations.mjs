// `npm run migrations -- --name what-it-adds`: writes the SQL that the features' tables need, and keeps the newest snapshot of
// the schema alone: drizzle-kit compares with nothing else, and each is 80 KB.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const args = ['generate', '--config', 'server/drizzle.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync('drizzle-kit', args, { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const meta = join(root, 'server/src/migrations/meta')
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
