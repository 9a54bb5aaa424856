import { type EntryKind, personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable } from './logbook.schema.ts'

/** Entries with these keys, `by …`, are written by people; all others by the platform. */
export const personEntryKey = (entryId: string): string => `by ${entryId}`

/** Alias of a row of the logbook in a statement. */
type Alias = SQL

/** Condition: written by a person. Entries of the platform, signatures and reports of units are never corrected. */
const isByPerson = (entry: Alias): SQL => sql`
  (${entry}.kind = any (${sql.param([...personKinds])}::text[])
    and (${entry}.once is null or ${entry}.once like 'by %'))`

/**
 * Condition for `correction` to correct `entry`: same kind, and either both by people, or both the same test by the
 * platform.
 */
const isCorrectionOf = (correction: Alias, entry: Alias): SQL => sql`
  (${correction}.plant_id = ${entry}.plant_id and ${correction}.corrects = ${entry}.no and ${correction}.no > ${entry}.no
    and ${correction}.kind = ${entry}.kind
    and (${isByPerson(entry)} or (${entry}.kind = 'testEnded' and ${correction}.test_id = ${entry}.test_id)))`

/** Columns of an entry by which it corrects another, or is corrected. */
const stepColumns = (entry: Alias): SQL =>
  sql.join(
    ['plant_id', 'no', 'corrects', 'kind', 'test_id', 'about'].map((column) => sql`${entry}.${sql.identifier(column)}`),
    sql`, `,
  )

/**
 * The chain of corrected entries back to the first, as a recursive query `chain`. Each step is found by its number and
 * judged afterwards: as a condition of the search, the judgment costs the database seven times as long to plan.
 */
const earlierOf = (entry: Alias): SQL => sql`
  recursive step as (
    select ${stepColumns(sql`earlier`)}, ${isCorrectionOf(entry, sql`earlier`)} as is_corrected
    from ${logbookEntryTable} as earlier
    where earlier.plant_id = ${entry}.plant_id and earlier.no = ${entry}.corrects
    union all
    select ${stepColumns(sql`earlier`)}, ${isCorrectionOf(sql`step`, sql`earlier`)}
    from step join ${logbookEntryTable} as earlier on earlier.plant_id = step.plant_id and earlier.no = step.corrects
    where step.is_corrected
  ), chain as (select * from step where is_corrected)`

/** Whether an entry is valid: it corrects nothing, or a correctable and itself valid entry. */
export const isValidEntry = (entry: Alias): SQL => sql`
  (${entry}.corrects is null or exists (with ${earlierOf(entry)} select from chain where chain.corrects is null))`

/** The numbers of an entry and of all entries corrected by it. */
export const chainOf = (entry: Alias): SQL => sql`
  (with ${earlierOf(entry)} select ${entry}.no union all select chain.no from chain)`

/** The entry referenced by an entry; a correction without a reference inherits the corrected entry's. */
export const aboutOf = (entry: Alias): SQL => sql`
  coalesce(${entry}.about, (
    with ${earlierOf(entry)} select chain.about from chain where chain.about is not null order by chain.no desc limit 1))`

/** Whether people may correct an entry of this kind. */
export const isCorrectable = (entry: Alias): SQL => sql`(${isByPerson(entry)} and ${isValidEntry(entry)})`

/** The number of this entry's correction by a moment, or by now; null if there is none. */
export const correctedBy = (entry: Alias, at?: Date): SQL => sql`
  (select min(later.no) from ${logbookEntryTable} as later
    where later.plant_id = ${entry}.plant_id and later.corrects = ${entry}.no and ${isCorrectionOf(sql`later`, entry)}
      ${at ? sql`and later.recorded_at <= ${at.toISOString()}` : sql``})`

/** Entries in force at a moment: recorded by then, valid, and not corrected by then. */
export const isCurrentAt = (entry: Alias, at: Date): SQL => sql`
  (${entry}.recorded_at <= ${at.toISOString()} and ${correctedBy(entry, at)} is null and ${isValidEntry(entry)})`

type CorrectableEntry = { kind: EntryKind; correctable: boolean; correctedBy: number | null }

/** Constraints on a correction of an entry; undefined if there is no such entry. */
export const findCorrected = async (tx: Tx, plantId: string, no: number): Promise<CorrectableEntry | undefined> => {
  const { rows } = await tx.execute<CorrectableEntry>(sql`
    select kind, ${isCorrectable(sql`entry`)} as correctable, ${correctedBy(sql`entry`)} as "correctedBy"
    from ${logbookEntryTable} as entry where plant_id = ${plantId} and no = ${no}`)
  return rows[0]
}
