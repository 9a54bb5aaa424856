import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../../kernel/log.ts'
import type { Db } from '../../kernel/transaction.ts'
import { startEmbeddedPostgresql } from './embedded-postgresql.ts'
import { runTransaction } from './pooled-transaction.ts'
import { cacheStatements } from './prepared-statements.ts'
import { watchResources } from './resources.ts'
import { guardPool } from './transaction-guard.ts'

export interface DatabaseConfig {
  /** `postgresql://…` of a server; without it the built-in PostgreSQL keeps the data in `dataDir/postgresql`. */
  databaseUrl: string | undefined
  /** The same database, not through a pooler: LISTEN needs that. `databaseUrl` by default. */
  listenUrl?: string | undefined
  /** Made when missing. Only the built-in database uses it, and only one process may. */
  dataDir: string
  /** Connections at most; when left out, 10 to a server and 5 to the built-in database. */
  poolSize?: number
  log: Log
}

export interface Database {
  db: Db
  /** For adapters that speak SQL themselves; refuses callers that have a transaction open. */
  pool: pg.Pool
  /** What the `pg` driver needs to reach the database. */
  connection: pg.ClientConfig
  /** Like `connection`, but never through a pooler: for sessions that stay open. */
  direct: pg.ClientConfig
  /** Resolves when the built-in database died by itself and the process has to be started again. */
  lost: Promise<Error>
  /** Rejects when the database does not answer, or lacks the room to write. */
  ping(): Promise<void>
  /** Waits for running queries, then closes. May be called twice. */
  close(): Promise<void>
}

type PoolConfig = Pick<DatabaseConfig, 'poolSize' | 'log' | 'listenUrl'>

const defaultPoolSize = 10
/** Each connection is a process, which takes ten megabytes of the same machine. */
const builtInPoolSize = 5
/** A transaction in which nothing happens for so long is a defect that keeps its locks: it is ended. */
const idleInTransactionMs = 60_000
const connectTimeoutMs = 30_000
/** A connection keeps the first statements that it is asked for twice, and lets none go: a new one keeps what is asked now. */
const longestLifeS = 3_600

/** What runs the database, without the connections of this program. */
export interface Backend extends Pick<Database, 'connection' | 'lost'> {
  poolSize?: number
  close(): Promise<void>
}

async function startBuiltIn(dataDir: string): Promise<Backend> {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  return { ...(await startEmbeddedPostgresql(dataDir, onLost)), lost, poolSize: builtInPoolSize }
}

export function usePostgresql(connectionString: string): Backend {
  // A lost server is not a lost database: the pool connects again when it is back.
  const lost = new Promise<Error>(() => undefined)
  return { connection: { connectionString }, lost, close: async () => undefined }
}

/** All servers agree by these on what a day is, and on limits. */
export const sessionSettings = `set time zone 'UTC'; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`

function openPool(backend: Backend, config: PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...backend.connection,
    application_name: 'vigilux',
    max: config.poolSize ?? backend.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    maxLifetimeSeconds: longestLifeS,
    onConnect: async (client) => {
      // Without a listener, a connection that breaks while a transaction holds it would end the whole process.
      client.on('error', (error) => {
        // A connection that ends while the built-in server stops is not broken.
        if (!pool.ending) config.log.warn({ err: error }, 'A database connection broke')
      })
      cacheStatements(client)
      await client.query(sessionSettings)
    },
  })
  // Idle connections report here too; the listener above has logged it.
  pool.on('error', () => undefined)
  guardPool(pool)
  return pool
}

/** Opens the PostgreSQL of a URL, or starts the built-in one where none is given. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return connect(config.databaseUrl ? usePostgresql(config.databaseUrl) : await startBuiltIn(config.dataDir), config)
}

/** What the stores of the product ask, over these connections. */
export function openDb(pool: pg.Pool): Db {
  const db: Db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = (work, options) => runTransaction(pool, work, options)
  return db
}

/** The database of a backend that runs; closing it closes the backend. */
export function connect(backend: Backend, config: PoolConfig): Database {
  const pool = openPool(backend, config)
  const resources = watchResources(pool)

  let closed: Promise<void> | undefined
  const close = async () => {
    await pool.end()
    await backend.close()
  }
  return {
    db: openDb(pool),
    pool,
    connection: backend.connection,
    direct: config.listenUrl ? { connectionString: config.listenUrl } : backend.connection,
    lost: backend.lost,
    ping: resources.look,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
