import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts'
import { quietLog } from './quiet-log.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

export interface PostgresqlCluster {
  /** URL of one of its databases. */
  url(database: string): string
  /** Makes all its processes stand still, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** The disk of its data, where it was asked for. */
  disk: Pick<SmallDisk, 'fill' | 'free'> | null
  stop(): Promise<void>
}

/** Debian keeps the server's programs out of the PATH, in a folder per version. */
function findPrograms(): string {
  const versions = '/usr/lib/postgresql'
  const found = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...found, ...(process.env.PATH ?? '').split(':')]
  const programs = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (!programs) throw new Error('PostgreSQL is not installed here: no initdb in /usr/lib/postgresql/*/bin or the PATH')
  return programs
}

/** PostgreSQL refuses to run as root: it then runs as its own user. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Durability costs time, and what a test wrote need not outlive it. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

async function untilReady(server: ChildProcess): Promise<void> {
  const lines: string[] = []
  if (!server.stderr) throw new Error('The server was started without a log')
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('ready to accept connections')) {
      server.stderr.resume()
      return
    }
    lines.push(line)
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)
}

/**
 * Where the data lies: a plain folder, or a small disk of its own. Its log of changes stays outside then, as on a server that
 * is set up with care: a database that cannot write that log ends itself.
 */
function makeData(folder: string, diskMb: number | undefined) {
  if (diskMb === undefined) return { data: join(folder, 'data'), disk: null, options: [], settings: [] }
  const disk = openSmallDisk(join(folder, 'disk'), diskMb)
  const data = join(disk.path, 'data')
  mkdirSync(data, { mode: 0o700 })
  return { data, disk, options: ['--waldir', join(folder, 'wal')], settings: ['checkpoint_timeout=1h'] }
}

/**
 * Makes and starts a PostgreSQL of the tests' own, reached through a socket in its temporary folder only. `diskMb` gives its
 * data a disk of that size, which can be filled.
 */
export async function startPostgresqlCluster({ diskMb }: { diskMb?: number } = {}): Promise<PostgresqlCluster> {
  const programs = findPrograms()
  const user = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-postgresql-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const { data, disk, ...extra } = makeData(folder, diskMb)
  if (user && disk) chownSync(data, user.uid, user.gid)
  const made = [
    '-D',
    data,
    ...extra.options,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  execFileSync(join(programs, 'initdb'), made, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

  const settings = [
    ...quick,
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...extra.settings,
  ]
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // Also when the tests are broken off: no server may outlive them.
  const endAtOnce = () => server.kill('SIGQUIT')
  process.once('exit', endAtOnce)
  await untilReady(server)
  return {
    url: (database) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    signal: (signal) => {
      const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
      for (const pid of [Number(server.pid), ...children.trim().split('\n').map(Number)]) process.kill(pid, signal)
    },
    disk,
    stop: async () => {
      process.off('exit', endAtOnce)
      server.kill('SIGINT')
      await ended
      disk?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function createDatabase(cluster: Pick<PostgresqlCluster, 'url'>, name: string, template?: string) {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template ?? 'template0'}`)
  } finally {
    await client.end()
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresqlCluster()
  const templates: Record<string, string> = {}
  const log = quietLog()
  for (const folder of migrationFolders()) {
    const name = `template_${migrationsFingerprint(folder)}`
    await createDatabase(cluster, name)
    const database = await openDatabase({ databaseUrl: cluster.url(name), dataDir: '', log })
    try {
      await migrateDatabase(database, { log, folder })
    } finally {
      await database.close()
    }
    templates[folder] = name
  }
  project.provide('testDatabases', { kind: 'postgresql', url: cluster.url('DATABASE'), templates })
  return () => cluster.stop()
}
