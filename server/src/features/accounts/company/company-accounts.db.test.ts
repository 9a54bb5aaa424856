import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { companyDomain, employee, openTestCompany } from '../../../testing/test-company.ts'
import { openTestPeople, testPassword } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { findCaller, findUserByEmail, removeCompany } from '../index.ts'

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
const holderOf = (email: string) => findUserByEmail(server.database.db, email)

describe('existing account', () => {
  it('is joined by verified address, notified, and keeps password and plants', async () => {
    const person = await people.person({ email: `${randomUUID()}@${domain}` })
    const anna = employee({ email: person.email.toUpperCase() })
    const { session } = await signIn(anna)
    expect(session?.userId).toBe(person.user.userId)
    const mail = { template: 'companyJoined', values: { company: 'Rossi SpA' }, language: 'de' }
    expect(people.mailsTo(person.email)).toMatchObject([mail])
    expect(await people.browser().refusal('sign-in', person.signIn)).toBeNull()
    await signIn(anna)
    expect(people.mailsTo(person.email)).toHaveLength(1)
  })

  it('is not joined if its address was never verified', async () => {
    const email = `${randomUUID()}@${domain}`
    const otherPerson = await people.person({ email })
    await server.database.pool.query('update "user" set email_verified = false where email = $1', [email])
    const { session } = await signIn(employee({ email }))
    expect(session?.userId).not.toBe(otherPerson.user.userId)
    expect(await people.browser().refusal('sign-in', otherPerson.signIn)).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await otherPerson.browser.session()).toBeNull()
  })

  it('of the office cannot be joined by a company', async () => {
    const office = await people.person({ email: `${randomUUID()}@${domain}` })
    const promote = `update profile set usertype = 'admin', scope = 'nto' where user_id = $1`
    await server.database.pool.query(promote, [office.user.userId])
    expect(await signIn(employee({ email: office.email }))).toMatchObject({
      code: 'COMPANY_ACCOUNT_REFUSED',
      session: null,
    })
    const anna = employee()
    const { session } = await signIn(anna)
    await server.database.pool.query(promote, [session?.userId])
    expect((await signIn(anna)).code).toBe('COMPANY_ACCOUNT_REFUSED')
  })

  it('stays with its person, who keeps it after a change of address', async () => {
    const anna = employee()
    const { session } = await signIn(anna)
    const otherEmployee = employee({ email: anna.email })
    expect((await signIn(otherEmployee)).code).toBe('COMPANY_ACCOUNT_REFUSED')
    const renamedAnna = { ...anna, email: `${randomUUID()}@rossi-impianti.test` }
    expect((await signIn(renamedAnna)).session?.userId).toBe(session?.userId)
    expect(await holderOf(renamedAnna.email)).toMatchObject({ id: session?.userId })
    const changed = { template: 'emailChanged', values: { address: renamedAnna.email } }
    expect([people.mailsTo(anna.email), people.mailsTo(renamedAnna.email)]).toMatchObject([[changed], [changed]])
    // Now nobody owns the old address, and the successor has a new account.
    expect((await signIn(otherEmployee)).session?.userId).not.toBe(session?.userId)
    // An address of another person is not taken over.
    expect((await signIn({ ...anna, email: otherEmployee.email })).session?.userId).toBe(session?.userId)
    expect(await holderOf(renamedAnna.email)).toMatchObject({ id: session?.userId })
  })

  it('that is suspended stays suspended after sign-in', async () => {
    const anna = employee()
    const { session } = await signIn(anna)
    const suspend = `update profile set validation = 'suspended' where user_id = $1`
    await server.database.pool.query(suspend, [session?.userId])
    await signIn(anna)
    expect(await findCaller(server.database.db, session?.userId ?? '', '')).toMatchObject({ suspended: true })
  })
})

describe('erasing an account without a password', () => {
  it('requires a company sign-in within the last ten minutes', async () => {
    const anna = employee()
    const { browser, session } = await signIn(anna)
    const ageSession = `update session set created_at = now() - interval '11 minutes' where user_id = $1`
    await server.database.pool.query(ageSession, [session?.userId])
    expect(await browser.refusal('erase-account', {})).toBe('SIGN_IN_AGAIN')
    expect(await browser.refusal('erase-account', { password: 'x' })).toBe('WRONG_EMAIL_OR_PASSWORD')
    await signIn(anna, browser)
    expect(await browser.refusal('erase-account', {})).toBeNull()
    expect(await holderOf(anna.email)).toBeUndefined()
    expect(await count('company_person where subject = $1', [anna.sub])).toBe(0)
  })

  it('does not bypass an existing password', async () => {
    const person = await people.person({ email: `${randomUUID()}@${domain}` })
    expect(await person.browser.refusal('erase-account', {})).toBe('WRONG_EMAIL_OR_PASSWORD')
    const { browser } = await signIn(employee({ email: person.email }))
    expect(await browser.refusal('erase-account', {})).toBe('WRONG_EMAIL_OR_PASSWORD')
  })
})

describe('disabled passwords', () => {
  it('block sign-in, registration, reset and change for the domain', async () => {
    const person = await people.person({ email: `${randomUUID()}@${domain}` })
    const other = await people.person()
    await connect({ passwords: false })
    const onlyCompany = 'COMPANY_SIGN_IN_ONLY'
    const browser = people.browser()
    const { email } = person
    const samePasswords = { password: 'Bb2!bbbb', confirmation: 'Bb2!bbbb' }
    expect(await browser.callFlow('sign-in', person.signIn)).toMatchObject({
      code: onlyCompany,
      details: { company: 'Rossi SpA' },
    })
    // Whether or not an account exists.
    expect(await browser.refusal('sign-in', { email: `nobody@${domain}`, password: 'x' })).toBe(onlyCompany)
    expect(await browser.refusal('sign-in', { email: 'nobody@elsewhere.test', password: 'x' })).toBe(
      'WRONG_EMAIL_OR_PASSWORD',
    )
    const form = {
      usertype: 'client',
      kind: 'person',
      language: 'de',
      name: 'Ada',
      surname: 'Neri',
      phone: '',
      businessname: '',
      piva: '',
      ageDeclared: true,
      termsAccepted: true,
      marketing: false,
      profiling: false,
      thirdparts: false,
      address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
      ...samePasswords,
    }
    expect(await browser.refusal('sign-up', { ...form, email: `${randomUUID()}@${domain}` })).toBe(onlyCompany)
    expect(await browser.refusal('sign-up', { ...form, email: `${randomUUID()}@elsewhere.test` })).toBeNull()
    expect(await browser.refusal('forgot', { email })).toBe(onlyCompany)
    expect(await browser.refusal('reset', { email, code: '123456', ...samePasswords })).toBe(onlyCompany)
    expect(await person.browser.refusal('change-password', { current: testPassword, ...samePasswords })).toBe(
      onlyCompany,
    )
    expect(await person.browser.refusal('change-email', { password: testPassword, email: 'a@b.test' })).toBe(
      onlyCompany,
    )
    expect(await person.browser.refusal('begin-passkey', { password: testPassword })).toBe(onlyCompany)
    const signUpInput = { password: testPassword, email: `${randomUUID()}@${domain}` }
    expect(await other.browser.refusal('change-email', signUpInput)).toBe(onlyCompany)
    expect(await people.browser().refusal('sign-in', other.signIn)).toBeNull()
    // Open sessions continue, and the company's own sign-in opens the account.
    expect(await person.browser.session()).not.toBeNull()
    expect((await signIn(employee({ email }))).session?.userId).toBe(person.user.userId)
    await connect()
    expect(await people.browser().refusal('sign-in', person.signIn)).toBeNull()
  })
})

describe('company rule', () => {
  it('adds present and future accounts of a company once', async () => {
    const ada = await server.create.user()
    const plantId = await server.create.plant({ members: { installerAdministrator: ada.userId } })
    const earlySignIn = await signIn(employee())
    const adaClient = server.as(ada)
    const rule = { plantId, domain: ` @${domain.toUpperCase()}`, role: 'installerReadOnly' } as const
    const savedRule = await adaClient.call('saveMemberRule', rule)
    const listedRule = { domain, company: 'Rossi SpA', role: 'installerReadOnly', since: expect.any(String) }
    expect(savedRule.rules).toEqual([listedRule])
    expect(savedRule.joined).toBeGreaterThan(0)
    expect((await adaClient.call('saveMemberRule', rule)).joined).toBe(0)
    const anna = employee()
    const lateSignIn = await signIn(anna)
    await signIn(anna)
    const roleOf = async (userId = '') =>
      (await adaClient.call('getPlantUsers', { plantId })).plant_users.filter(({ userid }) => userid === userId)
    for (const { session } of [earlySignIn, lateSignIn])
      expect(await roleOf(session?.userId)).toMatchObject([{ role: 'installerReadOnly', name: 'Anna Rossi' }])
    // Another domain of the same company has no such rule.
    const { session } = await signIn(employee({ email: `${randomUUID()}@rossi-impianti.test` }))
    expect(await roleOf(session?.userId)).toEqual([])
    expect(await adaClient.refusal('saveMemberRule', { ...rule, domain: 'elsewhere.test' })).toBe(
      'DOMAIN_NOT_CONNECTED',
    )
    expect(await adaClient.refusal('saveMemberRule', { ...rule, role: 'installerAdministrator' as never })).toBe(
      'INVALID_INPUT',
    )
    expect((await adaClient.call('removeMemberRule', { plantId, domain })).rules).toEqual([])
    expect(await adaClient.refusal('removeMemberRule', { plantId, domain })).toBe('MEMBER_RULE_NOT_FOUND')
    expect(await roleOf(lateSignIn.session?.userId)).toHaveLength(1)
    const after = await signIn(employee())
    expect(await roleOf(after.session?.userId)).toEqual([])
  })

  it('is limited to twenty and has no effect in an archived plant', async () => {
    const ada = await server.create.user()
    const plantId = await server.create.plant({ members: { installerAdministrator: ada.userId } })
    await server.database.pool.query(
      `insert into member_rule (plant_id, domain, role, made_at)
       select $1, 'd' || n || '.test', 'clientStaff', now() from generate_series(1, 20) n`,
      [plantId],
    )
    const rule = { plantId, domain, role: 'installerStaff' } as const
    expect(await server.as(ada).refusal('saveMemberRule', rule)).toBe('MEMBER_RULE_LIMIT')
    expect((await server.as(ada).call('getMemberRules', { plantId })).rules[0]).toMatchObject({ company: null })
    await server.as(ada).call('removeMemberRule', { plantId, domain: 'd1.test' })
    await server.as(ada).call('saveMemberRule', rule)
    await server.as(ada).call('archivePlant', { plantId })
    const { session } = await signIn(employee())
    expect(await count('plant_member where user_id = $1 and plant_id = $2', [session?.userId, plantId])).toBe(0)
  })
})

describe('changed company connection', () => {
  it('forgets its people and finds them again by address', async () => {
    const anna = employee()
    const { session } = await signIn(anna)
    expect(await connect({ clientId: 'another' })).not.toEqual({ forgotten: 0 })
    expect(await connect()).toEqual({ forgotten: 0 })
    const otherAnna = { ...anna, sub: randomUUID() }
    expect((await signIn(otherAnna)).session?.userId).toBe(session?.userId)
    expect(await removeCompany(server.database.db, 'Rossi SpA')).toBe(true)
    expect(await count('company_domain')).toBe(0)
    expect((await people.browser().callFlow('find-company', { domain })).data).toEqual({ company: null })
    await connect()
  })
})
