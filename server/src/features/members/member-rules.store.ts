import type { MemberRule } from '@vigilux/contract/features/members/member-rule.ts'
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { companyDomainTable, companyPersonTable, companyTable } from '../../tables/accounts.companies.schema.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable as member, memberRuleTable as of } from './members.schema.ts'

/** Members that one call adds; the others join at their next sign-in. */
const batchSize = 1_000

export const listMemberRules = async (tx: Tx, plantId: string): Promise<MemberRule[]> => {
  const rows = await tx
    .select({ domain: of.domain, company: companyTable.name, role: of.role, madeAt: of.madeAt })
    .from(of)
    .leftJoin(companyDomainTable, eq(companyDomainTable.domain, of.domain))
    .leftJoin(companyTable, eq(companyTable.id, companyDomainTable.companyId))
    .where(eq(of.plantId, plantId))
    .orderBy(of.domain)
  return rows.map(({ madeAt, ...row }) => ({ ...row, since: madeAt.toISOString() }))
}

export const isConnected = async (tx: Tx, domain: string): Promise<boolean> => {
  const rows = await tx.select().from(companyDomainTable).where(eq(companyDomainTable.domain, domain))
  return rows.length > 0
}

/** Saves a rule; returns false when the plant already has `limit` rules for other domains. The caller has locked the plant. */
export const saveRule = async (tx: Tx, row: typeof of.$inferInsert, limit: number): Promise<boolean> => {
  const others = and(eq(of.plantId, row.plantId), ne(of.domain, row.domain))
  const [had] = await tx.select({ n: count() }).from(of).where(others)
  if ((had?.n ?? 0) >= limit) return false
  const { role, madeAt } = row
  await tx
    .insert(of)
    .values(row)
    .onConflictDoUpdate({ target: [of.plantId, of.domain], set: { role, madeAt } })
  return true
}

export const removeRule = async (tx: Tx, plantId: string, domain: string): Promise<boolean> => {
  const removed = await tx
    .delete(of)
    .where(and(eq(of.plantId, plantId), eq(of.domain, domain)))
    .returning({ domain: of.domain })
  return removed.length > 0
}

/** Makes everybody a member who has signed in through the company of the rule's domain; returns the new members. */
export const addAllOfDomain = async (tx: Tx, { plantId, domain }: { plantId: string; domain: string }, at: Date) => {
  const rows = await tx
    .select({ plantId: of.plantId, userId: companyPersonTable.userId, role: of.role })
    .from(of)
    .innerJoin(companyDomainTable, eq(companyDomainTable.domain, of.domain))
    .innerJoin(companyPersonTable, eq(companyPersonTable.companyId, companyDomainTable.companyId))
    .innerJoin(userTable, eq(userTable.id, companyPersonTable.userId))
    .leftJoin(member, and(eq(member.plantId, of.plantId), eq(member.userId, companyPersonTable.userId)))
    .where(
      and(
        eq(of.plantId, plantId),
        eq(of.domain, domain),
        isNull(member.userId),
        sql`split_part(${userTable.email}, '@', 2) = ${of.domain}`,
      ),
    )
    .orderBy(companyPersonTable.joinedAt)
    .limit(batchSize)
  if (rows.length === 0) return []
  const joining = rows.map((row) => ({ ...row, since: at }))
  const joined = await tx.insert(member).values(joining).onConflictDoNothing().returning({ userId: member.userId })
  return joined.map(({ userId }) => userId)
}

/** Makes a person who signs in through a company a member of every plant with a rule for the domain; returns the plants that are new. */
export const addMemberByRules = async (
  tx: Tx,
  person: { userId: string; domain: string },
  at: Date,
): Promise<string[]> => {
  const rules = await tx
    .select({ plantId: of.plantId, role: of.role })
    .from(of)
    .innerJoin(plantTable, eq(plantTable.id, of.plantId))
    .where(and(eq(of.domain, person.domain), isNull(plantTable.removedAt), isNull(plantTable.archivedAt)))
    .limit(batchSize)
  if (rules.length === 0) return []
  const joining = rules.map((rule) => ({ ...rule, userId: person.userId, since: at }))
  const joined = await tx.insert(member).values(joining).onConflictDoNothing().returning({ plantId: member.plantId })
  return joined.map(({ plantId }) => plantId)
}
