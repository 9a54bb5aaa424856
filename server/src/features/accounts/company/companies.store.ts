import { and, eq, gt, like, lt } from 'drizzle-orm'
import { deleteBatch } from '../../../kernel/delete-batch.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import {
  companyDomainTable,
  companyPersonTable,
  companyTable,
  companyVisitTable,
} from '../../../tables/accounts.companies.schema.ts'
import { profileTable, userTable } from '../../../tables/accounts.schema.ts'

export type CompanyRow = typeof companyTable.$inferSelect
export type CompanySignInRow = typeof companyVisitTable.$inferSelect

/** The domain of an address; it alone determines the company. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The company of a domain, whether or not it has accounts. */
export const findCompany = async (tx: Tx, domain: string): Promise<CompanyRow | undefined> => {
  const [row] = await tx
    .select({ company: companyTable })
    .from(companyDomainTable)
    .innerJoin(companyTable, eq(companyTable.id, companyDomainTable.companyId))
    .where(eq(companyDomainTable.domain, domain))
  return row?.company
}

/** All companies with their domains, by name. */
export const listCompanies = async (tx: Tx): Promise<(CompanyRow & { domains: string[] })[]> => {
  const companies = await tx.select().from(companyTable).orderBy(companyTable.name)
  const domains = await tx.select().from(companyDomainTable).orderBy(companyDomainTable.domain)
  return companies.map((company) => ({
    ...company,
    domains: domains.filter(({ companyId }) => companyId === company.id).map(({ domain }) => domain),
  }))
}

export const listOfficeIn = async (tx: Tx, domain: string): Promise<string[]> => {
  const rows = await tx
    .select({ email: userTable.email })
    .from(userTable)
    .innerJoin(profileTable, eq(profileTable.userId, userTable.id))
    .where(and(eq(profileTable.usertype, 'admin'), like(userTable.email, `%@${domain.replaceAll(/[\\%_]/g, '\\$&')}`)))
    .orderBy(userTable.email)
  return rows.map(({ email }) => email)
}

/**
 * A different provider or client uses other ids for people: existing links are deleted, and found again by address.
 * Throws if a domain belongs to another company.
 */
export const saveCompany = async (
  tx: Tx,
  company: Omit<CompanyRow, 'id'>,
  domains: readonly string[],
): Promise<{ forgotten: number }> => {
  const [before] = await tx.select().from(companyTable).where(eq(companyTable.name, company.name)).for('update')
  const { connectedAt: _, ...changed } = company
  const [savedCompany] = before
    ? await tx.update(companyTable).set(changed).where(eq(companyTable.id, before.id)).returning()
    : await tx.insert(companyTable).values(company).returning()
  if (!savedCompany) throw new Error('a company that was saved is not there')
  const isElsewhere = before && (before.issuer !== savedCompany.issuer || before.clientId !== savedCompany.clientId)
  const forgotten = isElsewhere
    ? await tx.delete(companyPersonTable).where(eq(companyPersonTable.companyId, savedCompany.id)).returning()
    : []
  await tx.delete(companyDomainTable).where(eq(companyDomainTable.companyId, savedCompany.id))
  await tx.insert(companyDomainTable).values(domains.map((domain) => ({ domain, companyId: savedCompany.id })))
  return { forgotten: forgotten.length }
}

/** Disconnects a company; its people sign in with a password again. False if there is none with this name. */
export const removeCompany = async (tx: Tx, name: string): Promise<boolean> => {
  const removedRows = await tx
    .delete(companyTable)
    .where(eq(companyTable.name, name))
    .returning({ id: companyTable.id })
  return removedRows.length > 0
}

/**
 * Unlinks an account from its company person, so the next person to prove the address gets it; false if it was not
 * linked.
 */
export const deleteCompanyPerson = async (tx: Tx, email: string): Promise<boolean> => {
  const [user] = await tx.select({ id: userTable.id }).from(userTable).where(eq(userTable.email, email))
  if (!user) return false
  const deletedRows = await tx.delete(companyPersonTable).where(eq(companyPersonTable.userId, user.id)).returning()
  return deletedRows.length > 0
}

export const saveCompanySignIn = async (tx: Tx, visit: CompanySignInRow): Promise<void> => {
  await tx.insert(companyVisitTable).values(visit)
}

/**
 * Claims a returning sign-in, once, in its own browser and before it expires. Includes the company's current
 * connection.
 */
export const claimCompanySignIn = async (
  tx: Tx,
  { stateHash, browserHash, now }: { stateHash: string; browserHash: string; now: Date },
): Promise<{ visit: CompanySignInRow; company: CompanyRow } | undefined> => {
  const table = companyVisitTable
  const [visit] = await tx
    .delete(table)
    .where(and(eq(table.stateHash, stateHash), eq(table.browserHash, browserHash), gt(table.expiresAt, now)))
    .returning()
  if (!visit) return undefined
  const [company] = await tx.select().from(companyTable).where(eq(companyTable.id, visit.companyId))
  return company && { visit, company }
}

/** The company of an account, and since when they are linked. */
export const findCompanyOfPerson = async (
  tx: Tx,
  userId: string,
): Promise<{ company: CompanyRow; since: Date } | undefined> => {
  const [row] = await tx
    .select({ company: companyTable, since: companyPersonTable.joinedAt })
    .from(companyPersonTable)
    .innerJoin(companyTable, eq(companyTable.id, companyPersonTable.companyId))
    .where(eq(companyPersonTable.userId, userId))
  return row
}

export const deleteExpiredCompanySignIns = (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { stateHash, expiresAt } = companyVisitTable
  return deleteBatch(tx, { table: companyVisitTable, key: stateHash, which: lt(expiresAt, before), limit })
}
