import type { ParsedInput } from '@vigilux/contract/actions.ts'
import { maxListedPlantCodes, type ProCode, type ProCodeState } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { proCodeTable } from './pro-codes.schema.ts'

const of = proCodeTable
export type CodeRow = typeof of.$inferSelect
export type NewCode = typeof of.$inferInsert

const isIn: Record<ProCodeState, ReturnType<typeof and>> = {
  free: and(isNull(of.usedAt), isNull(of.revokedAt)),
  used: isNotNull(of.usedAt),
  revoked: isNotNull(of.revokedAt),
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
  tx.insert(of).values(rows).onConflictDoNothing({ target: of.codeHash }).returning()

/** Locks the code with these digits, so that a concurrent use sees the result of the first. */
export const lockCode = async (tx: Tx, codeHash: string): Promise<CodeRow | undefined> => {
  const [row] = await tx.select().from(of).where(eq(of.codeHash, codeHash)).for('update')
  return row
}

type Use = { usedAt: Date; usedBy: string; usedByName: string; plantId: string; expiry: Date } & Pick<CodeRow, 'kind'>

/** Records the plant for which a code was used; the caller has locked the code. */
export const recordCodeUse = async (tx: Tx, id: string, use: Use): Promise<void> => {
  await tx.update(of).set(use).where(eq(of.id, id))
}

export const listPlantCodes = (tx: Tx, plantId: string): Promise<CodeRow[]> =>
  tx
    .select()
    .from(of)
    .where(eq(of.plantId, plantId))
    .orderBy(desc(of.usedAt), desc(of.expiry))
    .limit(maxListedPlantCodes)

type CodeQuery = ParsedInput<'getAllTokens'>

const sortColumns = {
  made: of.madeAt,
  months: of.months,
  last4: of.last4,
  reference: of.reference,
  used: of.usedAt,
} satisfies Record<CodeQuery['sort'], unknown>

/** One page of the matching codes, and the total. */
export const listCodes = async (tx: Tx, question: CodeQuery): Promise<{ codes: ProCode[]; total: number }> => {
  const { search, state, sort, direction, page, pageSize } = question
  const which = and(
    state ? isIn[state] : undefined,
    search === ''
      ? undefined
      : or(...[of.last4, of.reference, plantTable.plantname].map((column) => contains(column, search))),
  )
  const by = direction === 'asc' ? asc : desc
  const rows = await tx
    .select({ row: of, plantname: plantTable.plantname })
    .from(of)
    .leftJoin(plantTable, eq(plantTable.id, of.plantId))
    .where(which)
    // Unused codes have no time of use and come last in either direction.
    .orderBy(sql`${by(sortColumns[sort])} nulls last`, desc(of.madeAt), asc(of.number), asc(of.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [all] = await tx
    .select({ total: count() })
    .from(of)
    .leftJoin(plantTable, eq(plantTable.id, of.plantId))
    .where(which)
  return { codes: rows.map(({ row, plantname }) => viewCode(row, plantname)), total: all?.total ?? 0 }
}

export const countCodes = async (tx: Tx): Promise<Record<ProCodeState, number>> => {
  const [row] = await tx
    .select({
      used: count(of.usedAt),
      revoked: count(of.revokedAt),
      free: sql<number>`(count(*) filter (where ${isIn.free}))::int`,
    })
    .from(of)
  return row ?? { free: 0, used: 0, revoked: 0 }
}

/** Revokes an unused code; a code revoked earlier stays as it is. */
export const revokeCode = async (
  tx: Tx,
  { id, ...revoked }: { id: string; revokedAt: Date; revokedBy: string; revokedByName: string; reason: string },
): Promise<CodeRow | undefined> => {
  const [row] = await tx
    .update(of)
    .set(revoked)
    .where(and(eq(of.id, id), isIn.free))
    .returning()
  return row ?? (await findCode(tx, id))
}

const findCode = async (tx: Tx, id: string): Promise<CodeRow | undefined> => {
  const [row] = await tx.select().from(of).where(eq(of.id, id))
  return row
}
