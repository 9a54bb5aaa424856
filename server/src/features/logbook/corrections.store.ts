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

/** The chain of corrected entries back to the first, as a recursive query `chain`. */
const earlierOf = (entry: Alias): SQL => sql`
  recursive chain as (
    select earlier.* from ${logbookEntryTable} as earlier
    where earlier.plant_id = ${entry}.plant_id and ${isCorrectionOf(entry, sql`earlier`)}
    union all
    select earlier.* from chain join ${logbookEntryTable} as earlier
      on earlier.plant_id = chain.plant_id and ${isCorrectionOf(sql`chain`, sql`earlier`)}
  )`

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
