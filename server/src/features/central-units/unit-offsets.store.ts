import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { localValues } from '../../tables/zones.store.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { isConnectedInEnrolledLife } from './unit-links.store.ts'

/** Offset of a zone from UTC, and its next change, if any. */
type ZoneClock = { utcOffsetMin: number; next: readonly object[] }
type ClockQuery = { cuTypes: string[]; clockIn: (zone: string) => ZoneClock; notSentSince: Date }

/**
 * Connected units with another UTC offset than their plant, or without its next clock change. Recently set clocks are
 * left out.
 */
export const listUnitsWithWrongOffset = async (
  tx: Tx,
  { cuTypes, clockIn, notSentSince }: ClockQuery,
  limit: number,
) => {
  const { id, plantId, unit, cuType, life, shadow, acquired, removedAt } = centralUnitTable
  const clocks = await localValues(tx, 'jsonb', (zone) => JSON.stringify(clockIn(zone)))
  return tx
    .select({ id, plantId, unit, cuType })
    .from(centralUnitTable)
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .innerJoin(clocks, sql`local.zone = ${plantTable.timezone}`)
    .innerJoin(unitLinkTable, eq(unitLinkTable.unit, unit))
    .where(
      and(
        eq(acquired, true),
        isNull(removedAt),
        isConnectedInEnrolledLife,
        inArray(cuType, cuTypes),
        isNull(plantTable.archivedAt),
        sql`${shadow} ->> 'utcOffsetMin' is not null`,
        sql`((${shadow} -> 'utcOffsetMin') <> (local.value -> 'utcOffsetMin') or not exists (
          select 1 from ${unitCommandTable}
          where unit_command.unit = ${unit} and unit_command.name = 'setClock'
            and unit_command.state = 'done' and unit_command.answered_by = ${life}
            and unit_command.command -> 'changes' @> (local.value -> 'next')
            and (unit_command.command -> 'changes' = '[]') = (local.value -> 'next' = '[]')))`,
        sql`not exists (select 1 from ${unitCommandTable} where unit_command.unit = ${unit} and unit_command.name = 'setClock'
          and unit_command.requested_at > ${notSentSince.toISOString()})`,
      ),
    )
    .orderBy(id)
    .limit(limit)
}

export type UnitWithWrongOffset = Awaited<ReturnType<typeof listUnitsWithWrongOffset>>[number]

/** Locks a unit until COMMIT; false while another node holds it. */
export const tryLockUnit = async (tx: Tx, id: string): Promise<boolean> => {
  const lockedUnits = await tx
    .select({ id: centralUnitTable.id })
    .from(centralUnitTable)
    .where(eq(centralUnitTable.id, id))
    .for('update', { skipLocked: true })
  return lockedUnits.length > 0
}
