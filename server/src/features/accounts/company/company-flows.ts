import { createHash, randomBytes } from 'node:crypto'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { z } from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AccountFlows, CompanySignInRefusal, FlowRequest } from '../../../ports/account-flows.ts'
import type { CompanyProvider, CompanySecrets } from '../../../ports/company-provider.ts'
import type { KeyCipher } from '../../../ports/key-cipher.ts'
import { createAccountLimits } from '../account-limits.ts'
import { createFlowAudit } from '../audit-flows.ts'
import type { IdentityConfirmationParts } from '../confirm-identity.ts'
import { parseForm } from '../flow-forms.ts'
import { type RememberBrowserParts, rememberBrowser } from '../remember-browser.ts'
import { type CompanyRow, claimCompanySignIn, domainOf, findCompany, saveCompanySignIn } from './companies.store.ts'
import { type CompanyAccountParts, createCompanyAccounts } from './company-account.ts'
import { verifiedAddress } from './company-claims.ts'

export type CompanyFlowParts = IdentityConfirmationParts &
  RememberBrowserParts &
  CompanyAccountParts & { companyProvider: CompanyProvider; companyCipher: KeyCipher }

/** Purpose of the cipher for companies' secrets. */
export const companyCipherPurpose = 'vigilux company sign-in'
/** Minutes within which a person has to return. */
const signInMinutes = 10

/** Query returned by a provider with the browser; a longer one is invalid. */
const returnParameter = z.string().max(8_192)

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const createToken = (): string => randomBytes(32).toString('base64url')
const browserCookie = /(?:^|;\s*)(?:__Secure-)?vigilux\.company=([\w-]{43})(?:;|$)/
const browserOf = ({ headers: { cookie } }: FlowRequest): string | undefined =>
  typeof cookie === 'string' ? browserCookie.exec(cookie)?.[1] : undefined

/**
 * A pending sign-in is a row, valid once, on any node, in its own browser. The browser keeps the destination page and
 * never sends it, so nobody can redirect the person elsewhere.
 */
export const createCompanyFlows = (parts: CompanyFlowParts) => {
  const { clock, db, identity, companyProvider, companyCipher: cipher } = parts
  const { auditFlow, auditOwn } = createFlowAudit(parts)
  const { limit } = createAccountLimits(parts)
  const accountOf = createCompanyAccounts(parts)

  const clientOf = (
    request: FlowRequest<'COMPANY_SIGN_IN_AWAY'>,
    { name, issuer, clientId, clientSecret }: CompanyRow,
  ) => {
    const opened = cipher.open(clientSecret)
    return opened
      ? { issuer, clientId, clientSecret: opened.toString() }
      : request.fail('COMPANY_SIGN_IN_AWAY', { company: name })
  }
  const sealSecrets = (secrets: CompanySecrets): string => cipher.close(Buffer.from(JSON.stringify(secrets)))
  const secretsIn = (request: FlowRequest<'COMPANY_SIGN_IN_OVER'>, sealedSecrets: string): CompanySecrets =>
    JSON.parse(cipher.open(sealedSecrets)?.toString() ?? request.fail('COMPANY_SIGN_IN_OVER')) as CompanySecrets
  const cookieFor = (token: string): string => {
    const [prefix, secure] = parts.isSecure ? ['__Secure-', '; Secure'] : ['', '']
    return `${prefix}vigilux.company=${token}; Max-Age=${signInMinutes * 60}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
  }

  /** Refuses a returning person, and records the refusal for the office. */
  const refuse = <Code extends ErrorCode>(request: FlowRequest<Code>, kind: Code, company?: CompanyRow): never => {
    const { address } = request
    parts.security.add({ kind, userId: null, address, action: 'signInByCompany', plantId: null })
    return request.fail(kind, company && { company: company.name })
  }

  /**
   * The returning person, by the provider's claims. The pending sign-in is claimed first, so nothing is requested
   * twice.
   */
  const visitorOf = async (request: FlowRequest<CompanySignInRefusal>) => {
    const query = returnParameter.safeParse(request.body).data ?? ''
    const state = new URLSearchParams(query).get('state')
    const browser = browserOf(request)
    const marks = state !== null && browser && { stateHash: hashOf(state), browserHash: hashOf(browser) }
    const claimed = marks ? await claimCompanySignIn(db, { ...marks, now: clock.now() }) : undefined
    const { company, visit } = claimed ?? refuse(request, 'COMPANY_SIGN_IN_OVER')
    const claims = await companyProvider.finish(clientOf(request, company), secretsIn(request, visit.secrets), query)
    if (claims === 'away') return refuse(request, 'COMPANY_SIGN_IN_AWAY', company)
    if (claims === 'refused') return refuse(request, 'COMPANY_SIGN_IN_REFUSED', company)
    return { company, claims, language: visit.language }
  }

  const signIn = async (request: FlowRequest<CompanySignInRefusal>) => {
    await limit(request, 'companySignIn', request.address, 'TOO_MANY_LOGIN_ATTEMPTS')
    const companyPerson = await visitorOf(request)
    try {
      return await accountOf(request, companyPerson)
    } catch (error) {
      const name = verifiedAddress(companyPerson.claims, companyPerson.company) ?? companyPerson.company.name
      if (error instanceof Refusal) await auditFlow(request, 'signInByCompany', { name }, error.code)
      throw error
    }
  }

  const flows: Pick<AccountFlows, 'find-company' | 'begin-company-sign-in'> = {
    async 'find-company'(request) {
      const { domain } = parseForm('find-company', request)
      const found = await findCompany(db, domain.trim().toLowerCase())
      return { data: { company: found ? { name: found.name, passwords: found.passwords } : null } }
    },
    async 'begin-company-sign-in'(request) {
      const form = parseForm('begin-company-sign-in', request)
      await limit(request, 'companySignIn', request.address, 'TOO_MANY_LOGIN_ATTEMPTS')
      const company = (await findCompany(db, domainOf(form.email))) ?? request.fail('DOMAIN_NOT_CONNECTED')
      const startedStep = await companyProvider.begin(clientOf(request, company), form.email)
      if (startedStep === 'away') return request.fail('COMPANY_SIGN_IN_AWAY', { company: company.name })
      // Another tab of this browser may have a pending sign-in, too.
      const browser = browserOf(request) ?? createToken()
      await saveCompanySignIn(db, {
        stateHash: hashOf(startedStep.secrets.state),
        browserHash: hashOf(browser),
        companyId: company.id,
        secrets: sealSecrets(startedStep.secrets),
        language: form.language,
        expiresAt: new Date(clock.now().getTime() + signInMinutes * 60_000),
      })
      return { data: { url: startedStep.url }, cookies: [cookieFor(browser)] }
    },
  }

  return {
    flows,
    /** Signs in a returning person; the body is the query of the address. Refuses like the steps before. */
    async comeBack(request: FlowRequest<CompanySignInRefusal>): Promise<{ cookies: string[] }> {
      const userId = await signIn(request)
      const startedSession = await identity.begin(userId, request)
      await auditOwn(request, 'signInByCompany', startedSession, 'ok')
      return { cookies: [...startedSession.cookies, await rememberBrowser(parts, startedSession, request)] }
    },
  }
}
