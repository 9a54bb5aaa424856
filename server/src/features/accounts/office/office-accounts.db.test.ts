import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personErasers } from '../../../composition/persons.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import { openTestPeople, testPassword as password } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { saveCompany } from '../company/companies.store.ts'
import { erasePerson } from '../erasure/erase-persons.ts'
import { findUserByEmail } from '../profiles.store.ts'
import { addOffice, inviteOffice, listOffices, type PasswordLink, removeOffice } from './office-accounts.ts'

let server: TestServer
let people: ReturnType<typeof openTestPeople>

beforeAll(async () => {
  server = await createTestServer()
  people = openTestPeople(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.mails.length = 0
  await server.database.pool.query("delete from security_event; update profile set usertype = 'basic', scope = null")
})

const db = () => server.database.db
const parts = (mails = true) => ({
  db: db(),
  now: new Date(),
  publicUrl: 'https://vigilux.test',
  mail: mails ? server.ports.mail : null,
})
const freshAddress = () => `${randomUUID()}@office.test`
const personOf = (email: string) => ({ email, name: 'Ida', surname: 'Moser', language: 'de' as const })
const add = (email: string) => addOffice(parts(), { ...personOf(email), scope: 'nto', areas: [] })
const addAreaOffice = (email: string) =>
  addOffice(parts(), {
    ...personOf(email),
    scope: 'ba',
    areas: [
      { country: 'IT', prov: 'BZ' },
      { country: 'AT', prov: '' },
    ],
  })
const remove = (email: string, allowLast = false) =>
  removeOffice({ db: db(), now: new Date(), jobs: server.ports.jobs }, { email, allowLast })
const secretOf = ({ url }: PasswordLink) => new URLSearchParams(url.split('?')[1]).get('link') ?? ''
const setPassword = (link: PasswordLink, word = password, node = 0) =>
  people.browser().callFlow('set-password', { link: secretOf(link), password: word, confirmation: word }, node)
const signIn = (email: string, word = password) => people.browser().refusal('sign-in', { email, password: word })
const findUser = async (email: string) => (await findUserByEmail(db(), email)) ?? { id: '' }
const listed = async (email: string) => (await listOffices(db(), new Date())).find((office) => office.email === email)
const events = async () => {
  const { rows } = await server.database.pool.query(
    'select action, kind, user_id, address, count from security_event order by kind',
  )
  return rows as { action: string; kind: string; user_id: string; address: string; count: number }[]
}
const refusalOf = (work: Promise<unknown>): Promise<Pick<Refusal, 'code' | 'details'> | null> =>
  work.then(
    () => null,
    ({ code, details }: Refusal) => ({ code, details }),
  )
const addWithPassword = async (email: string) => {
  await setPassword(await add(email))
  return findUser(email)
}

describe('an added office account', () => {
  it('signs in with the password that its person sets with the mailed link, and opens the office', async () => {
    const email = freshAddress()
    const link = await add(email)
    expect(server.mails).toEqual([
      {
        to: email,
        language: 'de',
        template: 'officeInvitation',
        values: { url: link.url, hours: '72', expires: link.expiresAt.toISOString() },
      },
    ])
    expect(link.url).toMatch(/^https:\/\/vigilux\.test\/#\/setpassword\?email=/)
    expect(await signIn(email)).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await setPassword(link)).toEqual({ code: null, data: { email } })
    const browser = people.browser()
    await browser.callFlow('sign-in', { email, password })
    const session = await browser.session()
    const { rows } = await server.database.pool.query(
      'select usertype, scope, validation, name, surname, language from profile where user_id = $1',
      [session?.userId],
    )
    const ida = { name: 'Ida', surname: 'Moser', language: 'de' }
    expect(rows).toEqual([{ usertype: 'admin', scope: 'nto', validation: 'verified', ...ida }])
  })

  it('of a business area sees the plants of its areas alone', async () => {
    const email = freshAddress()
    await addAreaOffice(email)
    const plants = [
      { country: 'IT', prov: 'BZ' },
      { country: 'IT', prov: 'TN' },
      { country: 'AT', prov: 'Tirol' },
    ]
    const ids = []
    for (const { country, prov } of plants) {
      const plantId = await server.create.plant({ members: {} })
      await server.database.pool.query('update plant set country = $2, prov = $3 where id = $1', [
        plantId,
        country,
        prov,
      ])
      ids.push(plantId)
    }
    const { id: userId } = await findUser(email)
    const { plants: visible } = await server
      .as({
        ...(await server.create.user()),
        userId,
        usertype: 'admin',
        scope: 'ba',
      })
      .call('getAllPlants', {})
    expect(visible.map(({ plant_id }) => plant_id).sort()).toEqual([ids[0], ids[2]].sort())
  })

  it('is listed with its scope, its areas, and how far its person has come', async () => {
    const [email, areaEmail] = [freshAddress(), freshAddress()]
    const link = await add(email)
    await addAreaOffice(areaEmail)
    expect(await listed(email)).toMatchObject({
      scope: 'nto',
      areas: [],
      hasPassword: false,
      linkUntil: link.expiresAt,
    })
    const areas = [
      { country: 'AT', prov: '' },
      { country: 'IT', prov: 'BZ' },
    ]
    expect(await listed(areaEmail)).toMatchObject({ scope: 'ba', areas })
    await setPassword(link)
    expect(await listed(email)).toMatchObject({ hasPassword: true, linkUntil: null })
    expect(await listed((await people.person()).email)).toBeUndefined()
  })

  it('without a mail has its link only in the answer', async () => {
    const link = await addOffice(parts(false), { ...personOf(freshAddress()), scope: 'nto', areas: [] })
    expect(server.mails).toEqual([])
    expect((await setPassword(link)).code).toBeNull()
  })
})

describe('an address that cannot become an office account', () => {
  it('has an account, which stays as it is', async () => {
    const person = await people.person()
    expect(await refusalOf(add(person.email))).toMatchObject({ code: 'UsernameExistsException' })
    const email = freshAddress()
    const first = await add(email)
    server.mails.length = 0
    expect(await refusalOf(addAreaOffice(email))).toMatchObject({ code: 'UsernameExistsException' })
    expect(await listed(email)).toMatchObject({ scope: 'nto', areas: [] })
    expect(server.mails).toEqual([])
    expect(await listed(person.email)).toBeUndefined()
    expect((await setPassword(first)).code).toBeNull()
  })

  it('has a company without passwords', async () => {
    const company = { name: 'Rossi', issuer: 'https://rossi.test', clientId: 'v', usertype: 'client' } as const
    const claims = { verifiedClaim: 'e', nameClaim: 'n', surnameClaim: 's' }
    const row = { ...company, ...claims, clientSecret: 'closed', passwords: false, connectedAt: new Date() }
    await db().transaction((tx) => saveCompany(tx, row, ['rossi.test']))
    const refusal = { code: 'COMPANY_SIGN_IN_ONLY', details: { company: 'Rossi' } }
    expect(await refusalOf(add('ida@rossi.test'))).toEqual(refusal)
    expect(await listed('ida@rossi.test')).toBeUndefined()
    expect(await events()).toMatchObject([{ action: 'addOffice', kind: 'COMPANY_SIGN_IN_ONLY', user_id: '' }])
  })
})

describe('a link to set a password', () => {
  it('works once, also when two browsers use it at the same time', async () => {
    const email = freshAddress()
    const link = await add(email)
    const outcomes = await Promise.all([setPassword(link, 'First-1234!', 0), setPassword(link, 'Other-1234!', 1)])
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['CodeMismatchException', null].sort())
    expect((await setPassword(link)).code).toBe('CodeMismatchException')
    const signIns = [await signIn(email, 'First-1234!'), await signIn(email, 'Other-1234!')]
    expect(signIns.filter((refusal) => refusal === null)).toHaveLength(1)
  })

  it('expires after the time that the mail names', async () => {
    const email = freshAddress()
    const link = await add(email)
    expect(link.expiresAt.getTime() - Date.now()).toBeGreaterThan((link.hours - 1) * 3_600_000)
    const move = (by: string) =>
      server.database.pool.query(`update verification set expires_at = now() + $1::interval`, [by])
    await move('-1 second')
    expect((await setPassword(link)).code).toBe('CodeMismatchException')
    expect(await listed(email)).toMatchObject({ linkUntil: null })
    expect(await signIn(email)).toBe('WRONG_EMAIL_OR_PASSWORD')
  })

  it('is stored as a hash', async () => {
    const link = await add(freshAddress())
    const { rows } = await server.database.pool.query('select identifier, value from verification')
    expect(secretOf(link).length).toBeGreaterThan(30)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secretOf(link))
  })

  it('refuses a weak password, which leaves the link as it is', async () => {
    const link = await add(freshAddress())
    expect((await setPassword(link, 'weak')).code).toBe('INVALID_INPUT')
    expect((await setPassword(link)).code).toBeNull()
  })

  it('ends when its person sets the password with a mailed code', async () => {
    const email = freshAddress()
    const link = await add(email)
    await people.browser().callFlow('forgot', { email })
    const code = people.mailsTo(email).at(-1)?.values.code
    const reset = { email, code, password, confirmation: password }
    expect(await people.browser().refusal('reset', reset)).toBeNull()
    expect((await setPassword(link, 'Other-1234!')).code).toBe('CodeMismatchException')
    expect(await signIn(email)).toBeNull()
  })

  it('that is wrong leaves a refusal for the office, and no line in an audit', async () => {
    people.secured.length = 0
    const wrong = { url: '#/setpassword?link=wrong', hours: 72, expiresAt: new Date() }
    const count = async () => (await server.database.pool.query('select count(*) from audit')).rows
    const before = await count()
    expect((await setPassword(wrong)).code).toBe('CodeMismatchException')
    expect(people.secured).toEqual(['CodeMismatchException'])
    expect(await count()).toEqual(before)
  })
})

describe('another invitation', () => {
  it('has a new link, and ends the one before', async () => {
    const email = freshAddress()
    const first = await add(email)
    const second = await inviteOffice(parts(), email)
    expect(server.mails.map(({ values, language }) => [values.url, language])).toEqual([
      [first.url, 'de'],
      [second.url, 'de'],
    ])
    expect((await setPassword(first)).code).toBe('CodeMismatchException')
    expect((await setPassword(second)).code).toBeNull()
  })

  it('is refused for an account with a password, another account and an unknown address', async () => {
    const email = freshAddress()
    await addWithPassword(email)
    const person = await people.person()
    server.mails.length = 0
    expect([
      await refusalOf(inviteOffice(parts(), email)),
      await refusalOf(inviteOffice(parts(), person.email)),
      await refusalOf(inviteOffice(parts(), freshAddress())),
    ]).toEqual([
      { code: 'NOT_ALLOWED', details: { reason: 'hasPassword' } },
      { code: 'NOT_ALLOWED', details: { reason: 'notOffice' } },
      { code: 'UserNotFoundException', details: undefined },
    ])
    expect(server.mails).toEqual([])
  })
})

describe('a removed office account', () => {
  it('has no session and no link, cannot sign in, and stays in the audit under its pseudonym', async () => {
    await addWithPassword(freshAddress())
    const email = freshAddress()
    const { id: userId } = await addWithPassword(email)
    const browser = people.browser()
    await browser.callFlow('sign-in', { email, password })
    expect(await browser.session()).toMatchObject({ userId })
    server.jobs.length = 0
    await remove(email)
    expect([await browser.session(), await signIn(email)]).toEqual([null, 'WRONG_EMAIL_OR_PASSWORD'])
    expect(server.jobs).toEqual([{ name: 'person.erase', data: { userId } }])
    expect(await listed(email)).toBeUndefined()
    await erasePerson(server, personErasers, userId)
    const { rows } = await server.database.pool.query(
      `select pseudonym, array(select distinct user_name from audit where user_id = erased_person.user_id::text) as names
        from erased_person where user_id = $1`,
      [userId],
    )
    expect(rows).toEqual([{ pseudonym: rows[0].pseudonym, names: [rows[0].pseudonym] }])
    const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    const { events: shown } = await server.as(office).call('getSecurityEvents', { kind: 'OFFICE_REMOVED' })
    expect(shown).toMatchObject([{ userid: userId, name: rows[0].pseudonym, address: 'operator' }])
  })

  it('without a password leaves no link behind', async () => {
    await addWithPassword(freshAddress())
    const email = freshAddress()
    const link = await add(email)
    const { id } = await findUser(email)
    await remove(email)
    expect((await setPassword(link)).code).toBe('CodeMismatchException')
    const { rows } = await server.database.pool.query('select 1 from verification where value = $1', [id])
    expect(rows).toEqual([])
  })

  it('is never another account, and never the last administrator of a plant', async () => {
    const person = await people.person()
    expect(await refusalOf(remove(person.email))).toEqual({ code: 'NOT_ALLOWED', details: { reason: 'notOffice' } })
    expect(await refusalOf(remove(freshAddress()))).toMatchObject({ code: 'UserNotFoundException' })
    const email = freshAddress()
    await addAreaOffice(email)
    const { id } = await findUser(email)
    await server.create.plant({ name: 'Palestra', members: { installerAdministrator: id } })
    expect(await refusalOf(remove(email))).toMatchObject({
      code: 'MUST_HAND_OVER',
      details: { plants: [{ plantname: 'Palestra' }] },
    })
    expect([await signIn(person.email), await listed(email)]).toEqual([null, expect.any(Object)])
  })

  it('is the last one of the national office only when that is wanted', async () => {
    const email = freshAddress()
    await addWithPassword(email)
    await addAreaOffice(freshAddress())
    // Nobody has signed in to this one yet, so it does not replace the other.
    await add(freshAddress())
    expect(await refusalOf(remove(email))).toEqual({ code: 'NOT_ALLOWED', details: { reason: 'lastOffice' } })
    expect(await signIn(email)).toBeNull()
    await remove(email, true)
    expect(await signIn(email)).toBe('WRONG_EMAIL_OR_PASSWORD')
  })

  it('leaves one of the national office when two are removed at the same time', async () => {
    const emails = [freshAddress(), freshAddress()]
    for (const email of emails) await addWithPassword(email)
    const outcomes = await Promise.all(emails.map((email) => refusalOf(remove(email))))
    expect(outcomes.map((outcome) => outcome?.code ?? 'done').sort()).toEqual(['NOT_ALLOWED', 'done'])
  })
})

describe('the security log of the office', () => {
  it('has each change and each refusal with the account', async () => {
    const [email, other] = [freshAddress(), freshAddress()]
    await addWithPassword(other)
    await add(email)
    const { id } = await findUser(email)
    await refusalOf(add(email))
    await inviteOffice(parts(), email)
    await refusalOf(remove(other))
    await remove(email)
    const otherId = (await findUser(other)).id
    const operator = { address: 'operator', count: 1 }
    expect(await events()).toEqual(
      expect.arrayContaining([
        { ...operator, action: 'removeOffice', kind: 'NOT_ALLOWED', user_id: otherId },
        { ...operator, action: 'addOffice', kind: 'OFFICE_ADDED', user_id: id },
        { ...operator, action: 'inviteOffice', kind: 'OFFICE_INVITED', user_id: id },
        { ...operator, action: 'removeOffice', kind: 'OFFICE_REMOVED', user_id: id },
        { ...operator, action: 'addOffice', kind: 'UsernameExistsException', user_id: id },
      ]),
    )
  })

  it('has no line of a change that was not stored', async () => {
    const mail = { send: () => Promise.reject(new Error('no queue')) }
    const account = { ...personOf(freshAddress()), scope: 'nto' as const, areas: [] }
    await expect(addOffice({ ...parts(), mail }, account)).rejects.toThrow('no queue')
    expect([await listed(account.email), await events()]).toEqual([undefined, []])
  })
})
