import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { installationChanges, installationEntryKinds } from '@vigilux/contract/features/logbook/drawings.rules.ts'
import { entryFacts, type PersonKind, personKinds } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { LogbookFacts } from '@vigilux/contract/features/logbook/logbook-facts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { aboutOf, chainOf, isCurrentAt } from './corrections.store.ts'
import { isOfPeopleIn, logbookEntryTable, logbookPersonTable } from './logbook.schema.ts'

export type { LogbookFacts } from '@vigilux/contract/features/logbook/logbook-facts.ts'

/** Condition: an entry in the index of those written by people. */
const isOfPeople = isOfPeopleIn(sql`entry.kind`)

type FactRow = { kind: string; facts: unknown; at: string; by: string | null; name: string | null }

const iso = (at: Date | string): string => new Date(at).toISOString()

/** Entries of the plant in force at a moment. */
const isCurrent = (plantId: string, at: Date): SQL =>
  sql`entry.plant_id = ${plantId} and ${isCurrentAt(sql`entry`, at)}`

/** Kinds of which only the latest entry counts. */
const singleKinds = personKinds.filter((kind) => kind !== 'certificate')

/** The latest entry of each kind, and of each kind of certificate; for signatures the one of the latest month. */
const latestRows = async (tx: Tx, plantId: string, at: Date): Promise<FactRow[]> => {
  const kinds = sql.param(singleKinds)
  const { rows } = await tx.execute<FactRow>(sql`
    with last as (
      select latest.* from unnest(${kinds}::text[]) as single (kind)
        cross join lateral (
          select entry.kind, entry.facts, entry.at, entry.by from ${logbookEntryTable} entry
          where entry.kind = single.kind and ${isOfPeople} and ${isCurrent(plantId, at)}
          order by entry.at desc, entry.no desc limit 1
        ) as latest
      union all
      (select distinct on (entry.kind, entry.facts->>'of') entry.kind, entry.facts, entry.at, entry.by
        from ${logbookEntryTable} entry
        where entry.kind in ('certificate', 'signature') and ${isOfPeople} and ${isCurrent(plantId, at)}
        order by entry.kind, entry.facts->>'of', entry.facts->>'month' desc, entry.at desc, entry.no desc)
    )
    select last.kind, last.facts, last.at, last.by, person.name from last
      left join ${logbookPersonTable} person
        on person.ref = coalesce((last.facts->>'person')::uuid, last.by)`)
  return rows
}

/** The person named last as responsible for the plant. */
export const findResponsible = async (tx: Tx, plantId: string, at: Date): Promise<string | null> => {
  const { rows } = await tx.execute<{ name: string | null }>(sql`
    select person.name from ${logbookEntryTable} entry
      left join ${logbookPersonTable} person on person.ref = (entry.facts->>'person')::uuid
    where entry.kind = 'responsiblePerson' and ${isOfPeople} and ${isCurrent(plantId, at)}
    order by entry.at desc, entry.no desc limit 1`)
  return rows[0]?.name ?? null
}

const drawingsOf = async (tx: Tx, plantId: string, at: Date): Promise<LogbookFacts['drawings']> => {
  const { rows } = await tx.execute<{ dated: string; enteredAt: Date | string }>(sql`
    select entry.facts->>'dated' as dated, entry.recorded_at as "enteredAt" from ${logbookEntryTable} entry
    where entry.kind = 'drawings' and ${isCurrent(plantId, at)}
    order by dated desc, entry.no desc limit 1`)
  return rows[0] ? { dated: rows[0].dated, enteredAt: iso(rows[0].enteredAt) } : null
}

const installationChangesOf = async (tx: Tx, plantId: string, at: Date): Promise<string[]> => {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`
    select entry.at from ${logbookEntryTable} entry
    where entry.plant_id = ${plantId} and entry.recorded_at <= ${at.toISOString()}
      and (entry.kind = any (${sql.param([...installationEntryKinds])}::text[])
        or (entry.kind = 'configurationChanged'
          and entry.facts->>'change' = any (${sql.param([...installationChanges])}::text[])))`)
  return datesOf(rows)
}

const signedMonthsOf = async (tx: Tx, plantId: string, at: Date): Promise<string[]> => {
  const { rows } = await tx.execute<{ month: string }>(sql`
    select distinct entry.facts->>'month' as month from ${logbookEntryTable} entry
    where entry.kind = 'signature' and ${isCurrent(plantId, at)} order by month`)
  return rows.map(({ month }) => month)
}

/** Signed ones of these months, by plant. */
export const listSignedMonths = async (
  tx: Tx,
  plantIds: readonly string[],
  { months, at }: { months: readonly string[]; at: Date },
): Promise<Map<string, string[]>> => {
  const { rows } = await tx.execute<{ plantId: string; months: string[] }>(sql`
    select entry.plant_id as "plantId", array_agg(distinct entry.facts->>'month') as months
    from ${logbookEntryTable} entry
    where ${isOneOf(sql`entry.plant_id`, 'uuid', plantIds)} and entry.kind = 'signature'
      and entry.facts->>'month' = any (${sql.param([...months])}::text[]) and ${isCurrentAt(sql`entry`, at)}
    group by entry.plant_id`)
  return new Map(rows.map((row) => [row.plantId, row.months]))
}

export type DoneEntry = {
  plantId: string
  kind: 'testEnded' | 'remedy' | 'signature'
  at: Date
  test: TestKind | null
  month: string | null
}

/** The newest finished tests, proven remedies and signatures of these plants since a moment. */
export const listDoneSince = async (
  tx: Tx,
  plantIds: readonly string[],
  { since, at, limit }: { since: Date; at: Date; limit: number },
): Promise<DoneEntry[]> => {
  const { rows } = await tx.execute<DoneEntry>(sql`
    select entry.plant_id as "plantId", entry.kind, entry.at, entry.facts->>'test' as test, entry.facts->>'month' as month
    from ${logbookEntryTable} entry
    where entry.plant_id = any (${sql.param([...plantIds])}::uuid[]) and entry.at >= ${since.toISOString()}
      and (entry.kind = 'signature' or (entry.kind = 'testEnded' and entry.facts->>'state' = 'finished')
        or (entry.kind = 'remedy' and entry.facts->>'error' is not null))
      and ${isCurrentAt(sql`entry`, at)}
    order by entry.at desc limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

const lastTestOf = async (tx: Tx, plantId: string, at: Date): Promise<string | null> => {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select entry.at from ${logbookEntryTable} entry
    where entry.plant_id = ${plantId} and entry.kind = 'testEnded' and entry.facts->>'state' <> 'notStarted'
      and entry.recorded_at <= ${at.toISOString()}
    order by entry.no desc limit 1`)
  return rows[0] ? iso(rows[0].at) : null
}

/** Last light measurement of each of these plants, given by SQL of their ids; plants without one are missing. */
export const listLastLightMeasurements = async (tx: Tx, plantIds: SQL, now: Date): Promise<Map<string, Date>> => {
  const { rows } = await tx.execute<{ plantId: string; at: Date | string }>(sql`
    select entry.plant_id as "plantId", max(entry.at) as at from ${logbookEntryTable} entry
    where entry.kind = 'inspectionPhotometric' and entry.plant_id in ${plantIds}
      and ${isCurrentAt(sql`entry`, now)}
    group by entry.plant_id`)
  return new Map(rows.map(({ plantId, at }) => [plantId, new Date(at)]))
}

const datesOf = (rows: readonly { at: Date | string }[]): string[] => rows.map(({ at }) => iso(at)).toSorted()

const alterationsOf = async (tx: Tx, plantId: string, at: Date): Promise<string[]> => {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`
    select entry.at from ${logbookEntryTable} entry where entry.kind = 'alteration' and ${isCurrent(plantId, at)}`)
  return datesOf(rows)
}

/**
 * Open defects. A defect and its corrections count as one: a remedy of any of them, or its correction, remedies all.
 */
const openDefectsOf = async (tx: Tx, plantId: string, at: Date): Promise<string[]> => {
  const { rows } = await tx.execute<{ at: Date | string }>(sql`
    select entry.at from ${logbookEntryTable} entry
    where entry.kind = 'defect' and ${isCurrent(plantId, at)} and not exists (
      select from ${logbookEntryTable} remedy
      where remedy.plant_id = entry.plant_id and remedy.kind = 'remedy' and ${isCurrentAt(sql`remedy`, at)}
        and ${aboutOf(sql`remedy`)} in ${chainOf(sql`entry`)})`)
  return datesOf(rows)
}

/** Facts of a plant's logbook as of a moment: from all entries written by then, in every tier. */
export const readLogbookFacts = async (tx: Tx, plantId: string, at: Date): Promise<LogbookFacts> => {
  const rows = await latestRows(tx, plantId, at)
  const findRow = (kind: string, certificate?: string) =>
    rows.find((row) => row.kind === kind && (!certificate || (row.facts as { of?: string }).of === certificate))
  const latestByKind: LogbookFacts['latest'] = {}
  for (const { kind, at: entryAt } of rows) {
    const latestAt = latestByKind[kind as PersonKind]
    if (personKinds.includes(kind as PersonKind) && (!latestAt || latestAt < iso(entryAt)))
      latestByKind[kind as PersonKind] = iso(entryAt)
  }
  const atOf = (row: FactRow | undefined): string | null => (row ? iso(row.at) : null)
  const signature = findRow('signature')
  return {
    latest: latestByKind,
    commissionedAt: atOf(findRow('certificate', 'commissioning')),
    alterationCertifiedAt: atOf(findRow('certificate', 'alteration')),
    alterations: await alterationsOf(tx, plantId, at),
    installationChanges: await installationChangesOf(tx, plantId, at),
    drawings: await drawingsOf(tx, plantId, at),
    responsible: findRow('responsiblePerson')?.name ?? null,
    signed: signature
      ? {
          ...entryFacts.signature.parse(signature.facts),
          at: iso(signature.at),
          by: signature.name,
          person: signature.by ?? '',
        }
      : null,
    signedMonths: await signedMonthsOf(tx, plantId, at),
    lastTestAt: await lastTestOf(tx, plantId, at),
    openDefects: await openDefectsOf(tx, plantId, at),
  }
}

/**
 * Whether a signature up to an entry covers something of a month: the month does not precede the plant's first entry,
 * and its own entries, if it has any, begin by then.
 */
export const coversMonth = async (
  tx: Tx,
  { plantId, from, until, upTo }: { plantId: string; from: Date; until: Date; upTo: number },
): Promise<boolean> => {
  const [start, end] = [from.toISOString(), until.toISOString()]
  const { rows } = await tx.execute<{ covers: boolean }>(sql`
    select coalesce(min(entry.at) < ${end}::timestamptz, false)
      and coalesce(min(entry.no) filter (where entry.at >= ${start}::timestamptz and entry.at < ${end}::timestamptz), 0) <= ${upTo}
      as covers
    from ${logbookEntryTable} entry where entry.plant_id = ${plantId}`)
  return rows[0]?.covers ?? false
}

/** The last entry up to which a person signed a month; 0 without a signature. */
export const findSignedUpTo = async (
  tx: Tx,
  { plantId, userId, month }: { plantId: string; userId: string; month: string },
): Promise<number> => {
  const { rows } = await tx.execute<{ upTo: number | null }>(sql`
    select max((entry.facts->>'upTo')::int) as "upTo"
    from ${logbookEntryTable} entry join ${logbookPersonTable} person on person.ref = entry.by
    where entry.plant_id = ${plantId} and entry.kind = 'signature' and entry.facts->>'month' = ${month}
      and person.user_id = ${userId}`)
  return rows[0]?.upTo ?? 0
}
