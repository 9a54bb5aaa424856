import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverUser } from '../adapters/database/postgresql-programs.ts'
import { freePort } from './free-port.ts'

/** Whether Debian's PgBouncer is installed. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

/** PgBouncer in front of the database of a URL. */
export const startPgBouncer = async (databaseUrl: string, mode: 'session' | 'transaction') => {
  const { pathname, searchParams, username, port: databasePort, hostname } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const database = pathname.slice(1)
  const user = username || 'postgres'
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
${database} = host=${host} port=${databasePort || 5432} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
`,
    { mode: 0o644 },
  )
  const process = spawn('pgbouncer', [settings], { ...serverUser(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const output: string[] = []
  for await (const lines of process.stderr) {
    output.push(String(lines))
    if (output.join('').includes('process up')) break
  }
  if (process.exitCode !== null) throw new Error(output.join(''))
  process.stderr.resume()
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    async stop(): Promise<void> {
      const ended = once(process, 'exit')
      process.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
