import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { unitsChanged } from './central-units.domain-events.ts'

const isPresent = isNull(centralUnitTable.removedAt)

/** The enrolled units with these ids, locked in the order of their rows. */
export const lockEnrolled = (tx: Tx, units: string[]): Promise<EnrolledUnit[]> => {
  const { id, plantId, unit, cuType, cuId, life } = centralUnitTable
  return tx
    .select({ id, plantId, unit, cuType, cuId, life })
    .from(centralUnitTable)
    .where(and(inArray(unit, units), eq(centralUnitTable.acquired, true), isPresent))
    .orderBy(id)
    .for('no key update')
}

/** A life to store in a unit's row, or seen besides it. */
export type ReportedLife = { id: string; life: string }

const columnsOf = (reportedLives: readonly ReportedLife[]) =>
  sql`unnest(${sql.param(reportedLives.map(({ id }) => id))}::uuid[], ${sql.param(reportedLives.map(({ life }) => life))}::text[])`

/** Stores the seen life in rows without one, unless another plant has had it; returns the updated ones. */
export const adoptLives = async (work: Work, reportedLives: readonly ReportedLife[]): Promise<ReportedLife[]> => {
  if (reportedLives.length === 0) return []
  const { rows } = await work.tx.execute<ReportedLife>(sql`
    update central_unit as known set life = seen.life
    from ${columnsOf(reportedLives)} as seen (id, life)
    where known.id = seen.id and known.life is null
      and not exists (select from central_unit other where other.unit = known.unit and other.life = seen.life)
    returning known.id, known.life`)
  if (rows.length > 0) work.emit(unitsChanged)
  return rows
}

/**
 * Milliseconds between reports: boxes alternating under one serial, or one with a new life per birth, must not flood.
 */
const unknownUnitIntervalMs = 10 * 60_000

/**
 * Records units seen in another life than their rows; returns the new findings. While a person has not decided on the
 * last one, another counts as new after ten minutes at the earliest.
 */
export const markUnknownUnits = async (
  work: Work,
  reportedLives: readonly ReportedLife[],
): Promise<CentralUnitRow[]> => {
  if (reportedLives.length === 0) return []
  const before = new Date(work.now.getTime() - unknownUnitIntervalMs).toISOString()
  const { rows } = await work.tx.execute<{ id: string }>(sql`
    update central_unit as known set unknown_life = seen.life, unknown_life_since = ${work.now.toISOString()}::timestamptz
    from ${columnsOf(reportedLives)} as seen (id, life)
    where known.id = seen.id and known.removed_at is null and known.life <> seen.life
      and known.refused_life is distinct from seen.life and known.unknown_life is distinct from seen.life
      and (known.unknown_life_since is null or known.unknown_life_since < ${before}::timestamptz)
    returning known.id`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  work.emit(unitsChanged)
  return work.tx.select().from(centralUnitTable).where(inArray(centralUnitTable.id, ids))
}

/** A unit of the plant, locked until the transaction ends. */
export const lockUnit = async (tx: Tx, plantId: string, unit: string): Promise<CentralUnitRow | undefined> => {
  const [row] = await tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, unit), isPresent))
    .for('no key update')
  return row
}

const noUnknownUnit = { unknownLife: null, unknownLifeSince: null }

/** Ignores the other life until yet another appears. */
export const refuseUnknownUnit = async (work: Work, row: CentralUnitRow): Promise<CentralUnitRow | undefined> => {
  const [savedUnit] = await work.tx
    .update(centralUnitTable)
    .set({ ...noUnknownUnit, refusedLife: row.unknownLife })
    .where(eq(centralUnitTable.id, row.id))
    .returning()
  work.emit(unitsChanged)
  return savedUnit
}

/** Outcome of an enrolment. `reset`: the unit was the plant's already, under a past life. */
export type Acquired = 'acquired' | 'reset' | 'refused'

/**
 * Assigns the unit to the plant alone, under the given life, or under the first one seen. Refused if another plant has
 * the unit, or has had this life of it: data of the other plant's time must not appear here.
 */
export const acquireUnit = async (
  work: Work,
  plantId: string,
  unit: string,
  life: string | null = null,
): Promise<Acquired> => {
  const row = await lockUnit(work.tx, plantId, unit)
  if (!row) return 'refused'
  const [other] = await work.tx
    .select({ id: centralUnitTable.id })
    .from(centralUnitTable)
    .where(
      and(
        eq(centralUnitTable.unit, unit),
        ne(centralUnitTable.id, row.id),
        sql`(${centralUnitTable.life} = ${life} or (${centralUnitTable.acquired} and ${isPresent}))`,
      ),
    )
    .limit(1)
  if (other) return 'refused'
  const isReset = row.life !== null && life !== null && row.life !== life
  const fromZero = { shadowBoot: -1, shadowSeq: -1, stateBoot: -1, stateSeq: -1 }
  await work.tx
    .update(centralUnitTable)
    .set({
      acquired: true,
      ...(life && { life }),
      ...(isReset && { ...fromZero, ...noUnknownUnit, refusedLife: null }),
    })
    .where(eq(centralUnitTable.id, row.id))
  // Messages sent to a previous plant are no fault of this one.
  if (!row.acquired || isReset)
    await work.tx.update(unitLinkTable).set({ protocolFaultAt: null }).where(eq(unitLinkTable.unit, unit))
  work.emit(unitsChanged)
  return isReset ? 'reset' : 'acquired'
}
