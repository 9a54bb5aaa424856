import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestPeople, testPassword } from '../../../testing/test-people.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { codeAt } from './totp.ts'

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
  return () => vi.useRealTimers()
})
const minutesPass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The authenticator app of a person who typed the key. */
const appWith = (key: string) => {
  const bits = [...key].map((letter) => characters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return (steps = 0) => codeAt(secret, new Date(Date.now() + steps * 30_000))
}
const differentCode = (...codes: string[]): string =>
  ['000000', '111111', '222222', '333333'].find((one) => !codes.includes(one)) ?? ''

/** A person who set up the second factor a minute ago. */
const withFactor = async () => {
  const person = await people.person()
  const enrolment = await person.browser.callFlow('begin-second-factor', { password })
  const app = appWith(String(enrolment.data.secret))
  const { data } = await person.browser.callFlow('confirm-second-factor', { code: app() })
  minutesPass(1)
  const wrongCode = () => differentCode(app(-1), app(), app(1))
  return { ...person, app, wrongCode, codes: data.recovery_codes as string[] }
}
const stateOf = (user: Awaited<ReturnType<typeof withFactor>>['user']) => server.as(user).call('getSignInMethods', {})

describe('enabling a second factor', () => {
  it('takes effect only after a correct code', async () => {
    const { browser, user, signIn } = await people.person()
    const enrolment = await browser.callFlow('begin-second-factor', { password })
    const app = appWith(String(enrolment.data.secret))
    expect(enrolment.data.uri).toContain(`secret=${enrolment.data.secret}`)
    expect(await people.browser().refusal('sign-in', signIn)).toBeNull()
    expect(await browser.refusal('confirm-second-factor', { code: differentCode(app(-1), app(), app(1)) })).toBe(
      'CodeMismatchException',
    )
    expect((await stateOf(user)).second_factor).toBeNull()
    expect(await people.browser().refusal('sign-in', signIn)).toBeNull()

    server.broadcasts.length = 0
    const { data } = await browser.callFlow('confirm-second-factor', { code: app() })
    expect(new Set(data.recovery_codes as string[]).size).toBe(10)
    for (const code of data.recovery_codes as string[]) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}\w{4}$/)
    expect(await people.browser().refusal('sign-in', signIn)).toBe('SECOND_FACTOR_NEEDED')
    expect((await stateOf(user)).second_factor).toEqual({
      since: new Date().toISOString(),
      recovery_codes_left: 10,
    })
    expect(people.mailsTo(user.email).map(({ template, language }) => [template, language])).toEqual([
      ['secondFactorOn', 'de'],
    ])
    const expectedBroadcast = { audience: { user: user.userId }, event: 'signInMethods', data: { userid: user.userId } }
    expect(server.broadcasts).toEqual([expectedBroadcast])
    expect(await browser.refusal('begin-second-factor', { password })).toBe('SECOND_FACTOR_ON')
    expect(await browser.refusal('confirm-second-factor', { code: app(1) })).toBe('SECOND_FACTOR_ON')
  })

  it('requires the password, a session and a code', async () => {
    const { browser: personBrowser } = await people.person()
    expect(await personBrowser.refusal('begin-second-factor', { password: 'Zz9!zzzz' })).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await personBrowser.refusal('confirm-second-factor', { code: '123456' })).toBe('SECOND_FACTOR_OFF')
    expect(await personBrowser.refusal('confirm-second-factor', { code: '12345' })).toBe('CODE_TOO_SHORT')
    expect(await personBrowser.refusal('end-second-factor', { password, code: '123456' })).toBe('SECOND_FACTOR_OFF')
    const staleBrowser = personBrowser.copy()
    await personBrowser.callFlow('sign-out', {})
    for (const browser of [people.browser(), staleBrowser]) {
      expect(await browser.refusal('begin-second-factor', { password })).toBe('NOT_SIGNED_IN')
      expect(await browser.refusal('confirm-second-factor', { code: '123456' })).toBe('NOT_SIGNED_IN')
      expect(await browser.refusal('end-second-factor', { password, code: '123456' })).toBe('NOT_SIGNED_IN')
      expect(await browser.refusal('renew-recovery-codes', { password, code: '123456' })).toBe('NOT_SIGNED_IN')
    }
  })

  it('twice takes effect once with one set of codes', async () => {
    const { browser, user } = await people.person()
    const enrolment = await browser.callFlow('begin-second-factor', { password })
    const code = appWith(String(enrolment.data.secret))()
    const outcomes = await Promise.all([0, 1].map((node) => browser.callFlow('confirm-second-factor', { code }, node)))
    expect(outcomes.filter(({ code }) => code === null)).toHaveLength(1)
    expect((await stateOf(user)).second_factor?.recovery_codes_left).toBe(10)
    expect(people.mailsTo(user.email)).toHaveLength(1)
  })

  it('leaves no usable secret in the database', async () => {
    const { app, codes, user } = await withFactor()
    const { rows } = await server.database.pool.query(
      'select secret, code_hash from second_factor join recovery_code using (user_id) where user_id = $1',
      [user.userId],
    )
    const storedJson = JSON.stringify(rows)
    for (const secret of [...codes, ...codes.map((code) => code.replaceAll('-', '')), app()])
      expect(storedJson).not.toContain(secret)
    const exported = JSON.stringify(await server.as(user).call('getOwnData', {}))
    expect(exported).toContain('"recovery_codes_left":10')
    for (const { secret, code_hash } of rows)
      for (const storedSecret of [secret, code_hash]) expect(exported).not.toContain(storedSecret)
  })
})

describe('sign-in with a second factor', () => {
  it('accepts only a correct code', async () => {
    const { signIn, app, wrongCode, user } = await withFactor()
    const other = people.browser()
    expect(await other.refusal('sign-in', signIn)).toBe('SECOND_FACTOR_NEEDED')
    expect(await other.refusal('sign-in', { ...signIn, code: wrongCode() })).toBe('CodeMismatchException')
    expect(await other.refusal('sign-in', { ...signIn, code: '12345' })).toBe('CODE_TOO_SHORT')
    // Not even a known browser.
    expect(other.jar.size).toBe(0)
    expect(await other.refusal('sign-in', { ...signIn, code: app() })).toBeNull()
    expect(await other.session()).toMatchObject({ userId: user.userId })
    const audit = await people.auditOf(user)
    for (const line of ['signIn SECOND_FACTOR_NEEDED', 'signIn CodeMismatchException', 'signIn ok'])
      expect(audit).toContain(line)
  })

  it('does not reveal the factor without the password', async () => {
    const { signIn, app } = await withFactor()
    const wrongSignIn = { email: signIn.email, password: 'Zz9!zzzz' }
    expect(await people.browser().refusal('sign-in', wrongSignIn)).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await people.browser().refusal('sign-in', { ...wrongSignIn, code: app() })).toBe('WRONG_EMAIL_OR_PASSWORD')
  })

  it('accepts a code once, across nodes and simultaneous attempts', async () => {
    const { signIn, app } = await withFactor()
    const code = app()
    expect(await people.browser().refusal('sign-in', { ...signIn, code })).toBeNull()
    expect(await people.browser().refusal('sign-in', { ...signIn, code }, 1)).toBe('CodeMismatchException')
    // An earlier code than a used one counts as used.
    expect(await people.browser().refusal('sign-in', { ...signIn, code: app(-1) })).toBe('CodeMismatchException')
    minutesPass(1)
    const sameSignIn = { ...signIn, code: app() }
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, at) => people.browser().refusal('sign-in', sameSignIn, at % 2)),
    )
    expect(outcomes.filter((one) => one === null)).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'CodeMismatchException')).toHaveLength(4)
  })

  it('refuses the code that enabled it', async () => {
    const { browser, signIn } = await people.person()
    const enrolment = await browser.callFlow('begin-second-factor', { password })
    const code = appWith(String(enrolment.data.secret))()
    await browser.callFlow('confirm-second-factor', { code })
    expect(await people.browser().refusal('sign-in', { ...signIn, code })).toBe('CodeMismatchException')
  })

  it('is required after a password reset', async () => {
    const { browser, email, app } = await withFactor()
    await people.browser().callFlow('forgot', { email })
    const code = people.mailsTo(email).at(-1)?.values.code
    const next = { password: 'Bb2!bbbb', confirmation: 'Bb2!bbbb' }
    expect(await people.browser().refusal('reset', { email, code, ...next })).toBeNull()
    const signIn = { email, password: next.password }
    expect(await browser.refusal('sign-in', signIn)).toBe('SECOND_FACTOR_NEEDED')
    expect(await browser.refusal('sign-in', { ...signIn, code: app() })).toBeNull()
  })
})

describe('recovery code', () => {
  it('signs in once in any notation and sends a mail', async () => {
    const { signIn, codes, user } = await withFactor()
    const [first = '', second = ''] = codes
    expect(await people.browser().refusal('sign-in', { ...signIn, code: first })).toBeNull()
    expect(await people.browser().refusal('sign-in', { ...signIn, code: first }, 1)).toBe('CodeMismatchException')
    const typedText = ` ${second.toLowerCase().replaceAll('-', ' ')} `
    expect(await people.browser().refusal('sign-in', { ...signIn, code: typedText })).toBeNull()
    expect((await stateOf(user)).second_factor?.recovery_codes_left).toBe(8)
    const codeUsedMails = people.mailsTo(user.email).filter(({ template }) => template === 'recoveryCodeUsed')
    expect(codeUsedMails.map(({ values }) => values.left)).toEqual(['9', '8'])
  })

  it('signs in one of several simultaneous attempts', async () => {
    const { signIn, codes } = await withFactor()
    const sameSignIn = { ...signIn, code: codes[0] }
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, at) => people.browser().refusal('sign-in', sameSignIn, at % 2)),
    )
    expect(outcomes.filter((one) => one === null)).toHaveLength(1)
  })

  it('of another person is refused', async () => {
    const [firstPerson, other] = [await withFactor(), await withFactor()]
    expect(await people.browser().refusal('sign-in', { ...firstPerson.signIn, code: other.codes[0] })).toBe(
      'CodeMismatchException',
    )
    expect((await stateOf(other.user)).second_factor?.recovery_codes_left).toBe(10)
  })

  it('is replaced with password and code', async () => {
    const { browser, signIn, codes, app, wrongCode, user } = await withFactor()
    expect(await browser.refusal('renew-recovery-codes', { password, code: wrongCode() })).toBe('CodeMismatchException')
    expect(await browser.refusal('renew-recovery-codes', { password: 'Zz9!zzzz', code: app() })).toBe(
      'WRONG_EMAIL_OR_PASSWORD',
    )
    const { data } = await browser.callFlow('renew-recovery-codes', { password, code: app() })
    const newCodes = data.recovery_codes as string[]
    expect(newCodes).toHaveLength(10)
    expect(await people.browser().refusal('sign-in', { ...signIn, code: codes[0] })).toBe('CodeMismatchException')
    expect(await people.browser().refusal('sign-in', { ...signIn, code: newCodes[0] })).toBeNull()
    expect(people.mailsTo(user.email).map(({ template }) => template)).toContain('recoveryCodesRenewed')
  })
})

it('disabling a second factor requires both password and code', async () => {
  const { browser, signIn, codes, app, wrongCode, user } = await withFactor()
  const endSecondFactor = (input: object) => browser.refusal('end-second-factor', { password, code: app(), ...input })
  expect(await endSecondFactor({ password: 'Zz9!zzzz' })).toBe('WRONG_EMAIL_OR_PASSWORD')
  expect(await endSecondFactor({ code: wrongCode() })).toBe('CodeMismatchException')
  expect(await browser.refusal('end-second-factor', { password })).toBe('INVALID_INPUT')
  expect(await browser.refusal('end-second-factor', { password, code: codes[0] })).toBeNull()
  expect(await endSecondFactor({})).toBe('SECOND_FACTOR_OFF')
  expect((await stateOf(user)).second_factor).toBeNull()
  expect(await people.browser().refusal('sign-in', signIn)).toBeNull()
  expect(people.mailsTo(user.email).at(-1)?.template).toBe('secondFactorOff')
  const { rows } = await server.database.pool.query('select 1 from recovery_code where user_id = $1', [user.userId])
  expect(rows).toEqual([])
  expect(await people.auditOf(user)).toEqual(
    expect.arrayContaining([
      'switchOnSecondFactor ok',
      'switchOffSecondFactor WRONG_EMAIL_OR_PASSWORD',
      'switchOffSecondFactor CodeMismatchException',
      'switchOffSecondFactor ok',
    ]),
  )
})

it('an erased account leaves nothing of its second factor', async () => {
  const { browser, user } = await withFactor()
  expect(await browser.refusal('erase-account', { password })).toBeNull()
  const { rows } = await server.database.pool.query('select 1 from second_factor where user_id = $1', [user.userId])
  expect(rows).toEqual([])
})

describe('second factor guess limit', () => {
  it('is fifty a day across addresses and password resets', async () => {
    const { browser, signIn, email, app, wrongCode } = await withFactor()
    const guessCode = async (at: number) => {
      minutesPass(5)
      return people.browser(`198.51.100.${at}`).refusal('sign-in', { ...signIn, code: wrongCode() })
    }
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 55; attempt += 1) answers.push(await guessCode(attempt))
    expect(answers.filter((answer) => answer === 'CodeMismatchException')).toHaveLength(50)
    expect(new Set(answers.slice(50))).toEqual(new Set(['LimitExceededException']))
    expect(await people.browser().refusal('sign-in', { ...signIn, code: app() })).toBe('LimitExceededException')
    // A browser with an earlier sign-in, and other people, are not blocked.
    expect(await browser.refusal('sign-in', { ...signIn, code: app() })).toBeNull()
    const other = await withFactor()
    expect(await people.browser().refusal('sign-in', { ...other.signIn, code: other.app() })).toBeNull()

    await people.browser().callFlow('forgot', { email })
    const code = people.mailsTo(email).at(-1)?.values.code
    const reset = { email, code, password, confirmation: password }
    expect(await people.browser().refusal('reset', reset)).toBeNull()
    expect(await people.browser().refusal('sign-in', { ...signIn, code: app() })).toBe('LimitExceededException')
  })

  it('is small and separate on a known browser', async () => {
    const { browser, signIn, app, wrongCode } = await withFactor()
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 14; attempt += 1)
      answers.push(await browser.refusal('sign-in', { ...signIn, code: wrongCode() }))
    expect(answers.slice(12)).toEqual(['LimitExceededException', 'LimitExceededException'])
    expect(await people.browser().refusal('sign-in', { ...signIn, code: app() })).toBeNull()
  })

  it('applies in an open session', async () => {
    const { browser, wrongCode } = await withFactor()
    const answers: unknown[] = []
    for (let attempt = 0; attempt < 14; attempt += 1)
      answers.push(await browser.refusal('end-second-factor', { password, code: wrongCode() }))
    expect(answers.at(-1)).toBe('LimitExceededException')
  })
})
