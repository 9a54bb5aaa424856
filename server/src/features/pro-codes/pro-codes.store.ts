import type { ParsedInput } from '@vigilux/contract/actions.ts'
import { maxListedPlantCodes, type ProCode, type ProCodeState } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { and, asc, count, desc, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { proCodeTable } from './pro-codes.schema.ts'

const table = proCodeTable
export type CodeRow = typeof table.$inferSelect
export type NewCode = typeof table.$inferInsert

const isIn: Record<ProCodeState, ReturnType<typeof and>> = {
  free: and(isNull(table.usedAt), isNull(table.revokedAt)),
  used: isNotNull(table.usedAt),
  revoked: isNotNull(table.revokedAt),
}

const stateOf = ({ usedAt, revokedAt }: CodeRow): ProCodeState => {
  if (usedAt) return 'used'
  return revokedAt ? 'revoked' : 'free'
}

/** A code as the office sees it. */
export const viewCode = (row: CodeRow, plantname: string | null): ProCode => ({
  id: row.id,
  last4: row.last4,
  months: row.months,
  state: stateOf(row),
  reference: row.reference,
  madeAt: row.madeAt.toISOString(),
  madeBy: row.madeByName,
  usedAt: row.usedAt?.toISOString() ?? null,
  usedBy: row.usedByName,
  plant: row.plantId ? { plant_id: row.plantId, plantname: plantname ?? '' } : null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedByName,
  reason: row.reason,
})

/** Saves codes and skips those whose digits already exist. */
export const insertCodes = (tx: Tx, rows: NewCode[]): Promise<CodeRow[]> =>
  tx.insert(table).values(rows).onConflictDoNothing({ target: table.codeHash }).returning()

/** Locks the code with these digits, so a concurrent use sees the result of the first. */
export const lockCode = async (tx: Tx, codeHash: string): Promise<CodeRow | undefined> => {
  const [row] = await tx.select().from(table).where(eq(table.codeHash, codeHash)).for('update')
  return row
}

type CodeUse = { usedAt: Date; usedBy: string; usedByName: string; plantId: string; expiry: Date } & Pick<
  CodeRow,
  'kind'
>

/** Records the plant for which a code was used; the caller has locked the code. */
export const recordCodeUse = async (tx: Tx, id: string, use: CodeUse): Promise<void> => {
  await tx.update(table).set(use).where(eq(table.id, id))
}

export const listPlantCodes = (tx: Tx, plantId: string): Promise<CodeRow[]> =>
  tx
    .select()
    .from(table)
    .where(eq(table.plantId, plantId))
    .orderBy(desc(table.usedAt), desc(table.expiry), asc(table.id))
    .limit(maxListedPlantCodes)

type CodeQuery = ParsedInput<'getAllTokens'>

const sortColumns = {
  made: table.madeAt,
  months: table.months,
  last4: table.last4,
  reference: table.reference,
  used: table.usedAt,
} satisfies Record<CodeQuery['sort'], unknown>

/** One page of the matching codes, and the total. */
export const listCodes = async (tx: Tx, question: CodeQuery): Promise<{ codes: ProCode[]; total: number }> => {
  const { search, state, usedSince, sort, direction, page, pageSize } = question
  const condition = and(
    state ? isIn[state] : undefined,
    usedSince ? gte(table.usedAt, new Date(usedSince)) : undefined,
    search === ''
      ? undefined
      : or(...[table.last4, table.reference, plantTable.plantname].map((column) => contains(column, search))),
  )
  const sortOrder = direction === 'asc' ? asc : desc
  const rows = await tx
    .select({ row: table, plantname: plantTable.plantname })
    .from(table)
    .leftJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(condition)
    // Unused codes have no time of use and come last in either direction.
    .orderBy(sql`${sortOrder(sortColumns[sort])} nulls last`, desc(table.madeAt), asc(table.number), asc(table.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [all] = await tx
    .select({ total: count() })
    .from(table)
    .leftJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(condition)
  return { codes: rows.map(({ row, plantname }) => viewCode(row, plantname)), total: all?.total ?? 0 }
}

export const countCodes = async (tx: Tx): Promise<Record<ProCodeState, number>> => {
  const [row] = await tx
    .select({
      used: count(table.usedAt),
      revoked: count(table.revokedAt),
      free: sql<number>`(count(*) filter (where ${isIn.free}))::int`,
    })
    .from(table)
  return row ?? { free: 0, used: 0, revoked: 0 }
}

/** Revokes an unused code; a code revoked earlier stays as it is. */
export const revokeCode = async (
  tx: Tx,
  { id, ...revoked }: { id: string; revokedAt: Date; revokedBy: string; revokedByName: string; reason: string },
): Promise<CodeRow | undefined> => {
  const [row] = await tx
    .update(table)
    .set(revoked)
    .where(and(eq(table.id, id), isIn.free))
    .returning()
  return row ?? (await findCode(tx, id))
}

const findCode = async (tx: Tx, id: string): Promise<CodeRow | undefined> => {
  const [row] = await tx.select().from(table).where(eq(table.id, id))
  return row
}
