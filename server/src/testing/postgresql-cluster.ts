import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { findPrograms, type ServerUser, serverUser } from '../adapters/database/postgresql-programs.ts'
import { localeOptions } from '../adapters/database/server-settings.ts'
import type { Certificate } from './certificates.ts'
import { migrationFolders, migrationsFingerprint } from './migration-folders.ts'
import { quietLog } from './quiet-log.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

export interface PostgresqlCluster {
  url(database: string): string
  /** Pauses or continues all its processes; ignored if it is not running. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  isRunning(): boolean
  /** Kills one backend process, so the server ends the others and recovers; false without one. */
  killBackend(): boolean
  /** Kills all its processes with SIGKILL. */
  kill(): Promise<void>
  /** Restarts it on its data; ignored if it is running. */
  start(): Promise<void>
  /** The disk of its data, if requested. */
  disk: Pick<SmallDisk, 'fill' | 'free'> | null
  stop(): Promise<void>
}

/** Whether products under test use a cluster of the test run; otherwise each has a database in its data folder. */
export const usesCluster = (): boolean => process.env.TEST_DATABASE?.startsWith('postgresql') ?? false

/** Debian's PostgreSQL 15, the oldest one supported. */
const oldestPrograms = '/usr/lib/postgresql/15/bin'

/** A server's programs, and its options for sorting by code points. */
const findServer = (database: string | undefined, user: ServerUser | undefined) =>
  database === 'postgresql-15'
    ? { programs: oldestPrograms, locale: ['--encoding=UTF8', '--locale=C.UTF-8'] }
    : { programs: findPrograms(user), locale: localeOptions }

/** Durability costs time, and most test data need not outlive the server. */
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

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
 * Location of the data: a folder, or a small separate disk. The write-ahead log stays outside of the disk, because a
 * database terminates if it cannot write its log.
 */
function makeData(folder: string, diskMb: number | undefined) {
  if (diskMb === undefined) return { data: join(folder, 'data'), disk: null, options: [], settings: [] }
  const disk = openSmallDisk(join(folder, 'disk'), diskMb)
  const data = join(disk.path, 'data')
  mkdirSync(data, { mode: 0o700 })
  return { data, disk, options: ['--waldir', join(folder, 'wal')], settings: ['checkpoint_timeout=1h'] }
}

/** TLS on a port of 127.0.0.1, and the access rules for connections there. */
export type ClusterTls = Certificate & { port: number; clientCa: string; access: readonly string[] }

/** PostgreSQL insists on a key readable by its own user only. */
function tlsSettings(data: string, { cert, key, clientCa, port, access }: ClusterTls, user: ServerUser | undefined) {
  for (const [file, name] of [
    [cert, 'server.crt'],
    [key, 'server.key'],
    [clientCa, 'client-ca.crt'],
  ] as const) {
    const path = join(data, name)
    copyFileSync(file, path)
    chmodSync(path, 0o600)
    if (user) chownSync(path, user.uid, user.gid)
  }
  writeFileSync(join(data, 'pg_hba.conf'), ['local all all trust', ...access, ''].join('\n'))
  return ['ssl=on', 'ssl_ca_file=client-ca.crt', 'listen_addresses=127.0.0.1', `port=${port}`]
}

type ClusterOptions = {
  tls?: ClusterTls
  /** Megabytes of a separate disk for its data, which tests can fill. */
  diskMb?: number
  /** Acknowledged commits survive the server's processes. */
  isDurable?: boolean
  /** The `TEST_DATABASE` of a project; by default of this process. */
  database?: string | undefined
}

const childrenOf = (pid: number, ...filters: string[]): number[] =>
  spawnSync('pgrep', ['-P', String(pid), ...filters], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)

const notifyTest = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // The server has just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Kills one backend process of the server; false without one. */
export const killBackendOf = (postmaster: number): boolean => {
  const [backend] = childrenOf(postmaster, '-f', '\\[local\\]')
  if (backend !== undefined) notifyTest([backend], 'SIGKILL')
  return backend !== undefined
}

/** Creates and starts a PostgreSQL for tests, reachable only through a socket in its temporary folder. */
export async function startPostgresqlCluster({
  diskMb,
  isDurable = false,
  database = process.env.TEST_DATABASE,
  tls,
}: ClusterOptions = {}): Promise<PostgresqlCluster> {
  const user = serverUser()
  const { programs, locale } = findServer(database, user)
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-postgresql-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const { data, disk, ...extra } = makeData(folder, diskMb)
  if (user && disk) chownSync(data, user.uid, user.gid)
  const initArgs = ['-D', data, ...extra.options, '-U', 'postgres', '--auth=trust', ...locale, '--no-sync']
  execFileSync(join(programs, 'initdb'), initArgs, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

  const settings = [
    ...(isDurable ? [] : fastSettings),
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...extra.settings,
    ...(tls ? tlsSettings(data, tls, user) : []),
  ]
  let server: ChildProcess | null = null
  const isRunning = () => server !== null && server.exitCode === null && server.signalCode === null
  // Also when the tests are aborted: no server may outlive them.
  const endAtOnce = () => server?.kill('SIGQUIT')
  process.once('exit', endAtOnce)
  const all = (): number[] => (isRunning() ? [Number(server?.pid), ...childrenOf(Number(server?.pid))] : [])
  const ended = async (): Promise<void> => void (server && isRunning() && (await once(server, 'exit')))
  const start = async () => {
    if (isRunning()) return
    server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilReady(server)
  }
  await start()
  return {
    url: (database) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    signal: (signal) => notifyTest(all(), signal),
    isRunning,
    killBackend: () => isRunning() && killBackendOf(Number(server?.pid)),
    async kill() {
      const exited = ended()
      notifyTest(all(), 'SIGKILL')
      await exited
    },
    start,
    disk,
    stop: async () => {
      process.off('exit', endAtOnce)
      const exited = ended()
      server?.kill('SIGINT')
      await exited
      disk?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const administer = async (cluster: Pick<PostgresqlCluster, 'url'>, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export const createDatabase = (cluster: Pick<PostgresqlCluster, 'url'>, name: string, template?: string) =>
  administer(cluster, `create database ${name} template ${template ?? 'template0'}`)

export const dropDatabase = (cluster: Pick<PostgresqlCluster, 'url'>, name: string) =>
  administer(cluster, `drop database ${name} with (force)`)

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresqlCluster({ database: project.config.env.TEST_DATABASE })
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
  project.provide('testDatabases', { url: cluster.url('DATABASE'), templates })
  return () => cluster.stop()
}
