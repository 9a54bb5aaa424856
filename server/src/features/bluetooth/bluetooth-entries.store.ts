import {
  type BluetoothEntry,
  type BluetoothEntryGroup,
  bluetoothEntryGroups,
} from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isConnectedInEnrolledLife } from '../central-units/index.ts'
import { bluetoothEntryTable } from './bluetooth.schema.ts'

export type BluetoothEntryDraft = Omit<typeof bluetoothEntryTable.$inferInsert, 'id'>

/** Rows per statement: each takes 14 of the 65,535 parameters. */
const rowsPerStatement = 500

/** Adds entries, one per source; returns the plants with new entries. */
export const addBluetoothEntries = async (tx: Tx, entries: readonly BluetoothEntryDraft[]): Promise<string[]> => {
  const plants = new Set<string>()
  for (let from = 0; from < entries.length; from += rowsPerStatement) {
    const insertedRows = await tx
      .insert(bluetoothEntryTable)
      .values(entries.slice(from, from + rowsPerStatement))
      .onConflictDoNothing()
      .returning({ plantId: bluetoothEntryTable.plantId })
    for (const { plantId } of insertedRows) plants.add(plantId)
  }
  return [...plants]
}

/** Number of device changes reported by a gateway since. */
export const countChangesSince = async (tx: Tx, plantId: string, unit: string, since: Date): Promise<number> => {
  const table = bluetoothEntryTable
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(table)
    .where(
      and(eq(table.plantId, plantId), eq(table.unit, unit), gte(table.at, since), sql`${table.source} like 'shadow %'`),
    )
  return row?.n ?? 0
}

/** Older connection changes were recorded at their time; their entries may have been pruned. */
const maxLinkAgeMs = 86_400_000

/**
 * Records connection changes of these gateways, or of all, if they differ from the last entry. Returns the plants with
 * new entries.
 */
export const addLinkEntries = async (
  tx: Tx,
  { types, units, now }: { types: readonly string[]; units?: readonly string[]; now: Date },
): Promise<string[]> => {
  const { unit, plantId, cuType, acquired, removedAt, addedAt } = centralUnitTable
  const { since } = unitLinkTable
  const after = new Date(now.getTime() - maxLinkAgeMs).toISOString()
  const isOne = units ? sql`and ${unit} = any(${sql.param([...units])}::text[])` : sql``
  const { rows } = await tx.execute<{ plantId: string }>(sql`
    with seen as (
      select ${plantId} as plant_id, ${unit} as unit, greatest(${since}, ${addedAt}) as at, ${since} as since,
        case when ${isConnectedInEnrolledLife} then 'gatewayConnected' else 'gatewayDisconnected' end as kind
      from ${centralUnitTable} join ${unitLinkTable} on ${unitLinkTable.unit} = ${unit}
      where ${cuType} = any(${sql.param([...types])}::text[]) and ${acquired} and ${removedAt} is null
        and ${since} > ${after}::timestamptz ${isOne}
    )
    insert into ${bluetoothEntryTable} (plant_id, unit, source, kind, at)
    select plant_id, unit, 'link ' || kind || ' ' || extract(epoch from since), kind, at from seen
    where kind is distinct from (
      select last.kind from ${bluetoothEntryTable} last
      where last.plant_id = seen.plant_id and last.unit = seen.unit and last.source like 'link %'
      order by last.at desc limit 1)
    on conflict do nothing returning plant_id as "plantId"`)
  return [...new Set(rows.map((row) => row.plantId))]
}

export type BluetoothEntryFilter = {
  plantId: string
  of?: BluetoothEntryGroup | undefined
  topic?: string | undefined
  search: string
  since: Date | null
}

const matchesText = (search: string): SQL | undefined => {
  const table = bluetoothEntryTable
  const text = search.trim()
  if (text === '') return undefined
  // Labels print an address in pairs.
  const address = text.replaceAll(/[:\- ]/g, '')
  return or(
    address === '' ? undefined : contains(table.mac, address),
    ...[table.serial, table.unit, table.byName].map((column) => contains(column, text)),
  )
}

const whereOf = ({ plantId, of: group, topic, search, since }: BluetoothEntryFilter): SQL | undefined => {
  const table = bluetoothEntryTable
  return and(
    eq(table.plantId, plantId),
    group ? inArray(table.kind, [...bluetoothEntryGroups[group]]) : undefined,
    topic ? eq(table.unit, topic) : undefined,
    matchesText(search),
    since ? gte(table.at, since) : undefined,
  )
}

export const listBluetoothEntries = async (
  tx: Tx,
  filter: BluetoothEntryFilter,
  span: { offset: number; limit: number },
): Promise<BluetoothEntry[]> => {
  const rows = await tx
    .select()
    .from(bluetoothEntryTable)
    .where(whereOf(filter))
    .orderBy(desc(bluetoothEntryTable.at), desc(bluetoothEntryTable.id))
    .offset(span.offset)
    .limit(span.limit)
  return rows.map(({ plantId: _, source: __, byName, at, ...row }) => ({ ...row, at: at.toISOString(), by: byName }))
}

const countWhere = async (tx: Tx, where: SQL | undefined): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(bluetoothEntryTable).where(where)
  return row?.n ?? 0
}

export const countBluetoothEntries = (tx: Tx, filter: BluetoothEntryFilter): Promise<number> =>
  countWhere(tx, whereOf(filter))

/** Number of entries older than a moment. */
export const countBluetoothEntriesBefore = (tx: Tx, plantId: string, at: Date): Promise<number> =>
  countWhere(tx, and(eq(bluetoothEntryTable.plantId, plantId), lt(bluetoothEntryTable.at, at)))

/** Deletes at most `limit` entries older than `before`, by each plant's index; returns how many. */
export const deleteOldBluetoothEntries = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, plantId, at } = bluetoothEntryTable
  const { rowCount } = await tx.execute(
    sql`delete from ${bluetoothEntryTable} where ${id} in (
      select old.id from ${plantTable} cross join lateral (
        select ${id} from ${bluetoothEntryTable} where ${plantId} = ${plantTable.id} and ${at} < ${before.toISOString()} limit ${limit}
      ) old limit ${limit})`,
  )
  return rowCount ?? 0
}
