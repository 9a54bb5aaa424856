import type pg from 'pg'

/** All statements of one transaction go over one connection. */
export type Connection = pg.PoolClient

/** A table as its rows are written down: its columns in this order, generated ones left out. */
export type Table = { name: string; columns: { name: string; type: string }[] }

/** Where a sequence stands, as PostgreSQL keeps it. */
export type SequenceState = { last: string; called: boolean }

/** Identifiers are those of our own migrations; quoted all the same, for `group` and `user` are among them. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tables of which another one's foreign keys speak come before it. */
const inOrder = (tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] => {
  const ordered: Table[] = []
  const left = new Set(tables)
  while (left.size > 0) {
    const waiting = new Set([...left].map(({ name }) => name))
    const ready = [...left].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`Foreign keys go in a ring: ${[...waiting].join(', ')}`)
    for (const table of ready) left.delete(table)
    ordered.push(...ready)
  }
  return ordered
}

/** The product's tables in an order in which their rows can be added; a table in parts is one table. */
export const listTables = async (connection: Connection): Promise<Table[]> => {
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
  return inOrder(tables, references)
}

/** About so much of a table is in memory at a time. */
const chunkBytes = 2 * 1024 ** 2
const maxRowsPerChunk = 5_000

/**
 * The rows of a table, some at a time, each as a line: a JSON array of its values as PostgreSQL writes them. That is exact for
 * every type, and a row never leaves this form between two databases.
 */
export async function* readRows(connection: Connection, { name, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  await connection.query(
    `declare rows_of_table no scroll cursor for select array_to_json(array[${values}])::text as line from ${quoted(name)}`,
  )
  for (let count = 50; ; ) {
    const { rows } = await connection.query<{ line: string }>(`fetch ${count} from rows_of_table`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    const bytes = lines.reduce((sum, line) => sum + line.length, 0)
    count = Math.max(1, Math.min(maxRowsPerChunk, count * 4, Math.floor((count * chunkBytes) / bytes)))
    yield lines
  }
  await connection.query('close rows_of_table')
}

/** Adds rows that `readRows` gave. */
export const writeRows = async (connection: Connection, { name, columns }: Table, lines: string[]): Promise<void> => {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ')
  await connection.query(
    `insert into ${quoted(name)} (${names}) overriding system value
     select ${values} from jsonb_array_elements($1::jsonb) as lines (line)`,
    [`[${lines.join(',')}]`],
  )
}

/** What triggers would add follows from rows that are among those to be added. */
export const switchTriggers = async (connection: Connection, { name }: Table, to: 'enable' | 'disable') => {
  await connection.query(`alter table ${quoted(name)} ${to} trigger user`)
}

/** Sequences go on where they were: a number that was given once is not given again. */
export const readSequences = async (connection: Connection): Promise<Record<string, SequenceState>> => {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const states: Record<string, SequenceState> = {}
  for (const { name } of rows) {
    const found = await connection.query<SequenceState>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    const [state] = found.rows
    if (state) states[name] = state
  }
  return states
}

export const writeSequences = async (connection: Connection, states: Record<string, SequenceState>): Promise<void> => {
  for (const [name, { last, called }] of Object.entries(states))
    await connection.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, called])
}

/** Whether the database has any table of ours: rows are only ever written to one that has none. */
export const hasTables = async (connection: Connection): Promise<boolean> => {
  const { rows } = await connection.query<{ any: boolean }>(
    `select exists (select from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
       and relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))) as any`,
  )
  return rows[0]?.any ?? true
}
