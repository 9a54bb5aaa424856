import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttempts } from '../../adapters/identity/attempts.ts'
import { openCompanyProvider } from '../../adapters/identity/company-provider.ts'
import { tokenHash } from '../../adapters/identity/hashed-tokens.ts'
import { openIdentity } from '../../adapters/identity/identity.ts'
import { openPasswords } from '../../adapters/identity/passwords.ts'
import { openCipher } from '../../kernel/cipher.ts'
import { failWith } from '../../kernel/refusal.ts'
import { checkedFlows } from '../../testing/checked-flows.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { transactionsOn } from '../../testing/test-work.ts'
import {
  accountTable,
  createAccountFlows,
  openChallenges,
  openMailedCodes,
  replacePasswordHash,
  sessionTable,
  userTable,
  verificationTable,
} from './index.ts'
import { endSession } from './own-sessions.store.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let flows: ReturnType<typeof createAccountFlows>
let identity: ReturnType<typeof openIdentity>
const codes: string[] = []
let people = 0

const log = quietLog()
const clock = { now: () => new Date() }
const password = 'Aa1!aaaa'

/** The flows under an address of the product; https uses other cookies. */
const flowsAt = (publicUrl: string) => {
  const { db, pool } = database
  const shortCodeIdentity = openIdentity({
    codeMinutes: 10,
    db,
    tables: { user: userTable, session: sessionTable, account: accountTable, verification: verificationTable },
    secret: 'of this test alone, and long enough for the library',
    publicUrl,
    mailCode: async (_email, code) => void codes.push(code),
    replaceHash: (oldHash, newHash) => replacePasswordHash(db, oldHash, newHash),
  })
  const flows = checkedFlows(
    createAccountFlows({
      identity: shortCodeIdentity,
      clock,
      db,
      attempts: openAttempts(pool, 'attempt'),
      isSecure: publicUrl.startsWith('https:'),
      jobs: { enqueue: async () => true },
      security: { add: (note) => void securityEvents.push(note) },
      inTransaction: transactionsOn(db),
      sessionsEnded: () => undefined,
      mail: { send: async () => '', withdraw: async () => [] },
      cipher: openCipher('of this test alone', 'second factors'),
      challenges: openChallenges('of this test alone'),
      mailedCodes: openMailedCodes('of this test alone'),
      codeMinutes: 10,
      publicUrl,
      companyProvider: openCompanyProvider({ publicUrl, log }),
      companyCipher: openCipher('of this test alone', 'companies'),
    }),
  )
  return { identity: shortCodeIdentity, flows }
}

beforeAll(async () => {
  database = await createTestDatabase()
  securityEvents.length = 0
  ;({ identity, flows } = flowsAt('http://localhost'))
})
afterAll(() => database?.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') })
  return () => vi.useRealTimers()
})
const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

const securityEvents: { kind: string; userId: string | null; action: string; address: string }[] = []

const requestOf = (body: object, headers: { cookie?: string } = {}, address = '192.0.2.9') => {
  return { body, headers, address, requestId: 'of-a-test', fail: failWith<ErrorCode>() }
}

/** A browser with a cookie jar. */
const browser = (address = `192.0.2.${1 + (people % 200)}`) => {
  const jar = new Map<string, string>()
  const postFlow = async (flow: keyof typeof flows, body: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await flows[flow](requestOf(body, cookie ? { cookie } : {}, address))
    for (const set of answer.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return 'ok'
  }
  return {
    jar,
    ask: (flow: keyof typeof flows, body: object) =>
      postFlow(flow, body).catch((refusal: { code?: string }) => refusal.code),
    session: () => identity.findSession({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}

const newEmail = (): string => `person-${++people}@vigilux.test`
const signUpForm = (email: string) => ({
  usertype: 'client',
  kind: 'person',
  email,
  password,
  confirmation: password,
  name: 'Ada',
  surname: 'Neri',
  phone: '',
  businessname: '',
  piva: '',
  language: 'it',
  ageDeclared: true,
  termsAccepted: true,
  address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  marketing: false,
  profiling: false,
  thirdparts: false,
})

/** A person with a new account and a confirmed address. */
const confirmed = async (): Promise<string> => {
  const email = newEmail()
  const otherBrowser = browser()
  await otherBrowser.ask('sign-up', signUpForm(email))
  minutesPass(1)
  expect(await otherBrowser.ask('confirm', { email, code: codes.at(-1) })).toBe('ok')
  return email
}
const other = (code = ''): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const passwordOf = async (email: string): Promise<string> => {
  const { rows } = await database.pool.query(
    `select password from account join "user" on "user".id = account.user_id where email = $1`,
    [email],
  )
  return rows[0].password
}

it('an installer signs up as a person only with a declared name', async () => {
  const form = { ...signUpForm(newEmail()), usertype: 'installer' }
  expect(await browser().ask('sign-up', form)).toBe('INVALID_INPUT')
  expect(await browser().ask('sign-up', { ...form, nameDeclared: true })).toBe('ok')
  const { rows } = await database.pool.query(
    `select name_declared_at as at from profile join "user" on id = user_id where email = $1`,
    [form.email],
  )
  expect(rows).toEqual([{ at: expect.any(Date) }])
})

describe('short code', () => {
  it('is refused as too short if nothing else is wrong', async () => {
    const email = 'short@vigilux.test'
    const secret = { password, confirmation: password }
    expect(await browser().ask('confirm', { email, code: '12 345' })).toBe('CODE_TOO_SHORT')
    expect(await browser().ask('reset', { email, code: '12345', ...secret })).toBe('CODE_TOO_SHORT')
    expect(await browser().ask('reset', { email, code: '12345', ...secret, password: 'a' })).toBe('INVALID_INPUT')
    expect(await browser().ask('confirm', { email, code: '12345a' })).toBe('INVALID_INPUT')
  })
})

describe('a session', () => {
  it('cannot be derived from the database', async () => {
    const email = await confirmed()
    const personBrowser = browser()
    expect(await personBrowser.ask('sign-in', { email, password })).toBe('ok')
    const cookie = decodeURIComponent(personBrowser.jar.get('vigilux.session_token') ?? '')
    const [token = '', signature = ''] = cookie.split('.')
    const { rows } = await database.pool.query('select token from session')
    const storedHashes: string[] = rows.map((row) => row.token)
    expect(storedHashes).toContain(tokenHash(token))
    expect(storedHashes).not.toContain(token)

    expect(await personBrowser.session()).toMatchObject({ userId: expect.any(String) })
    const thief = browser()
    thief.jar.set('vigilux.session_token', encodeURIComponent(`${tokenHash(token)}.${signature}`))
    expect(await thief.session()).toBeNull()

    await personBrowser.ask('sign-out', {})
    const { rows: remainingRows } = await database.pool.query('select 1 from session where token = $1', [
      tokenHash(token),
    ])
    expect(remainingRows).toEqual([])
  })

  it('is kept alive by use', async () => {
    const email = await confirmed()
    const personBrowser = browser()
    await personBrowser.ask('sign-in', { email, password })
    for (let days = 0; days < 12; days += 4) {
      expect(await personBrowser.session()).not.toBeNull()
      minutesPass(4 * 24 * 60)
    }
    expect(await personBrowser.session()).not.toBeNull()
  })

  it('has a cookie that lasts longer than the idle limit', async () => {
    const email = await confirmed()
    const request = requestOf({ email, password })
    const { cookies } = await flows['sign-in'](request)
    expect(cookies?.find((cookie) => cookie.startsWith('vigilux.session_token'))).toContain('Max-Age=34560000;')
  })

  it.each([
    ['http://localhost', '', undefined],
    ['https://plants.vigilux.test', '__Secure-', 'Secure'],
  ])('at %s has cookies hidden from scripts and foreign pages', async (publicUrl, prefix, secure) => {
    const email = await confirmed()
    const request = requestOf({ email, password })
    const { cookies = [] } = await flowsAt(publicUrl).flows['sign-in'](request)
    const cookieParts = cookies.map((cookie) => cookie.split(/; ?/))
    expect(cookieParts.map(([pair]) => pair?.split('=')[0])).toEqual([
      `${prefix}vigilux.session_token`,
      `${prefix}vigilux.device`,
    ])
    for (const attributes of cookieParts) {
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']))
      expect(attributes.find((attribute) => attribute === 'Secure')).toBe(secure)
    }
  })

  it('replaces an earlier one of the same browser and leaves other browsers alone', async () => {
    const email = await confirmed()
    const [personBrowser, other] = [browser(), browser()]
    await other.ask('sign-in', { email, password })
    await personBrowser.ask('sign-in', { email, password })
    const otherBrowser = browser()
    for (const [name, value] of personBrowser.jar) otherBrowser.jar.set(name, value)
    await personBrowser.ask('sign-in', { email, password })
    expect([await otherBrowser.session(), await other.session()]).toEqual([null, expect.any(Object)])
    expect(await personBrowser.session()).not.toBeNull()
  })

  it('that was ended in the list makes its browser unknown', async () => {
    const email = await confirmed()
    const personBrowser = browser()
    await personBrowser.ask('sign-in', { email, password })
    const next = { password: 'Ff6!ffff', confirmation: 'Ff6!ffff' }
    await personBrowser.ask('change-password', { current: password, ...next })
    const { userId = '', sessionId = '' } = (await personBrowser.session()) ?? {}
    expect(await transactionsOn(database.db)(({ tx }) => endSession(tx, userId, sessionId))).toBe(true)
    expect(await personBrowser.session()).toBeNull()
    for (let attempt = 0; attempt < 7; attempt += 1) await browser().ask('sign-in', { email, password: 'x' })
    expect(await personBrowser.ask('sign-in', { email, password: next.password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
  })

  it('of another browser ends when the password changes', async () => {
    const email = await confirmed()
    const [firstBrowser, secondBrowser] = [browser(), browser()]
    await firstBrowser.ask('sign-in', { email, password })
    await secondBrowser.ask('sign-in', { email, password })
    const next = 'Bb2!bbbb'
    expect(await firstBrowser.ask('change-password', { current: password, password: next, confirmation: next })).toBe(
      'ok',
    )
    expect([await firstBrowser.session(), await secondBrowser.session()]).toEqual([expect.any(Object), null])
  })
})

describe('password', () => {
  it('is stored with argon2id and its own salt', async () => {
    const [firstHash, otherPassword] = [await passwordOf(await confirmed()), await passwordOf(await confirmed())]
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(firstHash).not.toBe(otherPassword)
  })

  it('stored at another cost works and is stored again', async () => {
    const email = await confirmed()
    const oldHash = await openPasswords({ memory: 64, passes: 1, parallelism: 1 }).hash(password)
    await database.pool.query('update account set password = $1 where password = $2', [
      oldHash,
      await passwordOf(email),
    ])

    expect(await browser().ask('sign-in', { email, password: 'Zz9!zzzz' })).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(securityEvents.at(-1)).toMatchObject({ kind: 'WRONG_EMAIL_OR_PASSWORD', action: 'signIn', userId: null })
    expect(JSON.stringify(securityEvents)).not.toContain(email)
    expect(await passwordOf(email)).toBe(oldHash)
    expect(await browser().ask('sign-in', { email, password })).toBe('ok')
    expect(await passwordOf(email)).toContain('$m=19456,t=2,p=1$')
    expect(await browser().ask('sign-in', { email, password })).toBe('ok')
  })
})

describe('guess limit', () => {
  it('locks out unknown browsers but not a known browser', async () => {
    const email = await confirmed()
    const [personBrowser, otherBrowser] = [browser('192.0.2.201'), browser('192.0.2.202')]
    await personBrowser.ask('sign-in', { email, password })
    await personBrowser.ask('sign-out', {})
    const guesses = []
    for (let attempt = 0; attempt < 8; attempt += 1)
      guesses.push(await otherBrowser.ask('sign-in', { email, password: 'x' }))
    expect(new Set(guesses)).toEqual(new Set(['WRONG_EMAIL_OR_PASSWORD', 'TOO_MANY_LOGIN_ATTEMPTS']))
    expect(await otherBrowser.ask('sign-in', { email, password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await personBrowser.ask('sign-in', { email, password })).toBe('ok')
  })

  it('counts the accounts that sign-up makes, and refused forms ten times as generously', async () => {
    const address = '192.0.2.221'
    const attempts = openAttempts(database.pool, 'attempt')
    for (let made = 0; made < 29; made += 1) await attempts.use('signUp', address)
    const email = newEmail()
    const form = signUpForm(email)
    for (let n = 0; n < 5; n += 1)
      expect(await browser(address).ask('sign-up', { ...form, name: '' })).toBe('INVALID_INPUT')
    expect(await browser(address).ask('sign-up', form)).toBe('ok')
    expect(await browser(address).ask('sign-up', form)).toBe('LimitExceededException')
    for (let refused = 0; refused < 300; refused += 1) await attempts.use('signUpForm', address)
    expect(await browser(address).ask('sign-up', { ...form, name: '' })).toBe('LimitExceededException')
  })

  it('does not lock out a known browser at the same address', async () => {
    const email = await confirmed()
    const address = '192.0.2.210'
    const personBrowser = browser(address)
    await personBrowser.ask('sign-in', { email, password })
    const attempts = openAttempts(database.pool, 'attempt')
    for (let attempt = 0; attempt < 100; attempt += 1) await attempts.use('signInFromAddress', address)
    expect(await browser(address).ask('sign-in', { email, password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await personBrowser.ask('sign-in', { email, password })).toBe('ok')
  })

  it('applies on a known browser, whose cookie is useless for other accounts', async () => {
    const [email, victim] = [await confirmed(), await confirmed()]
    const personBrowser = browser()
    await personBrowser.ask('sign-in', { email, password })
    const guessPassword = async (address: string) => {
      const answers = []
      for (let attempt = 0; attempt < 8; attempt += 1)
        answers.push(await personBrowser.ask('sign-in', { email: address, password: 'x' }))
      return answers.at(-1)
    }
    expect(await guessPassword(email)).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await guessPassword(victim)).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await browser().ask('sign-in', { email: victim, password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await browser().ask('sign-in', { email, password })).toBe('ok')
  })

  it('is fifty codes a day across addresses, separate on a known browser', async () => {
    const email = await confirmed()
    const personBrowser = browser()
    await personBrowser.ask('sign-in', { email, password })
    const next = { password: 'Cc3!cccc', confirmation: 'Cc3!cccc' }
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const otherBrowser = browser(`198.51.100.${attempt}`)
      if (attempt % 3 === 0) await otherBrowser.ask('forgot', { email })
      answers.push(await otherBrowser.ask('reset', { email, code: other(codes.at(-1)), ...next }))
      minutesPass(5)
    }
    expect(answers.filter((answer) => answer === 'CodeMismatchException')).toHaveLength(50)
    expect(answers.slice(50)).toEqual(Array.from({ length: 10 }, () => 'LimitExceededException'))

    await personBrowser.ask('forgot', { email })
    const reset = { email, code: codes.at(-1), ...next }
    expect(await browser().ask('reset', reset)).toBe('LimitExceededException')
    expect(await personBrowser.ask('reset', reset)).toBe('ok')
  })

  it('ends after a day and is counted per account', async () => {
    const [email, untouched] = [await confirmed(), await confirmed()]
    const attempts = openAttempts(database.pool, 'attempt')
    for (let attempt = 0; attempt < 50; attempt += 1) await attempts.use('tryCodeFromUnknownBrowser', email)
    const next = { password: 'Dd4!dddd', confirmation: 'Dd4!dddd' }
    const resetFrom = async (address: string) => {
      await browser().ask('forgot', { email: address })
      return browser().ask('reset', { email: address, code: codes.at(-1), ...next })
    }
    expect(await resetFrom(email)).toBe('LimitExceededException')
    expect(await resetFrom(untouched)).toBe('ok')
    minutesPass(24 * 60 + 1)
    expect(await resetFrom(email)).toBe('ok')
  })
})

it('a password reset makes every browser unknown', async () => {
  const email = await confirmed()
  const personBrowser = browser()
  await personBrowser.ask('sign-in', { email, password })
  await browser().ask('forgot', { email })
  const next = { password: 'Ee5!eeee', confirmation: 'Ee5!eeee' }
  expect(await browser().ask('reset', { email, code: codes.at(-1), ...next })).toBe('ok')
  for (let attempt = 0; attempt < 7; attempt += 1) await browser().ask('sign-in', { email, password: 'x' })
  expect(await personBrowser.ask('sign-in', { email, password: next.password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
})

it('the twenty last signed-in browsers of a person are known', async () => {
  const email = await confirmed()
  const browsers = []
  for (let n = 0; n < 21; n += 1) {
    const signedIn = browser()
    await signedIn.ask('sign-in', { email, password })
    browsers.push(signedIn)
    minutesPass(1)
  }
  for (let attempt = 0; attempt < 7; attempt += 1) await browser().ask('sign-in', { email, password: 'x' })
  expect(await browsers[0]?.ask('sign-in', { email, password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
  expect(await browsers[1]?.ask('sign-in', { email, password })).toBe('ok')
})

describe('account erasure', () => {
  it('requires the password, limits guesses and ends all access', async () => {
    const email = await confirmed()
    const [personBrowser, other] = [browser(), browser()]
    await personBrowser.ask('sign-in', { email, password })
    await other.ask('sign-in', { email, password })
    expect(await browser().ask('erase-account', { password })).toBe('NOT_SIGNED_IN')
    expect(await personBrowser.ask('erase-account', { password: '' })).toBe('INVALID_INPUT')
    expect(await personBrowser.ask('erase-account', { password: 'Zz9!zzzz' })).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await personBrowser.session()).not.toBeNull()
    expect(await personBrowser.ask('erase-account', { password })).toBe('ok')
    expect([await personBrowser.session(), await other.session()]).toEqual([null, null])
    expect(await other.ask('sign-in', { email, password })).toBe('WRONG_EMAIL_OR_PASSWORD')
    const { rows } = await database.pool.query(`select 1 from "user" where email = $1`, [email])
    expect(rows).toEqual([])
  })

  it('limits password guesses in an open session', async () => {
    const email = await confirmed()
    const personBrowser = browser()
    await personBrowser.ask('sign-in', { email, password })
    const answers = []
    for (let attempt = 0; attempt < 8; attempt += 1)
      answers.push(await personBrowser.ask('erase-account', { password: `Zz9!${attempt}zz` }))
    expect(answers.at(-1)).toBe('TOO_MANY_LOGIN_ATTEMPTS')
    expect(await personBrowser.ask('erase-account', { password })).toBe('TOO_MANY_LOGIN_ATTEMPTS')
  })
})

describe('account audit', () => {
  const auditOf = async (email: string) => {
    const { rows } = await database.pool.query(
      `select action, result, user_name, user_id from audit where plant_id is null
        and (user_name = $1 or user_id = (select id::text from "user" where email = $1)) order by at`,
      [email],
    )
    return rows as { action: string; result: string; user_id: string | null }[]
  }

  it('records account changes and refusals without codes or passwords', async () => {
    const email = await confirmed()
    const person = browser()
    minutesPass(1)
    await person.ask('sign-in', { email, password })
    minutesPass(1)
    const newPassword = { password: 'Bb2?bbbb', confirmation: 'Bb2?bbbb' }
    expect(await person.ask('change-password', { current: 'wrong', ...newPassword })).toBe('WRONG_EMAIL_OR_PASSWORD')
    minutesPass(1)
    await person.ask('change-password', { current: password, ...newPassword })
    minutesPass(1)
    await person.ask('forgot', { email })
    minutesPass(1)
    const code = codes.at(-1) ?? ''
    await browser().ask('reset', { email, code, password, confirmation: password })
    minutesPass(1)
    await person.ask('sign-in', { email, password })
    minutesPass(1)
    await person.ask('sign-out', {})
    const lines = await auditOf(email)
    expect(lines.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'signUp ok',
      'confirmAccount ok',
      'signIn ok',
      'changePassword WRONG_EMAIL_OR_PASSWORD',
      'changePassword ok',
      'askForReset ok',
      'resetPassword ok',
      'signIn ok',
      'signOut ok',
    ])
    // Without ids and times, whose digits may contain a code by chance.
    const { rows } = await database.pool.query(
      'select user_name, action, result, request_id, things, changes from audit',
    )
    const storedJson = JSON.stringify(rows)
    for (const secret of [password, newPassword.password, ...codes]) expect(storedJson).not.toContain(secret)
  })
})
