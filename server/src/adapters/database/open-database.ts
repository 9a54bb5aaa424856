import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../../kernel/log.ts'
import { isResourceShortage } from '../../kernel/sql-state.ts'
import type { Db } from '../../kernel/transaction.ts'
import { divideIntoLanes, isAbandoned } from './connection-lanes.ts'
import { startEmbeddedPostgresql } from './embedded-postgresql.ts'
import { parseArraysFast } from './parse-arrays.ts'
import { runTransaction } from './pooled-transaction.ts'
import { connectionTo, type DatabaseTls } from './postgresql-connection.ts'
import { cacheStatements } from './prepared-statements.ts'
import { traceStatements } from './traced-statements.ts'
import { guardPool } from './transaction-guard.ts'

/**
 * Allocates a megabyte and leaves nothing behind, because a small row may still fit into an existing table on a full
 * disk.
 */
const allocateSpace = `do $$ begin
  perform set_config('temp_tablespaces', '', true);
  create temporary table room on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000);
end $$`

/**
 * A database with a full disk still answers reads and reports the shortage only to writers, on any connection of the
 * pool. After such an error each check writes, until a write succeeds.
 */
const watchResources = (pool: pg.Pool) => {
  let isLacking = false
  pool.on('connect', ({ connection }) => {
    connection.on('errorMessage', (error: unknown) => {
      if (isResourceShortage(error)) isLacking = true
    })
  })
  return {
    /** Rejects if the database does not answer, or lacks resources to write. */
    async look(): Promise<void> {
      if (!isLacking) return void (await pool.query('select 1'))
      await pool.query(allocateSpace)
      isLacking = false
    },
  }
}

export interface DatabaseConfig {
  /** `postgresql://…` of a server; without it the built-in PostgreSQL stores the data in `dataDir/postgresql`. */
  databaseUrl: string | undefined
  /** The same database without a pooler, as LISTEN requires. `databaseUrl` by default. */
  listenUrl?: string | undefined
  /** For both addresses; without it they say themselves whether TLS is used. */
  databaseTls?: DatabaseTls | undefined
  /** Created if missing. Used only by the built-in database, and by one process at a time. */
  dataDir: string
  /** Maximum connections; default 20. */
  poolSize?: number
  log: Log
}

/** Connections of this node, and work waiting for one: for a place in its lane, or for the pool. */
export type PoolUse = { open: number; used: number; max: number; waiting: Record<string, number> }

export interface Database {
  db: Db
  /** For adapters with their own SQL; refuses callers with an open transaction. */
  pool: pg.Pool
  /** Connection settings for the `pg` driver. */
  connection: pg.ClientConfig
  /** Like `connection`, but never through a pooler: for long-lived sessions. */
  direct: pg.ClientConfig
  /** Resolves when the built-in database has died and the process has to restart. */
  lost: Promise<Error>
  use(): PoolUse
  /** Rejects if the database does not answer, or lacks the space to write. */
  ping(): Promise<void>
  /** Waits for running queries, then closes. Idempotent. */
  close(): Promise<void>
}

type PoolConfig = Pick<DatabaseConfig, 'poolSize' | 'log' | 'listenUrl' | 'databaseTls'>

/** Opened when they are needed, and closed after 10 s without work. */
export const defaultPoolSize = 20
/** Milliseconds after which an idle transaction is ended: it is a defect, and holds locks. */
const idleInTransactionMs = 60_000
const connectTimeoutMs = 30_000
/**
 * Maximum age of a connection in seconds: it prepares the first repeated statements and never releases them, while a
 * new one prepares the current ones.
 */
const longestLifeS = 3_600

/** The database server, without the connections of this program. */
export interface Backend extends Pick<Database, 'connection' | 'lost'> {
  close(): Promise<void>
}

async function startBuiltIn(dataDir: string): Promise<Backend> {
  const { promise: lostServer, resolve: onLost } = Promise.withResolvers<Error>()
  return { ...(await startEmbeddedPostgresql(dataDir, onLost)), lost: lostServer }
}

export function usePostgresql(url: string, tls?: DatabaseTls): Backend {
  // A lost server is not a lost database: the pool reconnects when it is back.
  const lostServer = new Promise<Error>(() => undefined)
  return { connection: connectionTo(url, tls), lost: lostServer, close: async () => undefined }
}

/** Session settings to make all servers agree on days and limits. */
export const sessionSettings = `set time zone 'UTC'; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`

function openPool(backend: Backend, config: PoolConfig): { pool: pg.Pool; use(): PoolUse } {
  const { poolSize = defaultPoolSize } = config
  parseArraysFast()
  const pool = new pg.Pool({
    ...backend.connection,
    application_name: 'vigilux',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    maxLifetimeSeconds: longestLifeS,
    onConnect: async (client) => {
      // Without a listener, a connection failing during a transaction would end the whole process.
      client.on('error', (error) => {
        // A connection ending while the built-in server stops is not a failure.
        if (!pool.ending && !isAbandoned(client)) config.log.warn({ err: error }, 'A database connection broke')
      })
      cacheStatements(client)
      traceStatements(client)
      await client.query(sessionSettings)
    },
  })
  // Idle connections also report here; the listener above has logged the error.
  pool.on('error', () => undefined)
  const waitingInLanes = divideIntoLanes(pool, poolSize)
  guardPool(pool)
  const use = (): PoolUse => ({
    open: pool.totalCount,
    used: pool.totalCount - pool.idleCount,
    max: poolSize,
    waiting: { ...waitingInLanes(), pool: pool.waitingCount },
  })
  return { pool, use }
}

/** Opens the PostgreSQL of the URL, or starts the built-in one without a URL. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, databaseTls, dataDir } = config
  return connect(databaseUrl ? usePostgresql(databaseUrl, databaseTls) : await startBuiltIn(dataDir), config)
}

/** The query interface of the stores over these connections. */
export function openDb(pool: pg.Pool): Db {
  const db: Db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = (work, options) => runTransaction(pool, work, options)
  return db
}

/** The database of a running backend; closing it closes the backend. */
export function connect(backend: Backend, config: PoolConfig): Database {
  const { pool, use } = openPool(backend, config)
  const resources = watchResources(pool)

  let closing: Promise<void> | undefined
  const close = async () => {
    await pool.end()
    await backend.close()
  }
  return {
    db: openDb(pool),
    pool,
    connection: backend.connection,
    direct: config.listenUrl ? connectionTo(config.listenUrl, config.databaseTls) : backend.connection,
    lost: backend.lost,
    use,
    ping: resources.look,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
