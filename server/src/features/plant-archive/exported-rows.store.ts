import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { exportedTables, type RowLocator } from './plant-tables.ts'

export const isOfPlant = (plantId: string, locator: RowLocator): SQL => {
  if (locator === 'plant') return sql`plant_id = ${plantId}`
  if (locator === 'unit')
    return sql`central_unit_id in (select unit.id from central_unit unit where unit.plant_id = ${plantId})`
  return sql`${sql.identifier(locator.column)} in (select of.id from ${sql.identifier(locator.of)} of where of.plant_id = ${plantId})`
}

/** Tables of an archive with the condition for a plant's rows, parents first. */
const tablesOf = (plantId: string): [table: string, condition: SQL][] => [
  ['plant', sql`id = ${plantId}`],
  ...exportedTables.map(([table, locator]): [string, SQL] => [
    table,
    table === 'file'
      ? sql`${isOfPlant(plantId, locator)} and state = 'stored' and owner_kind <> 'plantExport'`
      : isOfPlant(plantId, locator),
  ]),
]

/** Names of the tables of an archive, in the order in which their rows can be added. */
export const archivedTableNames: readonly string[] = ['plant', ...exportedTables.map(([table]) => table)]

/** One moment for all tables, however long their reading takes. Before any other statement of the transaction. */
export const beginSnapshot = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
}

/** Numbers of rows of a plant by table. */
export const countArchivedRows = async (tx: Tx, plantId: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const [table, condition] of tablesOf(plantId)) {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)} where ${condition}`,
    )
    counts.set(table, rows[0]?.n ?? 0)
  }
  return counts
}

const rowsPerRead = 500

/** A plant's rows of a table as JSON, some at a time. */
async function* readTable(tx: Tx, table: string, condition: SQL): AsyncGenerator<string[]> {
  // The chain of a logbook is verified in its order.
  const order = table === 'logbook_entry' ? sql`order by no` : sql``
  await tx.execute(sql`declare archived_rows no scroll cursor for
    select row_to_json(archived)::text as line from ${sql.identifier(table)} archived where ${condition} ${order}`)
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsPerRead} from archived_rows`))
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx.execute(sql`close archived_rows`)
}

/** All rows of a plant, table by table. */
export async function* readArchivedRows(tx: Tx, plantId: string): AsyncGenerator<{ table: string; lines: string[] }> {
  for (const [table, condition] of tablesOf(plantId))
    for await (const lines of readTable(tx, table, condition)) yield { table, lines }
}

export const listArchivedFiles = async (tx: Tx, plantId: string): Promise<{ id: string; bytes: number }[]> => {
  const { rows } = await tx.execute<{ id: string; bytes: string }>(sql`
    select id, bytes from file where plant_id = ${plantId} and state = 'stored' and owner_kind <> 'plantExport' order by id`)
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }))
}

/** Members as the plant names them, for its owner; an import does not create accounts. */
export const listArchivedMembers = async (tx: Tx, plantId: string): Promise<object[]> => {
  const { rows } = await tx.execute(sql`
    select profile.name, profile.surname, member.role, member.since, member.ends_on
    from plant_member member join profile on profile.user_id = member.user_id
    where member.plant_id = ${plantId} order by member.since`)
  return rows
}

/** Hash of the newest migration: an archive fits a database of the same version only. */
export const findSchemaVersion = async (tx: Tx): Promise<string> => {
  const { rows } = await tx.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  return rows[0]?.hash ?? ''
}

/** Whether the installation has a plant, or remains of one. */
export const hasPlant = async (tx: Tx, plantId: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`select from plant where id = ${plantId}`)
  return rows.length > 0
}

/** Adds rows of an archive, with some columns replaced. */
export const insertArchivedRows = async (
  tx: Tx,
  table: string,
  lines: readonly string[],
  replaced: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const name = sql.identifier(table)
  // In FROM, because a row expanded in the list of columns is computed once per column.
  await tx.execute(sql`
    insert into ${name} select added.*
    from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json) as read,
      lateral json_populate_record(read, ${JSON.stringify(replaced)}::json) as added`)
}

/** The head of an imported logbook; its entries end with it. */
export const findImportedHead = async (tx: Tx, plantId: string): Promise<{ no: number; hash: string } | undefined> => {
  const { rows } = await tx.execute<{ no: number; hash: string }>(
    sql`select no, hash from logbook_head where plant_id = ${plantId}`,
  )
  return rows[0]
}
