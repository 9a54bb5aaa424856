import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Backend, usePostgresql } from '../adapters/database/open-database.ts'
import { createDatabase, dropDatabase, type PostgresqlCluster } from './postgresql-cluster.ts'

/**
 * Making a database writes thirty megabytes; emptying one takes a tenth of that time. So many are kept for the next test that asks.
 */
const mostKept = 2

type Opened = { backend: Backend; end(): Promise<void> }
type Kept = Opened & { pristine: string }

type Cluster = Pick<PostgresqlCluster, 'url'>

/** By what they were opened from. */
const spares = new Map<string, Kept[]>()

/**
 * What is there besides rows: everything that a test can define. Emptying a table gives it another file, so its row in the
 * catalogue changes; rows of the other catalogues do not unless somebody changes what they say.
 */
const definitions = `
  select md5(string_agg(line, ' ' order by line)) as print from (
    select concat_ws(' ', oid, relname, relkind, relnatts, relchecks, relhasrules, relhastriggers, relrowsecurity, reloptions) as line
      from pg_class where relnamespace::regnamespace::text !~ '^pg_(toast|catalog|temp)|^information_schema'
    union all select concat_ws(' ', 'attribute', attrelid, attnum, xmin) from pg_attribute where attrelid >= 16384
    union all select concat_ws(' ', 'constraint', oid, xmin) from pg_constraint where oid >= 16384
    union all select concat_ws(' ', 'trigger', oid, xmin) from pg_trigger where oid >= 16384
    union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where oid >= 16384
    union all select concat_ws(' ', 'schema', oid, xmin) from pg_namespace
    union all select concat_ws(' ', 'role', oid, xmin) from pg_authid
    union all select concat_ws(' ', 'setting', setdatabase, setrole, xmin) from pg_db_role_setting
    union all select concat_ws(' ', 'slot', slot_name) from pg_replication_slots
  ) lines`

/** Looks into each table by itself: one statement about all of them takes 45 ms to plan. Not even what is only ever added to refuses it. */
const deleteRows = `
  set session_replication_role = replica;
  do $$
    declare name text; is_filled boolean;
    begin
      for name in select quote_ident(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute 'select exists (select from ' || name || ')' into is_filled;
        if is_filled then execute 'delete from ' || name; end if;
      end loop;
    end
  $$`

/** A database that has grown beyond this would make the next test slow. */
const mostBytes = 64 * 1024 * 1024

const withClient = async <T>({ connection }: Backend, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const definitionsOf = async (client: pg.Client): Promise<string> => (await client.query(definitions)).rows[0].print

/**
 * As the migrations left it, or an error: then it is not for another test. Rows are deleted, for there are few: to truncate tables to which
 * others point takes a second.
 */
const empty = async (client: pg.Client, pristine: string): Promise<void> => {
  if ((await definitionsOf(client)) !== pristine) throw new Error('a test has defined something')
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  if (Number(rows[0]?.bytes) > mostBytes) throw new Error('a test has written much')
  await client.query(deleteRows)
  await client.query(
    `select setval(oid, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
  await client.query('select pg_advisory_unlock_all()')
  for (const statement of ['unlisten *', 'reset all']) await client.query(statement)
}

const openClone = async (cluster: Cluster, template: string): Promise<Opened> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(cluster, name, template)
  return { backend: usePostgresql(cluster.url(name)), end: () => dropDatabase(cluster, name) }
}

/** A migrated database without a row. Closed, it is emptied and kept; where that cannot be, it ends. */
const take = async (from: string, open: () => Promise<Opened>): Promise<Backend> => {
  const spare = spares.get(from) ?? []
  spares.set(from, spare)
  let kept = spare.pop()
  if (!kept) {
    const opened = await open()
    kept = { ...opened, pristine: await withClient(opened.backend, definitionsOf) }
  }
  const { backend, end, pristine } = kept
  const giveBack = async (): Promise<void> => {
    if (spare.length >= mostKept) return end()
    try {
      await withClient(backend, (client) => empty(client, pristine))
      spare.push({ backend, end, pristine })
    } catch {
      await end()
    }
  }
  return { ...backend, close: giveBack }
}

export const takeDatabase = (cluster: Cluster, template: string): Promise<Backend> =>
  take(cluster.url(template), () => openClone(cluster, template))
