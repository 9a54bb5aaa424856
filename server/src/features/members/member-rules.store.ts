import type { MemberRule } from '@vigilux/contract/features/members/member-rule.ts'
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { companyDomainTable, companyPersonTable, companyTable } from '../../tables/accounts.companies.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable as member, memberRuleTable as table } from './members.schema.ts'

/** Members added by one call; the others join at their next sign-in. */
const batchSize = 1_000

export const listMemberRules = async (tx: Tx, plantId: string): Promise<MemberRule[]> => {
  const rows = await tx
    .select({ domain: table.domain, company: companyTable.name, role: table.role, madeAt: table.madeAt })
    .from(table)
    .leftJoin(companyDomainTable, eq(companyDomainTable.domain, table.domain))
    .leftJoin(companyTable, eq(companyTable.id, companyDomainTable.companyId))
    .where(eq(table.plantId, plantId))
    .orderBy(table.domain)
  return rows.map(({ madeAt, ...row }) => ({ ...row, since: madeAt.toISOString() }))
}

export const isDomainConnected = async (tx: Tx, domain: string): Promise<boolean> => {
  const rows = await tx.select().from(companyDomainTable).where(eq(companyDomainTable.domain, domain))
  return rows.length > 0
}

/** Saves a rule; false when the plant has `limit` rules for other domains. The caller has locked the plant. */
export const saveRule = async (tx: Tx, row: typeof table.$inferInsert, limit: number): Promise<boolean> => {
  const otherRules = and(eq(table.plantId, row.plantId), ne(table.domain, row.domain))
  const [existingCount] = await tx.select({ n: count() }).from(table).where(otherRules)
  if ((existingCount?.n ?? 0) >= limit) return false
  const { role, madeAt } = row
  await tx
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target: [table.plantId, table.domain], set: { role, madeAt } })
  return true
}

export const removeRule = async (tx: Tx, plantId: string, domain: string): Promise<boolean> => {
  const removedRows = await tx
    .delete(table)
    .where(and(eq(table.plantId, plantId), eq(table.domain, domain)))
    .returning({ domain: table.domain })
  return removedRows.length > 0
}

/** Makes everybody a member who has signed in through the company of the rule's domain; returns the new members. */
export const addAllOfDomain = async (tx: Tx, { plantId, domain }: { plantId: string; domain: string }, at: Date) => {
  const rows = await tx
    .select({ plantId: table.plantId, userId: companyPersonTable.userId, role: table.role })
    .from(table)
    .innerJoin(companyDomainTable, eq(companyDomainTable.domain, table.domain))
    .innerJoin(companyPersonTable, eq(companyPersonTable.companyId, companyDomainTable.companyId))
    .innerJoin(userTable, eq(userTable.id, companyPersonTable.userId))
    .leftJoin(member, and(eq(member.plantId, table.plantId), eq(member.userId, companyPersonTable.userId)))
    .where(
      and(
        eq(table.plantId, plantId),
        eq(table.domain, domain),
        isNull(member.userId),
        sql`split_part(${userTable.email}, '@', 2) = ${table.domain}`,
      ),
    )
    .orderBy(companyPersonTable.joinedAt)
    .limit(batchSize)
  if (rows.length === 0) return []
  const newMembers = rows.map((row) => ({ ...row, since: at }))
  const joinedRows = await tx
    .insert(member)
    .values(newMembers)
    .onConflictDoNothing()
    .returning({ userId: member.userId })
  return joinedRows.map(({ userId }) => userId)
}

/** Makes a person of a company a member of each plant with a rule for the domain; returns the new plants. */
export const addMemberByRules = async (
  tx: Tx,
  person: { userId: string; domain: string },
  at: Date,
): Promise<string[]> => {
  const rules = await tx
    .select({ plantId: table.plantId, role: table.role })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .where(and(eq(table.domain, person.domain), isNull(plantTable.removedAt), isNull(plantTable.archivedAt)))
    .limit(batchSize)
  if (rules.length === 0) return []
  const newMembers = rules.map((rule) => ({ ...rule, userId: person.userId, since: at }))
  const joinedRows = await tx
    .insert(member)
    .values(newMembers)
    .onConflictDoNothing()
    .returning({ plantId: member.plantId })
  return joinedRows.map(({ plantId }) => plantId)
}
