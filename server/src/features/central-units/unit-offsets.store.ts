import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { offsetMinutes } from '../../kernel/zoned.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { localValues } from '../../tables/zones.store.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { isConnectedInEnrolledLife } from './unit-links.store.ts'

type OffsetQuery = { cuTypes: string[]; now: Date; notToldSince: Date }

/** Connected units whose UTC offset differs from that of their plant, and whose clock was not set recently. */
export const listUnitsWithWrongOffset = async (tx: Tx, { cuTypes, now, notToldSince }: OffsetQuery, limit: number) => {
  const { id, plantId, unit, cuType, shadow, acquired, removedAt } = centralUnitTable
  const offsets = await localValues(tx, 'int', (zone) => offsetMinutes(now, zone))
  return tx
    .select({ id, plantId, unit, cuType })
    .from(centralUnitTable)
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .innerJoin(offsets, sql`local.zone = ${plantTable.timezone}`)
    .innerJoin(unitLinkTable, eq(unitLinkTable.unit, unit))
    .where(
      and(
        eq(acquired, true),
        isNull(removedAt),
        isConnectedInEnrolledLife,
        inArray(cuType, cuTypes),
        isNull(plantTable.archivedAt),
        sql`(${shadow} ->> 'utcOffsetMin')::int <> local.value`,
        sql`not exists (select 1 from ${unitCommandTable} where unit_command.unit = ${unit} and unit_command.name = 'setClock'
          and unit_command.requested_at > ${notToldSince.toISOString()})`,
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
