import { type EntryKind, personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable } from './logbook.schema.ts'

/** Entries under these names, `by …`, are people's own; any other name is of what the platform itself has written. */
export const personEntryKey = (entryId: string): string => `by ${entryId}`

/** Alias of a row of the logbook in a statement. */
type Alias = SQL

/** A person wrote it: the platform's own entries, signatures and what units reported are never corrected. */
const isByPerson = (entry: Alias): SQL => sql`
  (${entry}.kind = any (${sql.param([...personKinds])}::text[])
    and (${entry}.once is null or ${entry}.once like 'by %'))`

/** Whether `later` corrects `entry`: of the same kind and either both by people, or both the same test by the platform. */
const corrects = (later: Alias, entry: Alias): SQL => sql`
  (${later}.plant_id = ${entry}.plant_id and ${later}.corrects = ${entry}.no and ${later}.no > ${entry}.no
    and ${later}.kind = ${entry}.kind
    and (${isByPerson(entry)} or (${entry}.kind = 'testEnded' and ${later}.test_id = ${entry}.test_id)))`

/** The entries that an entry corrects, one after the other, back to the first, as a recursive query `chain`. */
const earlierOf = (entry: Alias): SQL => sql`
  recursive chain as (
    select earlier.* from ${logbookEntryTable} as earlier
    where earlier.plant_id = ${entry}.plant_id and ${corrects(entry, sql`earlier`)}
    union all
    select earlier.* from chain join ${logbookEntryTable} as earlier
      on earlier.plant_id = chain.plant_id and ${corrects(sql`chain`, sql`earlier`)}
  )`

/** Whether an entry counts: it corrects nothing, or an entry that it may correct and that counts itself. */
export const isValidEntry = (entry: Alias): SQL => sql`
  (${entry}.corrects is null or exists (with ${earlierOf(entry)} select from chain where chain.corrects is null))`

/** The numbers of an entry and of all that it corrects. */
export const chainOf = (entry: Alias): SQL => sql`
  (with ${earlierOf(entry)} select ${entry}.no union all select chain.no from chain)`

/** The entry that an entry is about; a correction that names none is about what the corrected entry is about. */
export const aboutOf = (entry: Alias): SQL => sql`
  coalesce(${entry}.about, (
    with ${earlierOf(entry)} select chain.about from chain where chain.about is not null order by chain.no desc limit 1))`

/** Whether people may correct an entry, as far as its kind goes. */
export const isCorrectable = (entry: Alias): SQL => sql`(${isByPerson(entry)} and ${isValidEntry(entry)})`

/** The number of the entry that corrects this one by a moment, or by now; null where none does. */
export const correctedBy = (entry: Alias, at?: Date): SQL => sql`
  (select min(later.no) from ${logbookEntryTable} as later
    where later.plant_id = ${entry}.plant_id and later.corrects = ${entry}.no and ${corrects(sql`later`, entry)}
      ${at ? sql`and later.recorded_at <= ${at.toISOString()}` : sql``})`

/** Entries that stood at a moment: recorded by then, counting, and not corrected by then. */
export const isCurrentAt = (entry: Alias, at: Date): SQL => sql`
  (${entry}.recorded_at <= ${at.toISOString()} and ${correctedBy(entry, at)} is null and ${isValidEntry(entry)})`

type Corrected = { kind: EntryKind; correctable: boolean; correctedBy: number | null }

/** What a correction of an entry has to keep to; undefined where there is no such entry. */
export const findCorrected = async (tx: Tx, plantId: string, no: number): Promise<Corrected | undefined> => {
  const { rows } = await tx.execute<Corrected>(sql`
    select kind, ${isCorrectable(sql`entry`)} as correctable, ${correctedBy(sql`entry`)} as "correctedBy"
    from ${logbookEntryTable} as entry where plant_id = ${plantId} and no = ${no}`)
  return rows[0]
}
