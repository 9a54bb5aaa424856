import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '../../server/src/demo/demo-accounts.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Mailed codes, and sign-in. */
let product: RunningProduct
let person: ApiClient

beforeAll(async () => {
  product = await startProduct({ units: [] })
  person = createApiClient(product.url)
})
afterAll(() => product?.stop())

const password = 'Aa1!aaaa'
const form = (email: string) => ({
  usertype: 'client',
  kind: 'person',
  email,
  password,
  confirmation: password,
  name: 'Åse',
  surname: 'Anne-Marie',
  phone: '',
  businessname: '',
  piva: '',
  address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  language: 'cs',
  ageDeclared: true,
  termsAccepted: true,
  marketing: false,
  profiling: false,
  thirdparts: false,
})

type Mail = { to: string; subject: string; text: string }
const mailsTo = async (address: string): Promise<Mail[]> => {
  const { mails } = (await (await person.get('/dev/mail.json')).json()) as { mails: Mail[] }
  return mails.filter((mail) => mail.to === address)
}
/** Mailed codes of an address, newest first, once there are this many. */
const codesTo = (address: string, count: number) =>
  pollUntil(`${count} codes`, async () => {
    const codes = (await mailsTo(address)).flatMap((mail) => mail.subject.match(/\d{6}/)?.[0] ?? [])
    return codes.length >= count && codes
  })
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: Error) => error.message,
  )
const differentCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a mailed code', () => {
  it('is in the language of its reader and works once if it is the newest', async () => {
    const email = 'newest@demo.vigilux.test'
    await person.auth('sign-up', form(email))
    const [first = ''] = await codesTo(email, 1)
    expect((await mailsTo(email))[0]?.text).toMatch(/[ěščřžýáíé]/)
    await person.auth('resend', { email })
    const [second = ''] = await codesTo(email, 2)
    expect(await refusal(person.auth('confirm', { email, code: first }))).toBe('CodeMismatchException')
    expect(await refusal(person.auth('confirm', { email, code: second }))).toBe('ok')
  })

  it('expires after three wrong tries, also for the right digits', async () => {
    const email = 'dead@demo.vigilux.test'
    await person.auth('sign-up', form(email))
    const [code = ''] = await codesTo(email, 1)
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await refusal(person.auth('confirm', { email, code: differentCode(code) }))).toBe('CodeMismatchException')
    expect(await refusal(person.auth('confirm', { email, code }))).toBe('CodeMismatchException')
  })

  it('is rate limited equally for known and unknown addresses', async () => {
    const requestOften = async (email: string) => {
      let last = ''
      for (let attempt = 0; attempt < 6; attempt++) last = await refusal(person.auth('forgot', { email }))
      return last
    }
    expect(await refusal(person.auth('forgot', { email: 'nobody@demo.vigilux.test' }))).toBe('UserNotFoundException')
    expect(await requestOften('nobody@demo.vigilux.test')).toBe('LimitExceededException')
    expect(await requestOften('owner@demo.vigilux.test')).toBe('LimitExceededException')
  })

  it('sets a new password once and invalidates the old one', async () => {
    const email = 'delegate@demo.vigilux.test'
    await person.auth('forgot', { email })
    const [code = ''] = await codesTo(email, 1)
    const next = { password: 'Next-1234!', confirmation: 'Next-1234!' }
    await person.auth('reset', { email, code, ...next })
    expect(await refusal(person.auth('reset', { email, code, ...next }))).toBe('CodeMismatchException')
    expect(await refusal(createApiClient(product.url).signIn(email))).toBe('WRONG_EMAIL_OR_PASSWORD')
    expect(await refusal(createApiClient(product.url).signIn(email, 'Next-1234!'))).toBe('ok')
  })
})

describe('an account', () => {
  it('is the same whatever the case of its address', async () => {
    expect(await refusal(person.auth('sign-up', form(' NTO@demo.vigilux.test ')))).toBe('UsernameExistsException')
  })

  it.each([
    ['a person without a company name', { kind: 'person', businessname: '', piva: '' }, null],
    ['a company without its name and number', { kind: 'company' }, ['businessname', 'piva']],
    ['an age that was not declared', { ageDeclared: false }, ['ageDeclared']],
    ['a confirmation that differs', { confirmation: 'Aa1!aaab' }, ['confirmation']],
    ['a name with special characters', { name: 'A<b>' }, ['name']],
    ['a name of spaces', { surname: '   ' }, ['surname']],
    ['a profile that is not for choosing', { usertype: 'admin' }, ['usertype']],
  ])('with %s is accepted or refused beside its fields', async (caseName, change, fields) => {
    const email = `${caseName.length}-${Object.keys(change).join('-')}@demo.vigilux.test`.toLowerCase()
    const answer = await person.post('/api/auth/sign-up', { ...form(email), ...change })
    const body = (await answer.json()) as { error?: string; details?: { fields: { path: string }[] } }
    const refusedFields = body.details ? [...new Set(body.details.fields.map((field) => field.path))] : null
    expect(refusedFields).toEqual(fields)
  })

  it.each(demoAccounts.filter(({ name }) => name !== 'delegate').map((account) => account.name))(
    'of the demo can sign in: %s',
    async (name) => {
      const { user } = await (await createApiClient(product.url).signIn(name)).call('getUserInfos', {})
      expect(user.email).toBe(`${name}@demo.vigilux.test`)
    },
  )
})

describe('a suspended account', () => {
  it('sees its suspension, is refused at once and works again after reinstatement', async () => {
    const owner = await createApiClient(product.url).signIn('owner')
    const office = await createApiClient(product.url).signIn('nto')
    const channel = await owner.realtime()
    const { user } = await owner.call('getUserInfos', {})
    const decisions = () => channel.received('updateUserValidation').map(({ validation }) => validation)

    await office.call('updateUserValidation', { userId: user.userid, validation: 'suspended', reason: 'Unpaid' })
    expect(await refusal(owner.call('getAllPlants', {}))).toBe('ACCOUNT_SUSPENDED')
    await pollUntil('the suspension', () => decisions().includes('suspended'), 2000)

    await office.call('updateUserValidation', { userId: user.userid, validation: 'verified', was: 'suspended' })
    expect(await refusal(owner.call('getAllPlants', {}))).toBe('ok')
    await pollUntil('the reinstatement', () => decisions().includes('verified'), 2000)
    channel.close()
  })
})
