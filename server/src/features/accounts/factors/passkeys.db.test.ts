import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestAuthenticator } from '../../../testing/test-authenticator.ts'
import { openTestPeople, testPassword } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let people: ReturnType<typeof openTestPeople>
const password = testPassword
const origin = 'http://localhost:8080'

beforeAll(async () => {
  server = await createTestServer()
  people = openTestPeople(server)
})
afterAll(() => server.stop())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') })
  return () => vi.useRealTimers()
})
const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

type Creation = Parameters<ReturnType<typeof createTestAuthenticator>['create']>[0]
type Request = Parameters<ReturnType<typeof createTestAuthenticator>['get']>[0]
type Person = Awaited<ReturnType<typeof people.person>>

const creationFor = async ({ browser }: Person) =>
  (await browser.callFlow('begin-passkey', { password })).data as Creation
const challengeFor = async () => (await people.browser().callFlow('passkey-challenge', {})).data as Request
const deviceOf = async (person: Person, name = 'Phone') => {
  const device = createTestAuthenticator(origin)
  const response = device.create(await creationFor(person))
  expect(await person.browser.refusal('add-passkey', { name, response })).toBeNull()
  return device
}
const passkeysOf = async ({ user }: Person) => (await server.as(user).call('getSignInMethods', {})).passkeys
const signInWith = (response: object, node = 0, browser = people.browser()) =>
  browser.refusal('sign-in-with-passkey', { response }, node)

describe('new passkey', () => {
  it('has a name and signs in without a password on every node', async () => {
    const person = await people.person()
    server.broadcasts.length = 0
    const device = await deviceOf(person, 'Office key')
    expect(await passkeysOf(person)).toEqual([
      { passkey_id: expect.any(String), name: 'Office key', added_at: new Date().toISOString(), last_used_at: null },
    ])
    const mail = { template: 'passkeyAdded', values: { name: 'Office key' }, language: 'de' }
    expect(people.mailsTo(person.email)).toMatchObject([mail])
    expect(server.broadcasts).toMatchObject([{ audience: { user: person.user.userId }, event: 'signInMethods' }])

    minutesPass(5)
    const browser = people.browser()
    expect(await signInWith(device.get(await challengeFor()), 1, browser)).toBeNull()
    expect(await browser.session()).toMatchObject({ userId: person.user.userId })
    expect((await passkeysOf(person))[0]?.last_used_at).toBe(new Date().toISOString())
    expect(await people.auditOf(person.user)).toEqual(expect.arrayContaining(['addPasskey ok', 'signInWithPasskey ok']))
  })

  it('requires the password and a session', async () => {
    const person = await people.person()
    const { browser: personBrowser } = person
    expect(await personBrowser.refusal('begin-passkey', { password: 'Zz9!zzzz' })).toBe('WRONG_EMAIL_OR_PASSWORD')
    const response = createTestAuthenticator(origin).create(await creationFor(person))
    const staleBrowser = personBrowser.copy()
    await personBrowser.callFlow('sign-out', {})
    for (const browser of [people.browser(), staleBrowser]) {
      expect(await browser.refusal('begin-passkey', { password })).toBe('NOT_SIGNED_IN')
      expect(await browser.refusal('add-passkey', { name: 'Key', response })).toBe('NOT_SIGNED_IN')
    }
    expect(await personBrowser.refusal('add-passkey', { name: ' ', response })).toBe('INVALID_INPUT')
    expect(await passkeysOf(person)).toEqual([])
  })

  it('must be added by its requester, in time, once and with user verification', async () => {
    const [person, other] = [await people.person(), await people.person()]
    const device = () => createTestAuthenticator(origin)
    const add = (person: Person, response: object) => person.browser.refusal('add-passkey', { name: 'Key', response })
    expect(await add(other, device().create(await creationFor(person)))).toBe('PASSKEY_REFUSED')
    expect(await add(person, device().create(await creationFor(person), { origin: 'https://evil.test' }))).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await add(person, device().create(await creationFor(person), { rpId: 'evil.test' }))).toBe('PASSKEY_REFUSED')
    expect(await add(person, device().create(await creationFor(person), { userVerified: false }))).toBe(
      'PASSKEY_REFUSED',
    )
    const options = await creationFor(person)
    const signIn = { ...options, challenge: (await challengeFor()).challenge }
    expect(await add(person, device().create(signIn))).toBe('PASSKEY_REFUSED')
    expect(await add(person, device().create({ ...options, challenge: options.challenge.replace(/^../, 'AA') }))).toBe(
      'PASSKEY_REFUSED',
    )
    const secondCreation = device().create(options)
    expect([await add(person, secondCreation), await add(person, secondCreation)]).toEqual([null, 'PASSKEY_REFUSED'])
    const lateCreation = device().create(await creationFor(person))
    minutesPass(11)
    expect(await add(person, lateCreation)).toBe('PASSKEY_REFUSED')
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('of another account cannot be added', async () => {
    const [person, other] = [await people.person(), await people.person()]
    const device = await deviceOf(person)
    const response = device.create(await creationFor(other))
    expect(await other.browser.refusal('add-passkey', { name: 'Key', response })).toBe('PASSKEY_REFUSED')
    expect([await passkeysOf(person), await passkeysOf(other)]).toMatchObject([[{}], []])
  })

  it('is limited to twenty, even when added at once', async () => {
    const person = await people.person()
    for (let n = 0; n < 18; n += 1) await deviceOf(person, `Key ${n}`)
    const responses = []
    for (let n = 0; n < 4; n += 1) responses.push(createTestAuthenticator(origin).create(await creationFor(person)))
    const outcomes = await Promise.all(
      responses.map((response, at) => person.browser.refusal('add-passkey', { name: 'Key', response }, at % 2)),
    )
    expect(outcomes.filter((one) => one === null)).toHaveLength(2)
    expect(await person.browser.refusal('begin-passkey', { password })).toBe('PASSKEY_LIMIT')
  })

  it('signs in without another code where a second factor is on', async () => {
    const person = await people.person()
    const device = await deviceOf(person)
    await server.database.pool.query(
      `insert into second_factor (user_id, secret, confirmed_at) values ($1, '', now())`,
      [person.user.userId],
    )
    expect(await people.browser().refusal('sign-in', person.signIn)).toBe('SECOND_FACTOR_NEEDED')
    expect(await signInWith(device.get(await challengeFor()))).toBeNull()
  })
})

describe('passkey sign-in', () => {
  it('is refused with foreign, late, phished or unverified responses', async () => {
    const [person, other] = [await people.person(), await people.person()]
    const [device, otherDevice] = [await deviceOf(person), await deviceOf(other)]
    const validAssertion = device.get(await challengeFor())
    const otherAssertion = otherDevice.get(await challengeFor())
    const creation = await creationFor(person)
    for (const response of [
      createTestAuthenticator(origin).get(await challengeFor()),
      device.get(await challengeFor(), { origin: 'https://evil.test' }),
      device.get(await challengeFor(), { rpId: 'evil.test' }),
      device.get(await challengeFor(), { userVerified: false }),
      device.get({ ...(await challengeFor()), challenge: 'AAAA' }),
      // A challenge for adding does not work for signing in.
      device.get({ challenge: creation.challenge, rpId: 'localhost' }),
      // Signed by another passkey under the id of this one.
      { ...otherAssertion, id: validAssertion.id, rawId: validAssertion.rawId },
      // With the user handle of another person.
      { ...validAssertion, response: { ...validAssertion.response, userHandle: otherAssertion.response.userHandle } },
    ])
      expect(await signInWith(response)).toMatch(/^(PASSKEY_REFUSED|INVALID_INPUT)$/)
    expect(await signInWith({ ...validAssertion, id: 'x'.repeat(2_000) })).toBe('INVALID_INPUT')
    expect(await signInWith(validAssertion)).toBeNull()
    const lateAssertion = device.get(await challengeFor())
    minutesPass(11)
    expect(await signInWith(lateAssertion)).toBe('PASSKEY_REFUSED')
  })

  it('accepts a response once across nodes', async () => {
    const device = await deviceOf(await people.person())
    const response = device.get(await challengeFor())
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, at) => signInWith(response, at % 2)))
    expect(outcomes.filter((one) => one === null)).toHaveLength(1)
    expect(await signInWith(response, 1)).toBe('PASSKEY_REFUSED')
  })

  it('is refused when its counter goes back', async () => {
    const device = await deviceOf(await people.person())
    expect(await signInWith(device.get(await challengeFor(), { counter: 7 }))).toBeNull()
    expect(await signInWith(device.get(await challengeFor(), { counter: 7 }))).toBe('PASSKEY_REFUSED')
    expect(await signInWith(device.get(await challengeFor(), { counter: 8 }))).toBeNull()
  })

  it('is throttled by address for unknown browsers but not on a known browser', async () => {
    const person = await people.person()
    const device = await deviceOf(person)
    const unknownBrowser = people.browser('192.0.2.254')
    const wrongResponse = { ...device.get(await challengeFor(), { userVerified: false }) }
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 101; attempt += 1) answers.push(await signInWith(wrongResponse, 0, unknownBrowser))
    expect(answers.at(-1)).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await signInWith(device.get(await challengeFor()), 0, person.browser)).toBeNull()
  })
})

describe('passkeys of a person', () => {
  it('can be renamed, and removed ones no longer sign in', async () => {
    const person = await people.person()
    const device = await deviceOf(person)
    const [{ passkey_id: passkeyId = '' } = {}] = await passkeysOf(person)
    const personClient = server.as(person.user)
    await personClient.call('renamePasskey', { passkeyId, name: ' Old phone ' })
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Old phone' }])
    await personClient.call('removePasskey', { passkeyId })
    expect(await passkeysOf(person)).toEqual([])
    expect(people.mailsTo(person.email).at(-1)).toMatchObject({
      template: 'passkeyRemoved',
      values: { name: 'Old phone' },
    })
    expect(await signInWith(device.get(await challengeFor()))).toBe('PASSKEY_REFUSED')
    expect(await personClient.refusal('removePasskey', { passkeyId })).toBe('PASSKEY_NOT_FOUND')
    expect(await personClient.refusal('renamePasskey', { passkeyId, name: 'Key' })).toBe('PASSKEY_NOT_FOUND')
  })

  it('are not found by others', async () => {
    const [person, other] = [await people.person(), await people.person()]
    await deviceOf(person)
    const [{ passkey_id: passkeyId = '' } = {}] = await passkeysOf(person)
    for (const id of [passkeyId, randomUUID()]) {
      expect(await server.as(other.user).refusal('removePasskey', { passkeyId: id })).toBe('PASSKEY_NOT_FOUND')
      expect(await server.as(other.user).refusal('renamePasskey', { passkeyId: id, name: 'Mine' })).toBe(
        'PASSKEY_NOT_FOUND',
      )
    }
    expect(await passkeysOf(person)).toMatchObject([{ name: 'Phone' }])
  })

  it('keep the last one where there is no password', async () => {
    const person = await people.person()
    for (const name of ['One', 'Two']) await deviceOf(person, name)
    const { pool } = server.database
    await pool.query('update account set password = null where user_id = $1', [person.user.userId])
    const listedPasskeys = await passkeysOf(person)
    const outcomes = await Promise.all(
      listedPasskeys.map(({ passkey_id: passkeyId }) => server.as(person.user).refusal('removePasskey', { passkeyId })),
    )
    expect(outcomes.toSorted()).toEqual(['LAST_WAY_TO_SIGN_IN', null])
    expect(await passkeysOf(person)).toHaveLength(1)
  })

  it('are exported without their keys and removed with the account', async () => {
    const person = await people.person()
    const device = await deviceOf(person, 'Office key')
    const { rows } = await server.database.pool.query(
      'select credential_id, public_key from passkey where user_id = $1',
      [person.user.userId],
    )
    const exported = JSON.stringify(await server.as(person.user).call('getOwnData', {}))
    expect(exported).toContain('Office key')
    for (const secret of Object.values(rows[0])) expect(exported).not.toContain(secret)
    expect(await person.browser.refusal('erase-account', { password })).toBeNull()
    expect(await signInWith(device.get(await challengeFor()))).toBe('PASSKEY_REFUSED')
  })
})
