import { randomUUID } from 'node:crypto'
import { companyCipherPurpose, saveCompany } from '../features/accounts/index.ts'
import { openCipher } from '../kernel/cipher.ts'
import { companyReturnPath } from '../ports/company-provider.ts'
import type { openTestPeople } from './test-people.ts'
import { openTestProvider, type TestClaims, testClient } from './test-provider.ts'
import type { TestServer } from './test-server.ts'

/** The first of the domains of the company of tests. */
export const companyDomain = 'rossi.test'

/** A company connected to its own provider, and its people in browsers. */
export const openTestCompany = async (server: TestServer, people: ReturnType<typeof openTestPeople>) => {
  const provider = await openTestProvider(`http://localhost:8080${companyReturnPath}`)
  const { db, pool } = server.database
  type Browser = ReturnType<typeof people.browser>

  const connect = (changed: { passwords?: boolean; verifiedClaim?: string; clientId?: string } = {}) =>
    saveCompany(
      db,
      {
        name: 'Rossi SpA',
        issuer: provider.issuer,
        clientId: testClient.clientId,
        usertype: 'client',
        clientSecret: openCipher(people.secret, companyCipherPurpose).close(Buffer.from(testClient.clientSecret)),
        passwords: true,
        verifiedClaim: 'email_verified',
        nameClaim: 'given_name',
        surnameClaim: 'family_name',
        connectedAt: new Date(),
        ...changed,
      },
      [companyDomain, 'rossi-impianti.test'],
    )
  await connect()

  /** Visits the provider from one node; returns the query with which the browser comes back. */
  const returnFromCompany = async (browser: Browser, claims: TestClaims, node = 0): Promise<string> => {
    provider.state.visitor = claims
    const signInStart = await browser.callFlow(
      'begin-company-sign-in',
      { email: `a@${companyDomain}`, language: 'it' },
      node,
    )
    if (signInStart.code) throw new Error(`the company cannot be asked: ${signInStart.code}`)
    return provider.visit(signInStart.data.url as string)
  }

  return {
    provider,
    connect,
    returnFromCompany,
    /** Starts on one node and ends on the other. */
    async signIn(claims: TestClaims, browser = people.browser()) {
      const { code } = await browser.comeBack(await returnFromCompany(browser, claims), 1)
      return { code, browser, session: await browser.session() }
    },
    /** Number of matching rows. */
    async count(sql: string, values: unknown[] = []): Promise<number> {
      const { rows } = await pool.query(`select count(*)::int as n from ${sql}`, values)
      return (rows as { n: number }[])[0]?.n ?? -1
    },
    /** Restores the provider's normal behavior. */
    settle: () => void Object.assign(provider.state, { falsify: null, isForged: false, trouble: null }),
  }
}

/** An employee, as in the claims of the company's provider. */
export const employee = (changed: Partial<TestClaims> = {}): TestClaims & { email: string } => {
  const sub = randomUUID()
  const honest = { sub, email: `${sub}@${companyDomain}`, email_verified: true }
  return { ...honest, given_name: 'Anna', family_name: 'Rossi', ...changed } as TestClaims & { email: string }
}
