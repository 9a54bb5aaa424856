import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestPeople, testPassword } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let people: ReturnType<typeof openTestPeople>
const password = testPassword

beforeAll(async () => {
  server = await createTestServer()
  people = openTestPeople(server)
})
afterAll(() => server.stop())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') })
  server.clock.time = new Date()
  return () => vi.useRealTimers()
})
const minutesPass = (minutes: number) => {
  vi.setSystemTime(Date.now() + minutes * 60_000)
  server.clock.time = new Date()
}

type Person = Awaited<ReturnType<typeof people.person>>

const freshAddress = () => `${randomUUID()}@vigilux.test`
const codeTo = (address: string, template: string): string =>
  people
    .mailsTo(address)
    .filter((mail) => mail.template === template)
    .at(-1)?.values.code ?? 'none'
/** The mailed codes for a new address. */
const codesFor = ({ email }: Person, newEmail: string) => ({
  currentCode: codeTo(email, 'emailChangeCurrent'),
  newCode: codeTo(newEmail, 'emailChangeNew'),
})
const differentCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const requestChange = ({ browser }: Person, email: string) => browser.refusal('change-email', { password, email })
const confirm = ({ browser }: Person, codes: object, node = 0) => browser.refusal('confirm-email', codes, node)
const signsIn = async (email: string) => (await people.browser().refusal('sign-in', { email, password })) === null

describe('new e-mail address', () => {
  it('signs in once both addresses are verified, and other sessions end', async () => {
    const person = await people.person()
    const otherBrowser = people.browser()
    await otherBrowser.callFlow('sign-in', person.signIn)
    const newEmail = freshAddress()
    expect(await requestChange(person, ` ${newEmail.toUpperCase()} `)).toBeNull()
    const methods = () => server.as(person.user).call('getSignInMethods', {})
    const until = new Date(Date.now() + 600_000).toISOString()
    expect(await methods()).toMatchObject({ email: person.email, new_email: { email: newEmail, until } })
    expect([await signsIn(person.email), await signsIn(newEmail)]).toEqual([true, false])

    const codes = codesFor(person, newEmail)
    expect(codes.currentCode).not.toBe(codes.newCode)
    expect(await confirm(person, { ...codes, newCode: differentCode(codes.newCode) })).toBe('CodeMismatchException')
    expect(await confirm(person, { ...codes, currentCode: differentCode(codes.currentCode) })).toBe(
      'CodeMismatchException',
    )
    expect(await signsIn(person.email)).toBe(true)
    server.broadcasts.length = 0
    people.ended.length = 0
    expect(await confirm(person, codes)).toBeNull()
    expect([await signsIn(person.email), await signsIn(newEmail)]).toEqual([false, true])
    expect([await otherBrowser.session(), await person.browser.session()]).toEqual([null, expect.any(Object)])
    expect(await methods()).toMatchObject({ email: newEmail, new_email: null })
    for (const address of [person.email, newEmail])
      expect(people.mailsTo(address).at(-1)).toMatchObject({ template: 'emailChanged', values: { address: newEmail } })
    const { userId } = person.user
    expect(people.ended).toContain(userId)
    expect(server.broadcasts.map(({ event }) => event)).toEqual(['sessionEnded', 'signInMethods'])
    expect(await people.auditOf(person.user)).toEqual(
      expect.arrayContaining(['askForEmailChange ok', 'changeEmail CodeMismatchException', 'changeEmail ok']),
    )
  })

  it('requires the password, a session and six-digit codes', async () => {
    const person = await people.person()
    const { browser: personBrowser } = person
    const email = freshAddress()
    expect(await personBrowser.refusal('change-email', { password: 'Zz9!zzzz', email })).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await personBrowser.refusal('change-email', { password, email: 'a@b' })).toBe('INVALID_INPUT')
    expect(await requestChange(person, email)).toBeNull()
    expect(await confirm(person, { currentCode: '12345', newCode: '12345' })).toBe('INVALID_INPUT')
    const codes = codesFor(person, email)
    const staleBrowser = personBrowser.copy()
    await personBrowser.callFlow('sign-out', {})
    for (const browser of [people.browser(), staleBrowser]) {
      expect(await browser.refusal('change-email', { password, email })).toBe('NOT_SIGNED_IN')
      expect(await browser.refusal('confirm-email', codes)).toBe('NOT_SIGNED_IN')
    }
    const other = await people.person()
    expect(await confirm(other, codes)).toBe('CodeMismatchException')
  })

  it('in use gives the same answer, changes nothing and notifies its owner', async () => {
    const [person, holder] = [await people.person(), await people.person()]
    const free = await people.person()
    const [outcomeInUse, freshOutcome] = [
      await person.browser.callFlow('change-email', { password, email: ` ${holder.email.toUpperCase()}` }),
      await free.browser.callFlow('change-email', { password, email: freshAddress() }),
    ]
    expect(outcomeInUse).toEqual(freshOutcome)
    expect((await server.as(person.user).call('getSignInMethods', {})).new_email?.email).toBe(holder.email)
    expect(people.mailsTo(holder.email).map(({ template }) => template)).toEqual(['emailInUse'])
    const { currentCode } = codesFor(person, holder.email)
    for (const newCode of ['000000', currentCode, '123456'])
      expect(await confirm(person, { currentCode, newCode })).toBe('CodeMismatchException')
    expect([await signsIn(person.email), await signsIn(holder.email)]).toEqual([true, true])
  })

  it('belongs to the person who registers it in the meantime', async () => {
    const person = await people.person()
    const newEmail = freshAddress()
    await requestChange(person, newEmail)
    const otherPerson = await people.person({ email: newEmail })
    expect(await confirm(person, codesFor(person, newEmail))).toBe('CodeMismatchException')
    expect(await signsIn(person.email)).toBe(true)
    expect(await otherPerson.browser.session()).toMatchObject({ userId: otherPerson.user.userId })
  })

  it('is given to one of two people who verify it at once', async () => {
    const newEmail = freshAddress()
    const persons = [await people.person(), await people.person()]
    const codes: object[] = []
    for (const person of persons) {
      await requestChange(person, newEmail)
      codes.push(codesFor(person, newEmail))
    }
    const outcomes = await Promise.all(persons.map((person, at) => confirm(person, codes[at] ?? {}, at)))
    expect(outcomes.toSorted()).toEqual(['CodeMismatchException', null])
  })

  it('is changed once if confirmed twice on two nodes', async () => {
    const person = await people.person()
    const newEmail = freshAddress()
    await requestChange(person, newEmail)
    const codes = codesFor(person, newEmail)
    const outcomes = await Promise.all([0, 1].map((node) => confirm(person, codes, node)))
    expect(outcomes.filter((one) => one === null)).toHaveLength(1)
    expect(people.mailsTo(newEmail).filter(({ template }) => template === 'emailChanged')).toHaveLength(1)
  })
})

describe('e-mail change codes', () => {
  it('last ten minutes or three attempts, until the next ones', async () => {
    const person = await people.person()
    const newEmail = freshAddress()
    await requestChange(person, newEmail)
    const first = codesFor(person, newEmail)
    await requestChange(person, newEmail)
    expect(await confirm(person, first)).toBe('CodeMismatchException')
    const second = codesFor(person, newEmail)
    minutesPass(11)
    expect(await confirm(person, second)).toBe('CodeMismatchException')
    await requestChange(person, newEmail)
    const third = codesFor(person, newEmail)
    for (let attempt = 0; attempt < 3; attempt += 1)
      await confirm(person, { ...third, newCode: differentCode(third.newCode) })
    expect(await confirm(person, third)).toBe('CodeMismatchException')
  })

  it('cannot be derived from the database and are throttled', async () => {
    const person = await people.person()
    const newEmail = freshAddress()
    await requestChange(person, newEmail)
    const { rows } = await server.database.pool.query('select * from email_change where email = $1', [newEmail])
    const storedJson = JSON.stringify(rows.map(({ current_seal, new_seal }) => [current_seal, new_seal]))
    for (const code of Object.values(codesFor(person, newEmail))) expect(storedJson).not.toContain(`"${code}"`)
    const outcomes = []
    for (let attempt = 0; attempt < 4; attempt += 1) outcomes.push(await requestChange(person, freshAddress()))
    expect(outcomes).toEqual([null, null, null, 'LimitExceededException'])
    expect(await signsIn(person.email)).toBe(true)
  })
})

describe('data linked to an address', () => {
  it('follows the change: pending invitations and private audit lines', async () => {
    const person = await people.person()
    const inviter = await server.create.user()
    const plantId = await server.create.plant({ members: { installerAdministrator: inviter.userId } })
    await server.as(inviter).call('invitaDelegato', { plantId, email: person.email })
    const newEmail = freshAddress()
    await requestChange(person, newEmail)
    expect(await confirm(person, codesFor(person, newEmail))).toBeNull()
    const user = { ...person.user, email: newEmail }
    const { invitations } = await server.as(user).call('checkInvitoPendente', {})
    expect(invitations).toHaveLength(1)
    expect((await people.auditOf(user)).filter((line) => line === 'signIn ok').length).toBeGreaterThan(0)

    const next = await people.person({ email: person.email })
    expect((await server.as(next.user).call('checkInvitoPendente', {})).invitations).toEqual([])
    const { entries } = await server.as(next.user).call('getOwnAudit', { page: 1 })
    expect(entries.map(({ action, result }) => `${action} ${result}`)).toEqual(['signIn ok'])
  })

  it('is removed with the account', async () => {
    const person = await people.person()
    await requestChange(person, freshAddress())
    expect(await person.browser.refusal('erase-account', { password })).toBeNull()
    const { rows } = await server.database.pool.query('select 1 from email_change where user_id = $1', [
      person.user.userId,
    ])
    expect(rows).toEqual([])
  })
})
