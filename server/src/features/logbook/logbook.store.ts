import { randomUUID } from 'node:crypto'
import type { SealedEntry } from '@vigilux/contract/features/logbook/chain.rules.ts'
import { personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PersonEraser, Pseudonymization } from '../../kernel/pseudonymize-person.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampChangeTable, lampTable } from '../../tables/lamps.schema.ts'
import type { Person } from './entry-draft.ts'
import { logbookEntryTable, logbookHeadTable, logbookPersonTable } from './logbook.schema.ts'

export type EntryRow = typeof logbookEntryTable.$inferSelect
export type LogbookHead = typeof logbookHeadTable.$inferSelect

/** The sealed part of a row. */
export const toSealed = (row: EntryRow): SealedEntry => {
  const { plantId: _, centralUnitId: __, once: ___, result: ____, search: _____, hash: ______, ...sealed } = row
  return { ...sealed, at: row.at.toISOString(), recordedAt: row.recordedAt.toISOString() }
}

/** Locks the heads of chains until COMMIT, always in the same order. A plant without entries has none. */
export const lockHeads = (tx: Tx, plantIds: readonly string[]): Promise<LogbookHead[]> =>
  tx
    .select()
    .from(logbookHeadTable)
    .where(inArray(logbookHeadTable.plantId, [...plantIds]))
    .orderBy(asc(logbookHeadTable.plantId))
    .for('update')

/** Creates a chain, or waits for a concurrent creation; returns the locked head. */
export const createHead = async (tx: Tx, plantId: string, hash: string): Promise<LogbookHead> => {
  await tx.insert(logbookHeadTable).values({ plantId, hash, sealedAt: sql`now()` }).onConflictDoNothing()
  const [head] = await lockHeads(tx, [plantId])
  if (!head) throw new Error('a logbook that has just been opened has no head')
  return head
}

export const moveHead = async (tx: Tx, { plantId, no, entries, hash }: LogbookHead): Promise<void> => {
  await tx
    .update(logbookHeadTable)
    .set({ no, entries, hash, sealedAt: sql`clock_timestamp()` })
    .where(eq(logbookHeadTable.plantId, plantId))
}

/** The logbook's entry of a test so far, with its digest. */
export const findLoggedTest = async (tx: Tx, plantId: string, onceKey: string) => {
  const { rows } = await tx.execute<{ no: number; digest: string | null }>(sql`
    select coalesce(last.no, first.no) as no, coalesce(last.facts, first.facts)->>'digest' as digest
    from ${logbookEntryTable} first left join lateral (
      select no, facts from ${logbookEntryTable} later
      where later.plant_id = first.plant_id and later.test_id = first.test_id and later.kind = 'testEnded' and later.corrects >= first.no
      order by no desc limit 1) last on true
    where first.plant_id = ${plantId} and first.once = ${onceKey}`)
  return rows[0]
}

/** The number of the entry with this idempotency key; null if there is none yet. */
export const findEntryNo = async (tx: Tx, plantId: string, onceKey: string): Promise<number | null> => {
  const [row] = await tx
    .select({ no: logbookEntryTable.no })
    .from(logbookEntryTable)
    .where(and(eq(logbookEntryTable.plantId, plantId), eq(logbookEntryTable.once, onceKey)))
  return row?.no ?? null
}

type ReportedFault = { plantId: string; unit: string; lamp: number | null; error: string }

/** The number of the last entry in which a unit reported this fault, of a lamp or of itself; null if there is none. */
export const findFaultEntryNo = async (
  tx: Tx,
  { plantId, unit, lamp, error }: ReportedFault,
): Promise<number | null> => {
  const table = logbookEntryTable
  const [row] = await tx
    .select({ no: table.no })
    .from(table)
    .where(
      and(
        and(
          eq(table.plantId, plantId),
          eq(table.unit, unit),
          eq(table.kind, lamp === null ? 'unitFault' : 'lampFault'),
        ),
        and(lamp === null ? isNull(table.lamp) : eq(table.lamp, lamp), sql`${table.facts} ->> 'error' = ${error}`),
      ),
    )
    .orderBy(desc(table.no))
    .limit(1)
  return row?.no ?? null
}

/** Heads of recently extended chains, on any node. */
export const listRecentHeads = async (tx: Tx): Promise<{ plantId: string; no: number }[]> => {
  const { rows } = await tx.execute<{ plantId: string; no: number }>(sql`
    select plant_id as "plantId", no from ${logbookHeadTable} where sealed_at > clock_timestamp() - interval '10 seconds'`)
  return rows
}

/** The row id of the unit with this topic in the plant. */
export const findUnitId = async (tx: Tx, plantId: string, topic: string): Promise<string | undefined> => {
  const { id, plantId: unitPlantId, unit, removedAt } = centralUnitTable
  const [row] = await tx
    .select({ id })
    .from(centralUnitTable)
    .where(and(eq(unitPlantId, plantId), eq(unit, topic), isNull(removedAt)))
  return row?.id
}

/** Whether a unit has a lamp with this number, or had one according to its history or a machine's entry. */
export const hadLamp = async (tx: Tx, centralUnitId: string, lamp: number): Promise<boolean> => {
  const { rows } = await tx.execute<{ had: boolean }>(sql`
    select exists (select from ${lampTable} where central_unit_id = ${centralUnitId} and addr = ${lamp})
      or exists (select from ${lampChangeTable} where central_unit_id = ${centralUnitId} and addr = ${lamp})
      or exists (
        select from ${logbookEntryTable} as entry join ${centralUnitTable} as unit on unit.id = ${centralUnitId}
        where entry.plant_id = unit.plant_id and entry.unit = unit.unit and entry.lamp = ${lamp}
          and entry.kind <> all (${sql.param([...personKinds, 'note', 'photo'])}::text[])) as had`)
  return rows[0]?.had ?? false
}

/** Numbers of the lamps of a unit, in order. */
export const listLampNumbers = async (tx: Tx, centralUnitId: string): Promise<number[]> => {
  const { addr } = lampTable
  const rows = await tx.select({ addr }).from(lampTable).where(eq(lampTable.centralUnitId, centralUnitId)).orderBy(addr)
  return rows.map((row) => row.addr)
}

/** Which of these idempotency keys the logbook already has. */
export const listLoggedKeys = async (tx: Tx, plantId: string, names: readonly string[]): Promise<Set<string>> => {
  if (names.length === 0) return new Set()
  const { rows } = await tx.execute<{ once: string }>(sql`
    select once from ${logbookEntryTable} where plant_id = ${plantId} and once = any (${sql.param([...names])}::text[])`)
  return new Set(rows.map(({ once }) => once))
}

/** Rows per statement: each takes 19 of the 65,535 parameters. */
const rowsPerStatement = 1_000

export const insertEntries = async (tx: Tx, rows: readonly EntryRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await tx.insert(logbookEntryTable).values(rows.slice(from, from + rowsPerStatement))
}

const keyOf = ({ userId, name }: Person): string => `${userId ?? ''} ${name}`

/** The references of these names; missing ones are created. The caller has locked the plant's head. */
export const personsOf = async (tx: Tx, plantId: string, persons: readonly Person[]) => {
  const personsByKey = new Map(persons.map((person) => [keyOf(person), person]))
  const refs = new Map<string, string>()
  if (personsByKey.size > 0) {
    const names = [...new Set([...personsByKey.values()].map(({ name }) => name))]
    const { rows } = await tx.execute<{ ref: string; userId: string | null; name: string }>(sql`
      select ref, user_id as "userId", name from ${logbookPersonTable}
      where plant_id = ${plantId} and name = any (${sql.param(names)}::text[])`)
    for (const row of rows) refs.set(keyOf(row), row.ref)
    const newPersons = [...personsByKey].filter(([key]) => !refs.has(key))
    for (const [key] of newPersons) refs.set(key, randomUUID())
    if (newPersons.length > 0)
      await tx
        .insert(logbookPersonTable)
        .values(
          newPersons.map(([key, { userId, name }]) => ({ userId, name, plantId, ref: refs.get(key) ?? randomUUID() })),
        )
  }
  return (person: Person): string => {
    const ref = refs.get(keyOf(person))
    if (!ref) throw new Error('a person of the logbook without a reference')
    return ref
  }
}

/** Matches the typed name as whole words: first name first, or surname first. */
const typedNamePattern = (name: string): RegExp => {
  const nameParts = name.split(/\s+/).map((namePart) => RegExp.escape(namePart))
  const reversed = [...nameParts.slice(-1), ...nameParts.slice(0, -1)]
  return new RegExp(`(?<!\\p{L})(?:${nameParts.join('\\s+')}|${reversed.join('\\s+')})(?!\\p{L})`, 'giu')
}

/**
 * Replaces a name typed as responsible person with the pseudonym, in plants where the person was active. A namesake in
 * the same plant loses the name as well.
 */
const pseudonymizeTyped = async (tx: Tx, { userId, name, pseudonym, plantIds }: Pseudonymization): Promise<void> => {
  const table = logbookPersonTable
  const ownPlants = sql`(select own.plant_id from ${table} own where own.user_id = ${userId})`
  const typedNames = await tx
    .select({ ref: table.ref, name: table.name })
    .from(table)
    .where(
      and(
        isNull(table.userId),
        isNotNull(table.name),
        or(inArray(table.plantId, [...plantIds]), inArray(table.plantId, ownPlants)),
      ),
    )
  for (const row of typedNames) {
    const renamed = row.name?.replaceAll(typedNamePattern(name), () => pseudonym)
    if (renamed !== undefined && renamed !== row.name)
      await tx.update(table).set({ name: renamed }).where(eq(table.ref, row.ref))
  }
}

/** Erases the name of a person in all logbooks; entries stay under the reference, and every seal stays valid. */
export const eraseFromLogbooks: PersonEraser = async (tx, pseudonymization) => {
  const { userId } = pseudonymization
  await pseudonymizeTyped(tx, pseudonymization)
  await tx.update(logbookPersonTable).set({ name: null, userId: null }).where(eq(logbookPersonTable.userId, userId))
}
