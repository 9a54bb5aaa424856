import { tokenWarningDays } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { accessTokenTable as table } from './access-tokens.schema.ts'

const warningMs = tokenWarningDays * 86_400_000

export type NearTokenEnd = {
  id: string
  name: string
  makerId: string
  expiresAt: Date
  email: string
  language: Language
  /** Null for a person's token. */
  plant: { id: string; name: string; zone: string } | null
}

/** Claims valid tokens near their end and marks them; a token made for less time needs no notice. */
export const claimNearTokenEnds = async (tx: Tx, now: Date, limit: number): Promise<NearTokenEnd[]> => {
  const rows = await tx
    .select({
      id: table.id,
      name: table.name,
      makerId: table.makerId,
      expiresAt: table.expiresAt,
      email: userTable.email,
      language: profileTable.language,
      plant: { id: plantTable.id, name: plantTable.plantname, zone: plantTable.timezone },
    })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.makerId))
    .innerJoin(profileTable, eq(profileTable.userId, table.makerId))
    .leftJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(
      and(
        isNull(table.endNotifiedAt),
        isNull(table.endedAt),
        gt(table.expiresAt, now),
        lte(table.expiresAt, new Date(now.getTime() + warningMs)),
        sql`${table.expiresAt} - ${table.madeAt} > ${tokenWarningDays * 24} * interval '1 hour'`,
        or(isNull(table.plantId), isNull(plantTable.removedAt)),
        isActiveAccount,
      ),
    )
    .orderBy(asc(table.expiresAt), asc(table.id))
    .limit(limit)
    .for('no key update', { of: table, skipLocked: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(table).set({ endNotifiedAt: now }).where(inArray(table.id, ids))
  return rows
}
