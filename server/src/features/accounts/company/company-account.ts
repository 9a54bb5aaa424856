import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { sqlStateOf, sqlStates } from '../../../kernel/sql-state.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { InTransaction, Work } from '../../../kernel/work.ts'
import type { FlowRequest } from '../../../ports/account-flows.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { CompanyClaims } from '../../../ports/company-provider.ts'
import { addMemberByRules, moveInvitations, notifyMembers } from '../../members/index.ts'
import { assignAuditOfAddress, setEmail } from '../email/email-change.store.ts'
import { type MailPersonParts, mailPerson } from '../mail-person.ts'
import { findCaller, findLanguage } from '../profiles.store.ts'
import { type CompanyRow, domainOf, findCompany } from './companies.store.ts'
import { nameOfPerson, verifiedAddress } from './company-claims.ts'
import {
  findCompanyPerson,
  findHolder,
  insertCompanyAccount,
  joinCompany,
  lockCompany,
  removeUnverified,
} from './company-people.store.ts'

export type CompanyAccountParts = Pick<MailPersonParts, 'mail'> & { clock: Clock; inTransaction: InTransaction }

/** A person returning from a company's provider, by its signed claims. */
export type CompanyPerson = { company: CompanyRow; claims: CompanyClaims; language: Language }

type Request = FlowRequest<'COMPANY_ADDRESS_REFUSED' | 'COMPANY_ACCOUNT_REFUSED'>
type KnownAccount = { userId: string; email: string }

/**
 * The account of a returning person: the linked one, else the one with the proven address, else a new one. Refuses an
 * address unproven or of another company, an office, and an account linked to somebody else.
 * docs/decisions/0035-companies-sign-in-by-openid-connect.md
 */
export const createCompanyAccounts = (parts: CompanyAccountParts) => {
  const { clock, inTransaction, mail } = parts

  const addressOf = async (request: Request, tx: Tx, { company, claims }: CompanyPerson): Promise<string> => {
    const address = verifiedAddress(claims, company)
    const owner = address === null ? undefined : await findCompany(tx, domainOf(address))
    if (address === null || owner?.id !== company.id)
      return request.fail('COMPANY_ADDRESS_REFUSED', { company: company.name })
    return address
  }

  /**
   * Adopts an address changed at the company, if no other account has it; an account outside of the company's domains
   * keeps its own.
   */
  const followChanges = async (
    tx: Tx,
    { userId, email }: KnownAccount,
    company: CompanyRow,
    address: string,
  ): Promise<void> => {
    if (email === address || (await findHolder(tx, address))) return
    if ((await findCompany(tx, domainOf(email)))?.id !== company.id) return
    await setEmail(tx, userId, address)
    await moveInvitations(tx, email, address, clock.now())
    await assignAuditOfAddress(tx, userId, email)
    const language = await findLanguage(tx, address)
    for (const to of [email, address])
      await mail.send(tx, { to, language, template: 'emailChanged', values: { address } })
  }

  const findOrCreateAccount = async (
    request: Request,
    tx: Tx,
    { company, claims, language }: CompanyPerson,
    address: string,
  ): Promise<string> => {
    const holder = await findHolder(tx, address)
    const refuse = () => request.fail('COMPANY_ACCOUNT_REFUSED', { company: company.name })
    if (holder && (holder.usertype === 'admin' || holder.joinedTo !== null)) return refuse()
    // Its creator never proved the address: the creator's password must not open the person's account.
    if (holder && !holder.isProven) await removeUnverified(tx, holder.userId)
    const joinedAt = clock.now()
    const companyLink = { companyId: company.id, subject: claims.sub, joinedAt }
    if (holder?.isProven) {
      await joinCompany(tx, { ...companyLink, userId: holder.userId })
      await mailPerson(tx, { mail }, holder.userId, { template: 'companyJoined', values: { company: company.name } })
      return holder.userId
    }
    const { name: businessname, usertype } = company
    const account = { email: address, ...nameOfPerson(claims, company, address), usertype, businessname, language }
    const userId = await insertCompanyAccount(tx, account, joinedAt)
    await joinCompany(tx, { ...companyLink, userId })
    return userId
  }

  const find = async (request: Request, tx: Tx, companyPerson: CompanyPerson): Promise<string> => {
    const { company, claims } = companyPerson
    const address = await addressOf(request, tx, companyPerson)
    await lockCompany(tx, company.id)
    const knownAccount = await findCompanyPerson(tx, company.id, claims.sub)
    if (!knownAccount) return findOrCreateAccount(request, tx, companyPerson, address)
    if (knownAccount.usertype === 'admin') return request.fail('COMPANY_ACCOUNT_REFUSED', { company: company.name })
    await followChanges(tx, knownAccount, company, address)
    return knownAccount.userId
  }

  /** Applies membership rules of plants for the company's domain. */
  const joinPlantsByRules = async (work: Work, userId: string): Promise<void> => {
    const person = await findCaller(work.tx, userId, '')
    if (!person) return
    const now = clock.now()
    const joinedPlantIds = await addMemberByRules(work.tx, { userId, domain: domainOf(person.email) }, now)
    for (const plantId of joinedPlantIds) await notifyMembers(work, plantId)
    for (const plant_id of joinedPlantIds) work.broadcast({ user: userId }, 'savePlant', { plant_id })
  }

  return async (request: Request, companyPerson: CompanyPerson): Promise<string> => {
    const work = async () => {
      let userId = ''
      await inTransaction(async (work) => {
        userId = await find(request, work.tx, companyPerson)
        await joinPlantsByRules(work, userId)
      })
      return userId
    }
    return work().catch((error: unknown) => {
      // Somebody registered with the address concurrently: retry, and find the new account.
      if (sqlStateOf(error) === sqlStates.uniqueViolation) return work()
      throw error
    })
  }
}
