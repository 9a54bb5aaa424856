import { type EntryGroup, entryGroups, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { and, asc, count, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay, monthIn, startOfDay } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { correctedBy, isCorrectable, isValidEntry } from './corrections.store.ts'
import { logbookEntryTable, logbookHeadTable, logbookPersonTable } from './logbook.schema.ts'
import type { EntryRow } from './logbook.store.ts'

const table = logbookEntryTable

export type EntryFilter = {
  plantId: string
  /** Time zone for the days. */
  zone: string
  from?: string | undefined
  to?: string | undefined
  topic?: string | undefined
  of?: EntryGroup | undefined
  result?: EntryRow['result'] | undefined
  search: string
  /** Number from which on a text is searched; all entries if left out. */
  soughtFrom?: number | null
  since: Date | null
}

const matchesText = ({ plantId, search, soughtFrom: from }: EntryFilter): SQL | undefined => {
  const text = search.trim()
  if (text === '') return undefined
  const number = Number(text.replaceAll(/[.,\s]/g, ''))
  const isByNamedPerson = sql`${table.by} in (select ref from ${logbookPersonTable} where plant_id = ${plantId} and ${contains(sql`name`, text)})`
  const found = or(contains(table.search, text), isByNamedPerson)
  const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31
  if (!from) return isNumber ? or(found, eq(table.no, number)) : found
  // Two search conditions in an "or" would read all entries.
  const matchingNumbers = sql`select no from ${table} where ${and(eq(table.plantId, plantId), gte(table.no, from), found)}`
  return inArray(
    table.no,
    isNumber ? sql`(${matchingNumbers} union all select ${number}::int)` : sql`(${matchingNumbers})`,
  )
}

const whereOf = (filter: EntryFilter): SQL | undefined => {
  const { plantId, zone, from, to, topic, of: group, result, since } = filter
  return and(
    eq(table.plantId, plantId),
    group ? inArray(table.kind, [...entryGroups[group]]) : undefined,
    topic ? eq(table.unit, topic) : undefined,
    result ? eq(table.result, result) : undefined,
    from ? gte(table.at, startOfDay(from, zone)) : undefined,
    to ? lt(table.at, endOfDay(to, zone)) : undefined,
    matchesText(filter),
    since ? gte(table.at, since) : undefined,
  )
}

/**
 * The number from which on a text is searched; null for all entries. A text has no index, so the cost is bounded by the
 * entries read: the newest, or the newest before the last requested day.
 */
export const findSearchStart = async (
  tx: Tx,
  { plantId, zone, to, search }: EntryFilter,
  maxEntries: number,
): Promise<number | null> => {
  if (search.trim() === '') return null
  const [row] = await tx
    .select({ no: table.no })
    .from(table)
    .where(and(eq(table.plantId, plantId), to ? lt(table.at, endOfDay(to, zone)) : undefined))
    .orderBy(to ? desc(table.at) : desc(table.no))
    .limit(1)
  if (!row || row.no <= maxEntries) return null
  if ((await findHead(tx, plantId)).no === (await countAllEntries(tx, plantId))) return row.no - maxEntries + 1
  const [first] = await tx
    .select({ no: table.no })
    .from(table)
    .where(and(eq(table.plantId, plantId), lte(table.no, row.no)))
    .orderBy(desc(table.no))
    .offset(maxEntries - 1)
    .limit(1)
  return first?.no ?? null
}

type LaterFacts = Pick<LogbookEntry, 'no' | 'correctedBy' | 'correctable' | 'ignored' | 'notes'>

/** References to some entries from later ones: corrections and notes. */
const readLaterFacts = async (tx: Tx, plantId: string, nos: readonly number[]) => {
  const { rows } = await tx.execute<LaterFacts>(sql`
    select asked.no,
      ${correctedBy(sql`entry`)} as "correctedBy", ${isCorrectable(sql`entry`)} as correctable,
      not ${isValidEntry(sql`entry`)} as ignored,
      (select count(*)::int from ${table} note where note.plant_id = ${plantId} and note.about = asked.no and note.kind = 'note') as notes
    from unnest(${sql.param([...nos])}::int[]) as asked (no)
      join ${table} entry on entry.plant_id = ${plantId} and entry.no = asked.no`)
  return new Map(rows.map((row) => [row.no, row]))
}

/** Tells whether an entry's month was signed before the entry, by the plant's clock: signed months are a set. */
const signaturesOf = async (tx: Tx, plantId: string) => {
  const [plant] = await tx.select({ zone: plantTable.timezone }).from(plantTable).where(eq(plantTable.id, plantId))
  const { rows: signed } = await tx.execute<{ upTo: number; month: string }>(sql`
    select (facts->>'upTo')::int as "upTo", facts->>'month' as month from ${table}
    where plant_id = ${plantId} and kind = 'signature'`)
  return ({ kind, no, at }: EntryRow): boolean => {
    if (kind === 'signature') return false
    const before = signed.filter(({ upTo }) => upTo < no)
    if (before.length === 0) return false
    const entryMonth = monthIn(at, plant?.zone ?? 'UTC')
    return before.some(({ month }) => month === entryMonth)
  }
}

const personIn = (facts: unknown): string | null =>
  typeof facts === 'object' && facts !== null && 'person' in facts ? String(facts.person) : null

/** The names of persons by their references; an erased person has none. */
export const personNamesOf = async (tx: Tx, refs: readonly string[]): Promise<Map<string, string>> => {
  if (refs.length === 0) return new Map()
  const { ref, name } = logbookPersonTable
  const rows = await tx
    .select({ ref, name })
    .from(logbookPersonTable)
    .where(inArray(ref, [...new Set(refs)]))
  return new Map(rows.flatMap((row) => (row.name === null ? [] : [[row.ref, row.name]])))
}

/** The references of persons in entries. */
export const personsIn = (rows: readonly Pick<EntryRow, 'by' | 'facts'>[]): string[] =>
  rows.flatMap(({ by, facts }) => [by, personIn(facts)].filter((ref) => ref !== null))

const viewRows = async (tx: Tx, plantId: string, rows: readonly EntryRow[]): Promise<LogbookEntry[]> => {
  if (rows.length === 0) return []
  const names = await personNamesOf(tx, personsIn(rows))
  const laterFacts = await readLaterFacts(
    tx,
    plantId,
    rows.map(({ no }) => no),
  )
  const isAfterSignature = await signaturesOf(tx, plantId)
  return rows.map((entry) => {
    const { facts, ...row } = entry
    const person = personIn(facts)
    return {
      no: row.no,
      id: row.id,
      kind: row.kind,
      at: row.at.toISOString(),
      recordedAt: row.recordedAt.toISOString(),
      cu: row.unit,
      lamp: row.lamp,
      serial: row.lampSerial,
      testId: row.testId,
      corrects: row.corrects,
      about: row.about,
      text: row.text,
      result: row.result,
      clockWrong: row.clockWrong,
      by: row.by && (names.get(row.by) ?? null),
      person: row.by,
      facts: person === null ? (facts as Record<string, unknown>) : { person, name: names.get(person) ?? null },
      correctedBy: laterFacts.get(row.no)?.correctedBy ?? null,
      correctable: laterFacts.get(row.no)?.correctable ?? false,
      ignored: laterFacts.get(row.no)?.ignored ?? false,
      notes: laterFacts.get(row.no)?.notes ?? 0,
      afterSignature: isAfterSignature(entry),
      hash: row.hash,
    }
  })
}

export const listEntries = async (
  tx: Tx,
  filter: EntryFilter,
  span: { offset: number; limit: number },
): Promise<LogbookEntry[]> => {
  const rows = await tx
    .select()
    .from(table)
    .where(whereOf(filter))
    .orderBy(desc(table.no))
    .offset(span.offset)
    .limit(span.limit)
  return viewRows(tx, filter.plantId, rows)
}

/** Entries with these numbers. */
export const listEntriesByNo = async (tx: Tx, plantId: string, nos: readonly number[]): Promise<LogbookEntry[]> =>
  viewRows(
    tx,
    plantId,
    await tx
      .select()
      .from(table)
      .where(and(eq(table.plantId, plantId), inArray(table.no, [...nos]))),
  )

/**
 * A page of the whole logbook, newest first. Without omitted numbers, the page is found without reading earlier
 * entries.
 */
export const listAllEntries = async (
  tx: Tx,
  filter: EntryFilter,
  { newest, total }: { newest: number; total: number },
  span: { offset: number; limit: number },
): Promise<LogbookEntry[]> => {
  if (newest !== total) return listEntries(tx, filter, span)
  const rows = await tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, filter.plantId), lte(table.no, newest - span.offset)))
    .orderBy(desc(table.no))
    .limit(span.limit)
  return viewRows(tx, filter.plantId, rows)
}

const countWhere = async (tx: Tx, where: SQL | undefined): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(table).where(where)
  return row?.n ?? 0
}

/** Whether there are more entries than `limit`; reads no further. */
export const hasMoreEntries = async (tx: Tx, filter: EntryFilter, limit: number): Promise<boolean> =>
  (await tx.select({ no: table.no }).from(table).where(whereOf(filter)).offset(limit).limit(1)).length > 0

export const countEntries = (tx: Tx, filter: EntryFilter): Promise<number> => countWhere(tx, whereOf(filter))

/** Number of entries about events before a moment. */
export const countEntriesBefore = (tx: Tx, plantId: string, at: Date): Promise<number> =>
  countWhere(tx, and(eq(table.plantId, plantId), lt(table.at, at)))

/** The end of the chain. */
export const findHead = async (tx: Tx, plantId: string): Promise<{ no: number; hash: string | null }> => {
  const { no, hash } = logbookHeadTable
  const [head] = await tx.select({ no, hash }).from(logbookHeadTable).where(eq(logbookHeadTable.plantId, plantId))
  return head && head.no > 0 ? head : { no: 0, hash: null }
}

/** Number of entries in the chain: less than the last number if a restore omitted numbers. */
export const countAllEntries = async (tx: Tx, plantId: string): Promise<number> => {
  const { entries } = logbookHeadTable
  const [head] = await tx.select({ entries }).from(logbookHeadTable).where(eq(logbookHeadTable.plantId, plantId))
  return head?.entries ?? 0
}

/** Time of the first readable entry. */
export const findFirstEntryAt = async (tx: Tx, plantId: string, since: Date | null): Promise<Date | null> => {
  const [row] = await tx
    .select({ at: table.at })
    .from(table)
    .where(and(eq(table.plantId, plantId), since ? gte(table.at, since) : undefined))
    .orderBy(asc(table.at))
    .limit(1)
  return row?.at ?? null
}

/** The entry with this number, unless it is from before `since`. */
export const findEntryRow = async (
  tx: Tx,
  plantId: string,
  no: number,
  since: Date | null = null,
): Promise<EntryRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.no, no), since ? gte(table.at, since) : undefined))
  return row
}

export const findEntryById = async (tx: Tx, plantId: string, id: string): Promise<EntryRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.id, id)))
  return row
}

/** The entry with this number, and all entries with a reference from or to it. */
export const findEntryWithRelated = async (tx: Tx, plantId: string, no: number, since: Date | null, limit: number) => {
  const row = await findEntryRow(tx, plantId, no, since)
  if (!row) return undefined
  const relatedNumbers = [row.no, row.corrects, row.about].filter((one) => one !== null)
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.plantId, plantId),
        or(
          inArray(table.no, relatedNumbers),
          inArray(table.corrects, relatedNumbers),
          inArray(table.about, relatedNumbers),
        ),
        since ? gte(table.at, since) : undefined,
      ),
    )
    .orderBy(asc(table.no))
    .limit(limit)
  const [entry, ...relatedEntries] = await viewRows(tx, plantId, [row, ...rows.filter((one) => one.no !== no)])
  return entry && { entry, others: relatedEntries }
}

export const countPhotos = async (tx: Tx, plantId: string, no: number): Promise<number> => {
  const [row] = await tx
    .select({ photos: count() })
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.about, no), eq(table.kind, 'photo')))
  return row?.photos ?? 0
}

/** The file of a photo entry; undefined if it is no photo, or older than the readable history. */
export const findPhoto = async (
  tx: Tx,
  plantId: string,
  no: number,
  since: Date | null,
): Promise<string | undefined> => {
  const [row] = await tx
    .select({ file: sql<string>`${table.facts} ->> 'file'` })
    .from(table)
    .where(
      and(
        eq(table.plantId, plantId),
        eq(table.no, no),
        eq(table.kind, 'photo'),
        since ? gte(table.at, since) : undefined,
      ),
    )
  return row?.file
}
