import {
  defaultEscalatingKinds,
  type Escalation,
  escalationMinutes,
} from '@vigilux/contract/features/notices/escalation.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { userTable } from '../../../tables/accounts.schema.ts'
import { membershipsAt } from '../../members/index.ts'
import { escalationTable as table } from '../escalations.schema.ts'

export type EscalationRow = Omit<typeof table.$inferSelect, 'plantId'>

/** Default while nobody has set anything. */
const noEscalation: EscalationRow = {
  on: false,
  afterMinutes: escalationMinutes.default,
  kinds: [...defaultEscalatingKinds],
  userIds: [],
  version: 0,
}

/** A plant's escalation settings. `forUpdate` locks them, so no escalation starts meanwhile. */
export const findEscalation = async (tx: Tx, plantId: string, forUpdate = false): Promise<EscalationRow> => {
  const query = tx.select().from(table).where(eq(table.plantId, plantId))
  const [row] = forUpdate ? await query.for('update') : await query
  if (!row) return noEscalation
  const { plantId: _, ...settings } = row
  return settings
}

/** The escalation settings with names, including people who have left. */
export const readEscalation = async (tx: Tx, plantId: string, now: Date): Promise<Escalation> => {
  const { userIds, ...settings } = await findEscalation(tx, plantId)
  const member = membershipsAt(now)
  const rows = await tx
    .select({ userid: userTable.id, name: userTable.name, isMember: sql<boolean>`${member.userId} is not null` })
    .from(userTable)
    .leftJoin(member, and(eq(member.userId, userTable.id), eq(member.plantId, plantId)))
    .where(inArray(userTable.id, userIds))
  const memberById = new Map(rows.map((row) => [row.userid, row]))
  return {
    ...settings,
    people: userIds.map((userid) => memberById.get(userid) ?? { userid, name: '', isMember: false }),
  }
}

/** Saves if the version matches, 0 for none; returns false after a concurrent change. */
export const saveEscalationIfVersion = async (
  tx: Tx,
  plantId: string,
  { version, ...settings }: EscalationRow,
): Promise<boolean> => {
  const rows =
    version === 0
      ? await tx
          .insert(table)
          .values({ plantId, ...settings })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ ...settings, version: sql`${table.version} + 1` })
          .where(and(eq(table.plantId, plantId), eq(table.version, version)))
          .returning({ version: table.version })
  return rows.length > 0
}
