import type { GroupName } from '@vigilux/contract/features/groups/group.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../central-units/central-units.schema.ts'
import { groupNameTable } from './groups.schema.ts'

/** The names given to groups of a plant's units. */
export const listGroupNames = (tx: Tx, plantId: string): Promise<GroupName[]> =>
  tx
    .select({
      cu: centralUnitTable.unit,
      group: groupNameTable.group,
      name: groupNameTable.name,
      description: groupNameTable.description,
    })
    .from(groupNameTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, groupNameTable.centralUnitId))
    .where(and(eq(centralUnitTable.plantId, plantId), isNull(centralUnitTable.removedAt)))
    .orderBy(asc(centralUnitTable.unit), asc(groupNameTable.group))

/** Names a group; an empty name takes the name away. */
export const saveGroupName = async (
  tx: Tx,
  { centralUnitId, group, name, description }: typeof groupNameTable.$inferSelect,
): Promise<void> => {
  const ofGroup = and(eq(groupNameTable.centralUnitId, centralUnitId), eq(groupNameTable.group, group))
  if (name === '') {
    await tx.delete(groupNameTable).where(ofGroup)
    return
  }
  await tx
    .insert(groupNameTable)
    .values({ centralUnitId, group, name, description })
    .onConflictDoUpdate({
      target: [groupNameTable.centralUnitId, groupNameTable.group],
      set: { name: sql`excluded.name`, description: sql`excluded.description` },
    })
}

/** Gives the names of one unit's groups to the unit that takes its place. */
export const moveGroupNames = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into group_name (central_unit_id, "group", name, description)
    select ${toUnitId}, "group", name, description from group_name where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}
