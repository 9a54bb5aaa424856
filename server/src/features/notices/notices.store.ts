import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { deleteSome } from '../../kernel/delete-some.store.ts'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable, userTable } from '../../tables/accounts.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { membershipsAt } from '../members/index.ts'
import { noticeChoiceTable as choice, noticeTable } from './notices.schema.ts'

export type Group = { plantId: string; kind: NoticeKind }

/** What has waited long enough to be told, by plant and kind. */
export const dueGroups = (tx: Tx, before: Date, limit: number): Promise<Group[]> =>
  tx
    .select({ plantId: cause.plantId, kind: cause.kind })
    .from(cause)
    .where(and(isNull(cause.gatheredAt), lte(cause.at, before)))
    .groupBy(cause.plantId, cause.kind)
    .limit(limit)

/** Takes all that waits of a plant and kind, if some of it has waited long enough; another node finds none of it. */
export const takeCauses = async (tx: Tx, { plantId, kind }: Group, { before, now }: { before: Date; now: Date }) => {
  const rows = await tx
    .select()
    .from(cause)
    .where(and(eq(cause.plantId, plantId), eq(cause.kind, kind), isNull(cause.gatheredAt)))
    .orderBy(asc(cause.at), asc(cause.centralUnitId), asc(cause.addr))
    .for('update')
  if (!rows.some(({ at }) => at <= before)) return []
  const ids = rows.map(({ id }) => id)
  await tx.update(cause).set({ gatheredAt: now }).where(inArray(cause.id, ids))
  return rows
}

export type NoticeReceiver = { userId: string; email: string; language: Language; plant: string; zone: string }

/** Who is told of a kind: members that are neither suspended nor have it switched off, where the plant has notices on. */
export const listReceivers = (tx: Tx, { plantId, kind }: Group, now: Date): Promise<NoticeReceiver[]> => {
  const member = membershipsAt(now)
  return tx
    .select({
      ...{ userId: member.userId, email: userTable.email, language: profileTable.language },
      ...{ plant: plantTable.plantname, zone: plantTable.timezone },
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .leftJoin(choice, and(eq(choice.plantId, member.plantId), eq(choice.userId, member.userId), eq(choice.kind, kind)))
    .where(
      and(
        ...[eq(member.plantId, plantId), eq(member.notifications, true), eq(plantTable.notifications, true)],
        ...[isNull(plantTable.removedAt), isNull(plantTable.archivedAt), eq(profileTable.validation, 'verified')],
        sql`${choice.mail} is not false`,
      ),
    )
}

/** How people call the units and lamps of causes. */
export const namesOf = async (tx: Tx, units: string[]) => {
  if (units.length === 0) return { units: new Map<string, string>(), lamps: new Map<string, string>() }
  const rows = await tx
    .select({ id: centralUnitTable.id, unit: centralUnitTable.unit, description: centralUnitTable.description })
    .from(centralUnitTable)
    .where(inArray(centralUnitTable.id, units))
  const lamps = await tx
    .select({ unit: lampTable.centralUnitId, addr: lampTable.addr, description: lampNoteTable.description })
    .from(lampTable)
    .innerJoin(lampNoteTable, isNoteOfLamp)
    .where(inArray(lampTable.centralUnitId, units))
  return {
    units: new Map(rows.map(({ id, unit, description }) => [id, description || (unit.split('_')[1] ?? unit)])),
    lamps: new Map(lamps.map(({ unit, addr, description }) => [`${unit} ${addr}`, description])),
  }
}

export const insertNotice = async (tx: Tx, row: typeof noticeTable.$inferInsert): Promise<boolean> => {
  const rows = await tx.insert(noticeTable).values(row).onConflictDoNothing().returning({ id: noticeTable.id })
  return rows.length > 0
}

/** Removes notices that are older; answers how many. */
export const deleteOldNotices = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteSome(tx, { table: noticeTable, key: noticeTable.id, which: sql`${noticeTable.at} < ${before}`, limit })
