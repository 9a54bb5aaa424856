import type { AdminScope } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { type Fail, failWith } from '../../../kernel/refusal.ts'
import { createSecret, hashOfSecret } from '../../../kernel/secret-link.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Jobs } from '../../../ports/jobs.ts'
import type { Mail } from '../../../ports/mail.ts'
import type { ProductJobs } from '../../../ports/ports.ts'
import { addAdminArea, listAdminAreas } from '../../members/index.ts'
import { requiresCompanySignIn } from '../company/company-sign-in-rule.ts'
import { endAccount } from '../erasure/erase-account.ts'
import {
  findAccountByEmail,
  insertOfficeAccount,
  type ListedOfficeAccount,
  listOfficeAccounts,
  lockNationalOffices,
  type NewOfficeAccount,
} from './office-accounts.store.ts'
import { recordOfficeChange } from './office-changes.ts'
import { deletePasswordLinks, listPasswordLinks, savePasswordLink } from './password-links.store.ts'

const fail: Fail<
  | 'COMPANY_SIGN_IN_ONLY'
  | 'UsernameExistsException'
  | 'UserNotFoundException'
  | 'NOT_ALLOWED'
  | 'MUST_HAND_OVER'
  | 'NOT_SIGNED_IN'
> = failWith()

const refusePasswordless = async (tx: Tx, email: string): Promise<void> => {
  const requiredCompany = await requiresCompanySignIn(tx, email)
  if (requiredCompany) fail('COMPANY_SIGN_IN_ONLY', requiredCompany)
}

/** Hours for which a link to set the password is valid; mails say it in nine languages, inflected for this number. */
const passwordLinkHours = 72

/** A country, or one province of it; an empty province means the whole country. */
export type OfficeArea = { country: string; prov: string }

/** A link to set the password of an account once. */
export type PasswordLink = { url: string; hours: number; expiresAt: Date }

export type LinkParts = {
  db: Parameters<typeof recordOfficeChange>[0]
  now: Date
  publicUrl: string
  /** Sends the link; null if the operator hands it over. */
  mail: Pick<Mail, 'send'> | null
}

type Receiver = { userId: string; email: string; language: Language }

const createLink = async (
  tx: Tx,
  { now, publicUrl, mail }: LinkParts,
  { userId, email, language }: Receiver,
): Promise<PasswordLink> => {
  const secret = createSecret()
  const expiresAt = new Date(now.getTime() + passwordLinkHours * 3_600_000)
  await savePasswordLink(tx, { userId, linkHash: hashOfSecret(secret), expiresAt })
  // The fragment of an address stays in the browser: no log of a server or proxy contains the secret.
  const url = new URL(`#/setpassword?${new URLSearchParams({ email, link: secret })}`, publicUrl).href
  const values = { url, hours: String(passwordLinkHours), expires: expiresAt.toISOString() }
  await mail?.send(tx, { to: email, language, template: 'officeInvitation', values })
  return { url, hours: passwordLinkHours, expiresAt }
}

/**
 * Creates an office account without a password, and a link to set it. Refuses an address with an account, or of a
 * company without passwords.
 */
export const addOffice = (
  parts: LinkParts,
  { areas, ...account }: NewOfficeAccount & { areas: readonly OfficeArea[] },
): Promise<PasswordLink> =>
  recordOfficeChange(parts.db, { ...parts, email: account.email, action: 'addOffice' }, async (tx) => {
    await refusePasswordless(tx, account.email)
    const userId = (await insertOfficeAccount(tx, account, parts.now)) ?? fail('UsernameExistsException')
    for (const area of areas) await addAdminArea(tx, { userId, ...area })
    return { userId, result: await createLink(tx, parts, { userId, ...account }) }
  })

const findOffice = async (tx: Tx, email: string): Promise<ListedOfficeAccount> => {
  const account = (await findAccountByEmail(tx, email)) ?? fail('UserNotFoundException')
  return account.usertype === 'admin' ? account : fail('NOT_ALLOWED', { reason: 'notOffice' })
}

/** Creates another link for an office account without a password; earlier links end. */
export const inviteOffice = (parts: LinkParts, email: string): Promise<PasswordLink> =>
  recordOfficeChange(parts.db, { ...parts, email, action: 'inviteOffice' }, async (tx) => {
    await refusePasswordless(tx, email)
    const account = await findOffice(tx, email)
    if (account.hasPassword) return fail('NOT_ALLOWED', { reason: 'hasPassword' })
    return { userId: account.userId, result: await createLink(tx, parts, account) }
  })

export type RemovalParts = Pick<LinkParts, 'db' | 'now'> & { jobs: Pick<Jobs<ProductJobs>, 'enqueue'> }

/** Refuses to remove the last account with access to the national office. */
const requireOtherNationalOffice = async (
  tx: Tx,
  { userId, scope, hasPassword }: ListedOfficeAccount,
): Promise<void> => {
  if (scope !== 'nto') return
  const others = (await lockNationalOffices(tx)).filter((other) => other.userId !== userId)
  if (!others.some((other) => other.hasPassword || !hasPassword)) fail('NOT_ALLOWED', { reason: 'lastOffice' })
}

/** Erases an office account like any other. The last one of the national office needs `allowLast`. */
export const removeOffice = (
  { db, now, jobs }: RemovalParts,
  { email, allowLast }: { email: string; allowLast: boolean },
): Promise<void> =>
  recordOfficeChange(db, { now, email, action: 'removeOffice' }, async (tx) => {
    const account = await findOffice(tx, email)
    const { userId } = account
    if (!allowLast) await requireOtherNationalOffice(tx, account)
    await deletePasswordLinks(tx, userId)
    // A command reaches no browser: members of a shared plant see the change when they read again.
    const work = { tx, now, broadcast: () => undefined, fail }
    await endAccount(work, jobs, { userId, requestId: 'npm run office' })
    return { userId, result: undefined }
  })

export type OfficeAccount = {
  email: string
  name: string
  scope: AdminScope | null
  areas: OfficeArea[]
  language: Language
  hasPassword: boolean
  /** When the link to set the password expires; null without a valid link. */
  linkUntil: Date | null
}

export const listOffices = async (tx: Tx, now: Date): Promise<OfficeAccount[]> => {
  const links = await listPasswordLinks(tx, now)
  const areas = await listAdminAreas(tx)
  return (await listOfficeAccounts(tx)).map(({ userId, usertype: _, ...account }) => ({
    ...account,
    areas: areas.filter((area) => area.userId === userId).map(({ country, prov }) => ({ country, prov })),
    linkUntil: links.get(userId) ?? null,
  }))
}
