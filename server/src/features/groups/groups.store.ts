import type { GroupName } from '@vigilux/contract/features/groups/group.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { groupNameTable } from './groups.schema.ts'

/** The names of groups of a plant's units, including removed ones. */
export const listGroupNames = (tx: Tx, plantId: string): Promise<GroupName[]> =>
  tx
    .select({
      cu: centralUnitTable.unit,
      group: groupNameTable.group,
      name: groupNameTable.name,
      description: groupNameTable.description,
      version: groupNameTable.version,
    })
    .from(groupNameTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, groupNameTable.centralUnitId))
    .where(and(eq(centralUnitTable.plantId, plantId), isNull(centralUnitTable.removedAt)))
    .orderBy(asc(centralUnitTable.unit), asc(groupNameTable.group))

/**
 * Names a group if the version is unchanged, 0 for none; undefined after a concurrent save. An empty name is stored to
 * continue its version.
 */
export const saveGroupName = async (
  tx: Tx,
  { version, ...row }: typeof groupNameTable.$inferSelect,
): Promise<number | undefined> => {
  const { centralUnitId, group, name, description } = row
  const table = groupNameTable
  const [savedRow] =
    version === 0
      ? await tx.insert(table).values(row).onConflictDoNothing().returning({ version: table.version })
      : await tx
          .update(table)
          .set({ name, description, version: sql`${table.version} + 1` })
          .where(and(eq(table.centralUnitId, centralUnitId), eq(table.group, group), eq(table.version, version)))
          .returning({ version: table.version })
  return savedRow?.version
}

export const moveGroupNames = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into group_name (central_unit_id, "group", name, description)
    select ${toUnitId}, "group", name, description from group_name where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}
