import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '../../kernel/log.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Db } from '../../kernel/transaction.ts'
import { startCheckpoints } from './checkpoints.ts'
import { startPgliteServer } from './pglite-server.ts'
import { runTransaction } from './pooled-transaction.ts'
import { keepStatements } from './prepared-statements.ts'
import { watchResources } from './resources.ts'
import { guardPool } from './transaction-guard.ts'
import { vacuumIfDue } from './vacuums.ts'

export interface DatabaseConfig {
  /** `postgresql://…` of a server; without it the built-in PGlite keeps the data in `dataDir/pglite`. */
  databaseUrl: string | undefined
  /** Made when missing. Only the built-in database uses it, and only one process may. */
  dataDir: string
  /** Connections at most; 10 when left out. */
  poolSize?: number
  log: Log
}

export interface Database {
  kind: 'postgresql' | 'pglite'
  db: Db
  /** For adapters that speak SQL themselves; refuses callers that have a transaction open. */
  pool: pg.Pool
  /** What the `pg` driver needs to reach the database. */
  connection: pg.ClientConfig
  /** Resolves when the built-in database died by itself and the process has to be started again. */
  lost: Promise<Error>
  /** Rejects when the database does not answer, or lacks the room to write. */
  ping(): Promise<void>
  /** Waits for running queries, then closes. May be called twice. */
  close(): Promise<void>
}

type PoolConfig = Pick<DatabaseConfig, 'poolSize' | 'log'>

const defaultPoolSize = 10
/** A transaction in which nothing happens for so long is a defect that keeps its locks: it is ended. */
const idleInTransactionMs = 60_000
const connectTimeoutMs = 30_000
/** A connection keeps the first statements that it is asked for twice, and lets none go: a new one keeps what is asked now. */
const longestLifeS = 3_600
/** One table of the built-in database at a time. */
const vacuumEveryMs = 15_000

/** What runs the database, without the connections of this program. */
export interface Backend extends Pick<Database, 'kind' | 'connection' | 'lost'> {
  close(): Promise<void>
}

export async function startPglite(dataDir: string): Promise<Backend> {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  const server = await startPgliteServer(dataDir, { idleInTransactionMs, onLost })
  return { kind: 'pglite', connection: server.connection, lost, close: () => server.close() }
}

export function usePostgresql(connectionString: string): Backend {
  // A lost server is not a lost database: the pool connects again when it is back.
  const lost = new Promise<Error>(() => undefined)
  return { kind: 'postgresql', connection: { connectionString }, lost, close: async () => undefined }
}

function openPool(backend: Backend, config: PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...backend.connection,
    application_name: 'vigilux',
    max: config.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    maxLifetimeSeconds: longestLifeS,
    onConnect: async (client) => {
      // Without a listener, a connection that breaks while a transaction holds it would end the whole process.
      client.on('error', (error) => config.log.warn({ err: error }, 'A database connection broke'))
      keepStatements(client)
      // Both databases then agree on what a day is, and on limits.
      await client.query(`set time zone 'UTC'`)
      // The built-in engine would end itself, and take a clock that is stepped for time gone by: its server looks after it.
      if (backend.kind === 'postgresql')
        await client.query(`set idle_in_transaction_session_timeout = ${idleInTransactionMs}`)
    },
  })
  // Idle connections report here too; the listener above has logged it.
  pool.on('error', () => undefined)
  guardPool(pool)
  return pool
}

/** Opens PostgreSQL when a URL is given and the built-in PGlite when not; both behind the same driver and pool. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return connect(config.databaseUrl ? usePostgresql(config.databaseUrl) : await startPglite(config.dataDir), config)
}

/** The database of a backend that runs; closing it closes the backend. */
export function connect(backend: Backend, config: PoolConfig): Database {
  const pool = openPool(backend, config)
  const resources = watchResources(pool)
  const db: Db = drizzle({ client: pool, casing: 'snake_case' })
  db.transaction = (work, options) => runTransaction(pool, work, options)

  const checkpoints = backend.kind === 'pglite' ? startCheckpoints(pool, config.log) : undefined
  const vacuums = repeat(vacuumEveryMs, config.log, async () => void (await vacuumIfDue(pool)))
  if (backend.kind === 'pglite') vacuums.start()
  let closed: Promise<void> | undefined
  const close = async () => {
    await checkpoints?.stop()
    await vacuums.stop()
    await pool.end()
    await backend.close()
  }
  return {
    kind: backend.kind,
    db,
    pool,
    connection: backend.connection,
    lost: backend.lost,
    ping: resources.look,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
