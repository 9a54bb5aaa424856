import type pg from 'pg'
import { copyRows } from './copy-rows.ts'

/** All statements of one transaction use one connection. */
export type Connection = pg.PoolClient

/** A table as exported: its columns in this order, without generated ones. */
export type Table = { name: string; columns: { name: string; type: string }[] }

/** State of a sequence, as PostgreSQL stores it. */
export type SequenceState = { last: string; called: boolean }

/** Identifiers come from the product's migrations; quoted because `group` and `user` are among them. */
const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Orders tables, referenced ones first. */
const sortByReferences = (tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] => {
  const orderedTables: Table[] = []
  const remainingTables = new Set(tables)
  while (remainingTables.size > 0) {
    const remainingNames = new Set([...remainingTables].map(({ name }) => name))
    const readyTables = [...remainingTables].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && remainingNames.has(to)),
    )
    if (readyTables.length === 0) throw new Error(`Foreign keys go in a ring: ${[...remainingNames].join(', ')}`)
    for (const table of readyTables) remainingTables.delete(table)
    orderedTables.push(...readyTables)
  }
  return orderedTables
}

/** These tables in an order in which their rows can be inserted; a partitioned table counts as one. */
export const listTables = async (connection: Connection, names: ReadonlySet<string>): Promise<Table[]> => {
  const { rows: tables } = await connection.query<Table>(
    `select c.relname as name,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  const { rows: references } = await connection.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`,
  )
  const isOwn = (name: string): boolean => names.has(name)
  return sortByReferences(
    tables.filter(({ name }) => isOwn(name)),
    references.filter(({ from, to }) => isOwn(from) && isOwn(to)),
  )
}

/** Approximate bytes of a table in memory at a time. */
const chunkBytes = 2 * 1024 ** 2
const maxRowsPerChunk = 5_000

/**
 * The rows of a table in chunks, each row as a line: a JSON array of values in PostgreSQL's text format. The format is
 * exact for every type, and rows keep it between two databases.
 */
export async function* readRows(connection: Connection, { name, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(', ')
  await connection.query(
    `declare rows_of_table no scroll cursor for select array_to_json(array[${values}])::text as line from ${quoteIdentifier(name)}`,
  )
  const fetchRows = (count: number) => {
    const fetching = connection.query<{ line: string }>(`fetch ${count} from rows_of_table`)
    // A reader may stop early without waiting for it.
    fetching.catch(() => undefined)
    return fetching
  }
  let count = 50
  let fetching = fetchRows(count)
  for (;;) {
    const lines = (await fetching).rows.map(({ line }) => line)
    if (lines.length === 0) break
    const bytes = lines.reduce((total, line) => total + line.length, 0)
    count = Math.max(1, Math.min(maxRowsPerChunk, count * 4, Math.floor((count * chunkBytes) / bytes)))
    // The database reads the next rows while these are compressed.
    fetching = fetchRows(count)
    yield lines
  }
  await connection.query('close rows_of_table')
}

/** Adds rows of `readRows`. */
export const writeRows = (
  connection: Connection,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> => {
  const names = columns.map((column) => quoteIdentifier(column.name)).join(', ')
  return copyRows(connection, `${quoteIdentifier(name)} (${names})`, lines)
}

/** Triggers are disabled because their rows are among the imported ones. */
export const switchTriggers = async (connection: Connection, { name }: Table, to: 'enable' | 'disable') => {
  await connection.query(`alter table ${quoteIdentifier(name)} ${to} trigger user`)
}

/** Sequences of these tables continue after a restore, so no number is assigned twice. */
export const readSequences = async (
  connection: Connection,
  tables: readonly Table[],
): Promise<Record<string, SequenceState>> => {
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid
     where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and t.relname = any($1) order by 1`,
    [tables.map(({ name }) => name)],
  )
  const states: Record<string, SequenceState> = {}
  for (const { name } of rows) {
    const found = await connection.query<SequenceState>(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(name)}`,
    )
    const [state] = found.rows
    if (state) states[name] = state
  }
  return states
}

export const writeSequences = async (connection: Connection, states: Record<string, SequenceState>): Promise<void> => {
  for (const [name, { last, called: isCalled }] of Object.entries(states))
    await connection.query('select setval($1::regclass, $2::bigint, $3)', [quoteIdentifier(name), last, isCalled])
}

/** Whether the database has any table, apart from those of extensions: rows are only ever imported into one without. */
export const hasTables = async (connection: Connection): Promise<boolean> => {
  const { rows } = await connection.query<{ any: boolean }>(
    `select exists (select from pg_class c where relkind in ('r', 'p', 'v', 'm', 'S')
       and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as any`,
  )
  return rows[0]?.any ?? true
}

type Definition = { drop: string; create: string }

/**
 * Removes keys and indexes, and returns the statements to make them again: filling a table with indexes takes twice as
 * long as making them afterwards.
 */
export const removeIndexes = async (connection: Connection, tables: readonly Table[]): Promise<string[]> => {
  const names = tables.map(({ name }) => name)
  const constraints = async (...kinds: readonly ('f' | 'p' | 'u')[]): Promise<Definition[]> =>
    (
      await connection.query<Definition>(
        `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop,
                format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as create
         from pg_constraint k join pg_class t on t.oid = k.conrelid
         where k.contype = any($2) and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
        [names, kinds],
      )
    ).rows
  const foreignKeys = await constraints('f')
  const keys = await constraints('p', 'u')
  const { rows: indexes } = await connection.query<Definition>(
    `select format('drop index %s', i.indexrelid::regclass) as drop,
            replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as create
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
       and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)`,
    [names],
  )
  for (const { drop } of [...foreignKeys, ...keys, ...indexes]) await connection.query(drop)
  return [...keys, ...indexes, ...foreignKeys].map(({ create }) => create)
}
