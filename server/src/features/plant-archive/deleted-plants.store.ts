import type { DeletedPlant, PlantContent } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { and, count, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { attachmentTable } from '../attachments/attachments.schema.ts'
import { bluetoothReportTable } from '../bluetooth/bluetooth.schema.ts'
import { inspectorLinkTable } from '../compliance/compliance.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { logbookHeadTable } from '../logbook/logbook.schema.ts'
import { isAdministeredBy } from '../members/index.ts'
import { invitationTable, plantMemberTable } from '../members/members.schema.ts'
import { matchesSearch, type PlantRow } from '../plants/index.ts'
import { reportTable } from '../reports/reports.schema.ts'
import { roomTable } from '../rooms/rooms.schema.ts'

const dayMs = 86_400_000

/** Until when a plant deleted at a time can be restored. */
export const restorableUntil = (removedAt: Date, days: number): Date => new Date(removedAt.getTime() + days * dayMs)

/** Counts a plant's contents, each kind through its own index. */
export const countContents = async (tx: Tx, plantId: string, now: Date): Promise<Record<PlantContent, number>> => {
  const at = now.toISOString()
  const countRows = (table: SQL, more: SQL = sql``) =>
    sql`(select count(*)::int from ${table} where plant_id = ${plantId} ${more})`
  const { rows } = await tx.execute<Record<PlantContent, number>>(sql`select
    ${countRows(sql`${centralUnitTable}`, sql`and removed_at is null`)} as units,
    (select count(*)::int from ${lampTable} lamp join ${centralUnitTable} unit on unit.id = lamp.central_unit_id
      where unit.plant_id = ${plantId} and unit.removed_at is null) as lamps,
    ${countRows(sql`${roomTable}`)} as rooms,
    ${countRows(sql`${plantMemberTable}`)} as members,
    ${countRows(sql`${invitationTable}`, sql`and accepted_at is null and declined_at is null and deleted_at is null and expires_at > ${at}`)} as invitations,
    ${countRows(sql`${testRunTable}`)} as tests,
    coalesce((select entries from ${logbookHeadTable} where plant_id = ${plantId}), 0) as entries,
    ${countRows(sql`${reportTable}`)} as reports,
    ${countRows(sql`${attachmentTable}`)} as attachments,
    ${countRows(sql`${inspectorLinkTable}`, sql`and revoked_at is null and expires_at > ${at}`)}
      + ${countRows(sql`${bluetoothReportTable}`, sql`and revoked_at is null and expires_at > ${at}`)} as links`)
  const [row] = rows
  if (!row) throw new Error('the contents of a plant could not be counted')
  return row
}

/** Locks a deleted plant until the transaction ends. */
export const lockDeleted = async (tx: Tx, plantId: string): Promise<PlantRow | undefined> => {
  const [row] = await tx
    .select()
    .from(plantTable)
    .where(and(eq(plantTable.id, plantId), isNotNull(plantTable.removedAt)))
    .for('update')
  return row
}

export type DeletedFilter = { search: string; since: Date; now: Date }

/** SQL condition: deleted plants a person may restore, as their installer administrator or as the office. */
const whereOf = (caller: User, { search, since, now }: DeletedFilter): SQL | undefined => {
  return and(
    gt(plantTable.removedAt, since),
    isNull(plantTable.erasedAt),
    isAdministeredBy(caller, now),
    matchesSearch(search),
  )
}

export const countDeleted = async (tx: Tx, caller: User, filter: DeletedFilter): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(plantTable).where(whereOf(caller, filter))
  return row?.n ?? 0
}

/** One page of deleted plants, latest first. */
export const listDeleted = async (
  tx: Tx,
  caller: User,
  filter: DeletedFilter,
  span: { offset: number; limit: number; days: number },
): Promise<DeletedPlant[]> => {
  const { id, plantname, city, timezone, removedAt, removedByName } = plantTable
  const isRemovedWithPlant = sql`unit.plant_id = ${id} and unit.removed_at = ${removedAt}`
  const rows = await tx
    .select({
      id,
      plantname,
      city,
      timezone,
      removedAt,
      removedByName,
      units: sql<number>`(select count(*)::int from ${centralUnitTable} unit where ${isRemovedWithPlant})`,
      lamps: sql<number>`(select count(*)::int from ${lampTable} lamp
        join ${centralUnitTable} unit on unit.id = lamp.central_unit_id where ${isRemovedWithPlant})`,
    })
    .from(plantTable)
    .where(whereOf(caller, filter))
    .orderBy(desc(removedAt), desc(id))
    .offset(span.offset)
    .limit(span.limit)
  return rows.flatMap(({ removedAt: at, id: plant_id, removedByName: removerName, ...row }) =>
    at
      ? [
          {
            ...row,
            plant_id,
            role: 'installerAdministrator' as const,
            deletedBy: removerName ?? '',
            deleted_at: at.toISOString(),
            restorable_until: restorableUntil(at, span.days).toISOString(),
          },
        ]
      : [],
  )
}
