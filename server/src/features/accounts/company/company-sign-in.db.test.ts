import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCompanyProvider } from '../../../adapters/identity/company-provider.ts'
import { quietLog } from '../../../testing/quiet-log.ts'
import { companyDomain, employee, openTestCompany } from '../../../testing/test-company.ts'
import { openTestPeople } from '../../../testing/test-people.ts'
import { type TestClaims, testClient } from '../../../testing/test-provider.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { findCaller, findUserByEmail } from '../index.ts'

let server: TestServer
let people: ReturnType<typeof openTestPeople>
let company: Awaited<ReturnType<typeof openTestCompany>>
const domain = companyDomain

beforeAll(async () => {
  server = await createTestServer()
  people = openTestPeople(server)
  company = await openTestCompany(server, people)
})
afterAll(async () => {
  await company?.provider.stop()
  await server?.stop()
})
afterEach(() => company.settle())

const signIn: typeof company.signIn = (...args) => company.signIn(...args)
const connect: typeof company.connect = (changed) => company.connect(changed)
const count: typeof company.count = (...args) => company.count(...args)
const returnFromCompany: typeof company.returnFromCompany = (...args) => company.returnFromCompany(...args)
const holderOf = (email: string) => findUserByEmail(server.database.db, email)
type Browser = ReturnType<typeof people.browser>

describe('first company sign-in', () => {
  it('creates an account with the profile type of the company across nodes', async () => {
    const anna = employee()
    const { code, session } = await signIn(anna)
    expect(code).toBeNull()
    const caller = await findCaller(server.database.db, session?.userId ?? '', '')
    expect(caller).toMatchObject({ email: anna.email, name: 'Anna Rossi', usertype: 'client', scope: null })
    expect(caller).toMatchObject({ suspended: false, language: 'it' })
    expect(await people.auditOf(caller as never)).toEqual(['signInByCompany ok'])
    expect(await count('plant_member where user_id = $1', [session?.userId])).toBe(0)
    expect(await count('company_visit')).toBe(0)
    const methods = await server
      .as({ ...(caller as never as object), kind: 'user' } as never)
      .call('getSignInMethods', {})
    expect(methods).toMatchObject({ password: false, company: { name: 'Rossi SpA', only: false } })
  })

  it('opens the account once age and terms are declared, and stores the first time', async () => {
    const { session } = await signIn(employee())
    const callerNow = async () => {
      const found = await findCaller(server.database.db, session?.userId ?? '', '')
      if (!found) throw new Error('the account is missing')
      return server.as(found)
    }
    const undeclared = await callerNow()
    expect(await undeclared.refusal('getAllPlants', {})).toBe('DECLARATIONS_MISSING')
    for (const half of [{ ageDeclared: true }, { ageDeclared: true, termsAccepted: false }])
      expect(await undeclared.refusal('saveDeclarations', half as never)).toBe('INVALID_INPUT')
    expect(await undeclared.refusal('getAllPlants', {})).toBe('DECLARATIONS_MISSING')
    await undeclared.call('saveDeclarations', { ageDeclared: true, termsAccepted: true })
    const declared = await callerNow()
    expect((await declared.call('getAllPlants', {})).plants).toEqual([])
    const { profile } = await declared.call('getOwnData', {})
    expect(profile.age_declared_at).toMatch(/Z$/)
    expect(profile.terms_accepted_at).toBe(profile.age_declared_at)
    await declared.call('saveDeclarations', { ageDeclared: true, termsAccepted: true })
    expect((await declared.call('getOwnData', {})).profile).toMatchObject(profile)
  })

  it('creates no admin for any claim', async () => {
    const claims = { usertype: 'admin', scope_of_office: 'nto', roles: ['admin', 'nto'] }
    const { session } = await signIn(employee(claims))
    const caller = await findCaller(server.database.db, session?.userId ?? '', '')
    expect(caller).toMatchObject({ usertype: 'client', scope: null })
    await expect(
      server.database.pool.query(`update company set usertype = 'admin' where name = 'Rossi SpA'`),
    ).rejects.toThrow(/company_makes_no_admin/)
  })

  it('derives a missing name from the address', async () => {
    const sub = randomUUID()
    const claims = employee({ sub, given_name: '', family_name: undefined, email: `ada.neri7@${domain}` })
    const { session } = await signIn(claims)
    expect(await findCaller(server.database.db, session?.userId ?? '', '')).toMatchObject({ name: 'ada neri ada neri' })
  })

  it('creates one account for simultaneous sign-ins of a person', async () => {
    const anna = employee()
    const browsers = [people.browser(), people.browser()]
    const queries = [
      await returnFromCompany(browsers[0] as Browser, anna),
      await returnFromCompany(browsers[1] as Browser, anna, 1),
    ]
    const outcomes = await Promise.all(browsers.map((one, place) => one.comeBack(queries[place] ?? '', place)))
    expect(outcomes.map(({ code }) => code)).toEqual([null, null])
    expect(await count('company_person where subject = $1', [anna.sub])).toBe(1)
  })
})

describe('returned sign-in', () => {
  it('counts once, even on two nodes at once', async () => {
    const browser = people.browser()
    const query = await returnFromCompany(browser, employee())
    const codes = (await Promise.all([browser.comeBack(query, 0), browser.copy().comeBack(query, 1)])).map(
      ({ code }) => code,
    )
    expect(codes.sort()).toEqual(['COMPANY_SIGN_IN_OVER', null])
    expect((await browser.comeBack(query)).code).toBe('COMPANY_SIGN_IN_OVER')
  })

  it('counts only in the browser that began it', async () => {
    const browser = people.browser()
    const query = await returnFromCompany(browser, employee())
    expect((await people.browser().comeBack(query)).code).toBe('COMPANY_SIGN_IN_OVER')
    const other = people.browser()
    await returnFromCompany(other, employee())
    expect((await other.comeBack(query)).code).toBe('COMPANY_SIGN_IN_OVER')
    expect(people.secured).toContain('COMPANY_SIGN_IN_OVER')
    expect((await browser.comeBack(query)).code).toBeNull()
  })

  it('counts for ten minutes and only with a known state', async () => {
    const browser = people.browser()
    const query = await returnFromCompany(browser, employee())
    await server.database.pool.query(`update company_visit set expires_at = now() - interval '1 second'`)
    expect((await browser.comeBack(query)).code).toBe('COMPANY_SIGN_IN_OVER')
    const newQuery = new URLSearchParams(await returnFromCompany(browser, employee()))
    newQuery.set('state', 'made-up')
    expect((await browser.comeBack(newQuery.toString())).code).toBe('COMPANY_SIGN_IN_OVER')
    expect((await browser.comeBack('')).code).toBe('COMPANY_SIGN_IN_OVER')
    expect((await browser.comeBack(`state=${'x'.repeat(9_000)}`)).code).toBe('COMPANY_SIGN_IN_OVER')
  })

  it('is refused after a denial and with a swapped or used code', async () => {
    const browser = people.browser()
    const query = new URLSearchParams(await returnFromCompany(browser, employee()))
    const other = new URLSearchParams(await returnFromCompany(browser, employee()))
    const state = other.get('state') ?? ''
    const swappedQuery = new URLSearchParams(query)
    swappedQuery.set('state', state)
    expect((await browser.comeBack(swappedQuery.toString())).code).toBe('COMPANY_SIGN_IN_REFUSED')
    const deniedQuery = new URLSearchParams({
      error: 'access_denied',
      state: query.get('state') ?? '',
      iss: company.provider.issuer,
    })
    expect((await browser.comeBack(deniedQuery.toString())).code).toBe('COMPANY_SIGN_IN_REFUSED')
  })
})

describe('invalid token', () => {
  const secondsAnHourAgo = () => Math.floor(Date.now() / 1000) - 3_600
  const falsifiedTokens: Record<string, (claims: TestClaims) => TestClaims> = {
    'for another client': (claims) => ({ ...claims, aud: 'another' }),
    'of another issuer': (claims) => ({ ...claims, iss: 'https://elsewhere.test' }),
    'that is over': (claims) => ({ ...claims, iat: secondsAnHourAgo() - 60, exp: secondsAnHourAgo() }),
    'made out to another client': (claims) => ({ ...claims, azp: 'another' }),
    'of an hour before, though not over': (claims) => ({ ...claims, iat: secondsAnHourAgo() }),
    'of an hour to come': (claims) => ({ ...claims, iat: secondsAnHourAgo() + 7_200, exp: secondsAnHourAgo() + 9_000 }),
    'that answers another question': (claims) => ({ ...claims, nonce: 'another' }),
    'of nobody': ({ sub: _, ...claims }) => claims as TestClaims,
  }
  for (const [lieName, falsify] of Object.entries(falsifiedTokens))
    it(`${lieName} is refused and creates nothing`, async () => {
      const anna = employee()
      company.provider.state.falsify = falsify
      expect(await signIn(anna)).toMatchObject({ code: 'COMPANY_SIGN_IN_REFUSED', session: null })
      expect(await holderOf(anna.email)).toBeUndefined()
      expect(people.secured.at(-1)).toBe('COMPANY_SIGN_IN_REFUSED')
    })

  it('signed by another key is refused', async () => {
    company.provider.state.isForged = true
    expect(await signIn(employee())).toMatchObject({ code: 'COMPANY_SIGN_IN_REFUSED', session: null })
  })

  it('is accepted when signed by a new published key', async () => {
    expect((await signIn(employee())).code).toBeNull()
    company.provider.rotateKey()
    expect((await signIn(employee())).code).toBeNull()
  })
})

describe('unverifiable address', () => {
  const refusedClaims: Record<string, Partial<TestClaims>> = {
    'is not verified': { email_verified: false },
    'is not said to be verified': { email_verified: undefined },
    'is of another domain': { email: 'anna@elsewhere.test' },
    'is of a domain below': { email: `anna@it.${domain}` },
    'is missing': { email: undefined },
    'is none': { email: 'anna' },
  }
  for (const [claimName, changed] of Object.entries(refusedClaims))
    it(`${claimName} is refused and creates nothing`, async () => {
      const before = [await count('"user"'), await count('company_person')]
      expect(await signIn(employee(changed))).toMatchObject({ code: 'COMPANY_ADDRESS_REFUSED', session: null })
      expect([await count('"user"'), await count('company_person')]).toEqual(before)
    })

  it('is verified by the claim that the operator has named', async () => {
    await connect({ verifiedClaim: 'xms_edov' })
    expect((await signIn(employee())).code).toBe('COMPANY_ADDRESS_REFUSED')
    expect((await signIn(employee({ xms_edov: '1' }))).code).toBeNull()
    await connect()
  })
})

describe('provider in trouble', () => {
  const begin = (browser = people.browser()) =>
    browser.refusal('begin-company-sign-in', { email: `anna@${domain}`, language: 'en' })
  const description = '/.well-known/openid-configuration'

  for (const kind of ['failing', 'endless'] as const)
    it(`that is ${kind} is reported, and existing sessions continue`, async () => {
      const { browser: open, session } = await signIn(employee())
      company.provider.state.trouble = { path: description, kind }
      expect(await begin()).toBe('COMPANY_SIGN_IN_AWAY')
      company.provider.state.trouble = null
      const browser = people.browser()
      const query = await returnFromCompany(browser, employee())
      company.provider.state.trouble = { path: '/token', kind }
      expect((await browser.comeBack(query)).code).toBe('COMPANY_SIGN_IN_AWAY')
      expect(await open.session()).toEqual(session)
    })

  it('is awaited for a limited time by a limited number of callers', async () => {
    const log = quietLog()
    const slowProvider = openCompanyProvider({ publicUrl: 'http://localhost:8080', log, stepMs: 400 })
    const client = { issuer: company.provider.issuer, ...testClient }
    company.provider.state.trouble = { path: description, kind: 'silent' }
    company.provider.state.countRequests.length = 0
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => slowProvider.begin(client, 'a@b.test')))
    expect(new Set(outcomes)).toEqual(new Set(['away']))
    expect(company.provider.state.countRequests).toHaveLength(20)
    expect(JSON.stringify(log.lines)).not.toContain(testClient.clientSecret)
    company.provider.state.trouble = null
    expect(await openCompanyProvider({ publicUrl: 'http://localhost:8080', log }).begin(client, 'a@b.test')).toEqual({
      url: expect.stringContaining('code_challenge_method=S256'),
      secrets: { state: expect.any(String), nonce: expect.any(String), verifier: expect.any(String) },
    })
  })

  it('must have a description for its own issuer', async () => {
    const { rows } = await server.database.pool.query(`update company set issuer = $1 returning name`, [
      company.provider.issuer.replace('127.0.0.1', 'localhost'),
    ])
    expect(rows).toHaveLength(1)
    expect(await begin()).toBe('COMPANY_SIGN_IN_AWAY')
    await server.database.pool.query(`update company set issuer = 'http://192.0.2.1'`)
    expect(await begin()).toBe('COMPANY_SIGN_IN_AWAY')
    await connect()
  })
})

describe('company of an address', () => {
  it('is found by its domain alone', async () => {
    const findCompany = async (domain: string) => (await people.browser().callFlow('find-company', { domain })).data
    expect(await findCompany('Rossi.test ')).toEqual({ company: { name: 'Rossi SpA', passwords: true } })
    expect(await findCompany('it.rossi.test')).toEqual({ company: null })
    const input = { email: 'a@elsewhere.test', language: 'en' }
    expect(await people.browser().refusal('begin-company-sign-in', input)).toBe('DOMAIN_NOT_CONNECTED')
  })
})
