import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connect, type Database, openDb, sessionSettings, usePostgresql } from '../adapters/database/open-database.ts'
import { createDatabase, dropDatabase, type PostgresqlCluster } from './postgresql-cluster.ts'
import { quietLog } from './quiet-log.ts'

/**
 * Databases kept for the next tests, with their connections: creating one writes thirty megabytes, emptying one takes a
 * tenth of the time. A new connection also reads the catalog of each table.
 */
const maxKept = 2

/** Dead rows slow the next test: a database with this many deleted rows is dropped. */
const maxDeleted = 100_000

type Cluster = Pick<PostgresqlCluster, 'url'>

type PooledDatabase = {
  database: Database
  /** Empties the database; tests cannot use this connection. */
  client: pg.Client
  pristine: string
  deleted: number
  end(): Promise<void>
}

/** By their template. */
const spares = new Map<string, PooledDatabase[]>()

/** An added or changed row is younger than all others; a deleted one is missing. */
const catalogues = [
  'attribute where attrelid >= 16384',
  'constraint',
  'trigger',
  'proc',
  'namespace',
  'authid',
  'db_role_setting',
]

/**
 * Everything in the database besides rows. Emptying a table gives it another file, so its catalogue row changes. Rows
 * of other catalogues change only with their definitions.
 */
const definitions = `
  select concat_ws(' ',
    (select sum(hash_record_extended(
        (oid, relname, relkind, relnatts, relchecks, relhasrules, relhastriggers, relrowsecurity, reloptions), 0))
      from pg_class where relnamespace::regnamespace::text !~ '^pg_(toast|catalog|temp)|^information_schema'),
    ${catalogues.map((name) => `(select count(*) || ' ' || max(xmin::text::bigint) from pg_${name})`).join(', ')},
    (select string_agg(slot_name, ' ' order by slot_name) from pg_replication_slots)
  ) as print`

/**
 * Deletes all rows, even append-only ones, and returns their number: for few rows faster than truncating, as referenced
 * tables take a second. The connection plans each statement once, because planning is most of the cost.
 */
const emptyDatabase = `
  set session_replication_role = replica;
  do $make$
    declare body text;
    begin
      select string_agg(case relkind
          when 'S' then format('perform setval(%L, 1, false);', quote_ident(relname))
          else format('if exists (select from %1$I) then delete from %1$I; get diagnostics n = row_count; total := total + n; end if;', relname)
        end, ' ')
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') into body;
      execute 'create function pg_temp.empty() returns int language plpgsql as $$ declare n int; total int := 0; begin '
        || body || ' return total; end $$';
    end
  $make$`

/** Resets a test's changes to a connection. */
const resetConnection = `reset all; ${sessionSettings}; unlisten *; select pg_advisory_unlock_all(); discard temp`

const definitionsOf = async (client: pg.Client): Promise<string> => (await client.query(definitions)).rows[0].print

const openPooled = async (cluster: Cluster, template: string): Promise<PooledDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(cluster, name, template)
  const database = connect(usePostgresql(cluster.url(name)), { log: quietLog() })
  const client = new pg.Client(database.connection)
  // The cluster ends before this process does.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(emptyDatabase)
  const end = async () => {
    await database.close()
    await client.end()
    await dropDatabase(cluster, name)
  }
  return { database, client, pristine: await definitionsOf(client), deleted: 0, end }
}

const resetConnections = async ({ pool }: Database): Promise<void> => {
  const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query(resetConnection)))
  for (const client of clients) client.release()
}

/** Restores the state after migration, or throws: then no other test gets the database. */
const empty = async (pooled: PooledDatabase): Promise<void> => {
  const { database, client, pristine } = pooled
  if (database.pool.idleCount < database.pool.totalCount) throw new Error('somebody still asks it something')
  await resetConnections(database)
  if ((await definitionsOf(client)) !== pristine) throw new Error('a test has defined something')
  const { rows } = await client.query<{ empty: number }>('select pg_temp.empty()')
  pooled.deleted += rows[0]?.empty ?? 0
  if (pooled.deleted > maxDeleted) throw new Error('tests have written much')
}

/** The database for one test, which cannot use it after closing it. */
const lend = ({ database }: PooledDatabase, onReturn: () => Promise<void>): Database => {
  let closed: Promise<void> | undefined
  const whileOpen = <A extends unknown[]>(run: (...args: A) => unknown) => ({
    value: (...args: A) => (closed ? Promise.reject(new Error('The test has closed this database')) : run(...args)),
  })
  const { pool } = database
  const lentPool: pg.Pool = Object.create(pool, {
    connect: whileOpen(pool.connect.bind(pool)),
    query: whileOpen(pool.query.bind(pool)),
  })
  const close = () => {
    closed ??= onReturn()
    return closed
  }
  return { ...database, pool: lentPool, db: openDb(lentPool), close }
}

/** A migrated database without rows. On close it is emptied and kept, or dropped on failure. */
export const acquireDatabase = async (cluster: Cluster, template: string): Promise<Database> => {
  const from = cluster.url(template)
  const spareDatabases = spares.get(from) ?? []
  spares.set(from, spareDatabases)
  const pooled = spareDatabases.pop() ?? (await openPooled(cluster, template))
  return lend(pooled, async () => {
    if (spareDatabases.length >= maxKept) return pooled.end()
    try {
      await empty(pooled)
      spareDatabases.push(pooled)
    } catch {
      await pooled.end()
    }
  })
}
