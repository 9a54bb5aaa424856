import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage } from '../../shared/i18n/i18n.ts'
import { renderAt } from '../../testing/render.tsx'

let requests: { address: string; body: Record<string, unknown> }[]
type Refusal = { error: string; details?: unknown }
let refusal: Refusal | undefined
let refusalOf: Record<string, Refusal>

beforeEach(() => {
  requests = []
  refusal = undefined
  refusalOf = {}
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('get-session')) return Response.json({ data: null })
    requests.push({ address, body: JSON.parse(String(init?.body)) as Record<string, unknown> })
    const refused = refusal ?? refusalOf[address]
    return refused ? Response.json(refused, { status: 400 }) : Response.json({ data: {} })
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const field = (name: RegExp | string) => screen.getByLabelText(name)
/** Pasted as a whole, because each key press renders the full form. */
const enter = async (user: ReturnType<typeof userEvent.setup>, input: HTMLElement, text: string) => {
  await user.click(input)
  await user.paste(text)
}
const submit = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Create account' }))

async function openForm() {
  const user = userEvent.setup({ delay: null })
  await renderAt('/registrati')
  await screen.findByRole('button', { name: 'Create account' })
  return user
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('radio', { name: 'Private person' }))
  await enter(user, field(/^First name/), 'Łukasz')
  await enter(user, field(/^Surname/), "D'Angelo")
  await enter(user, field(/^E-mail/), 'x+y@sub.example.org')
  await enter(user, field(/^Password \*/), 'Aa1!aaaa')
  await enter(user, field(/^Password again/), 'Aa1!aaaa')
  await user.click(field(/16 or older/))
  await user.click(field(/terms of use/))
  await user.click(field(/as in my identity document/))
}

test('an empty form shows all errors without a call and focuses the first', async () => {
  const user = await openForm()
  await submit(user)
  expect(await screen.findAllByText('Cannot be empty.')).toHaveLength(5)
  expect(screen.getByText('Confirm that you are 16 or older.')).toBeTruthy()
  expect(requests).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(field(/^Company \*/)))
}, 20_000)

test('consent is unchecked and optional, and a person needs no company', async () => {
  const user = await openForm()
  await fillIn(user)
  await submit(user)
  await screen.findByLabelText(/^Code from the mail/)
  const [{ address, body }] = requests as [(typeof requests)[number]]
  expect(address).toBe('/api/auth/sign-up')
  expect(body).toMatchObject({ kind: 'person', marketing: false, profiling: false, thirdparts: false, language: 'en' })
}, 20_000)

test('an installer who is a person declares the name; a company does not', async () => {
  const user = await openForm()
  expect(screen.queryByLabelText(/as in my identity document/)).toBeNull()
  await fillIn(user)
  await user.click(field(/as in my identity document/))
  await submit(user)
  await screen.findByText('Confirm that this is the name in your identity document.')
  expect(requests).toEqual([])
}, 20_000)

test('at most nine fields are asked for before the code; the others are folded', async () => {
  await openForm()
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>(
      'form input:not([type=radio]):not([type=checkbox]):not([type=hidden])',
    ),
  ]
  const folded = fields.filter((input) => input.closest('details:not([open])'))
  expect(fields.length - folded.length).toBeLessThanOrEqual(9)
  expect(folded.map(({ name, type }) => name || type)).toContain('tel')
})

test('the code signs the person in', async () => {
  const user = await openForm()
  await fillIn(user)
  await submit(user)
  await enter(user, await screen.findByLabelText(/^Code from the mail/), '123456')
  requests = []
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() =>
    expect(requests.map(({ address, body }) => [address, body.password])).toEqual([
      ['/api/auth/confirm', undefined],
      ['/api/auth/sign-in', 'Aa1!aaaa'],
    ]),
  )
}, 20_000)

test('after a refused sign-in the sign-in page says that the address is confirmed', async () => {
  const user = await openForm()
  await fillIn(user)
  await submit(user)
  await enter(user, await screen.findByLabelText(/^Code from the mail/), '123456')
  refusalOf['/api/auth/sign-in'] = { error: 'COMPANY_SIGN_IN_ONLY' }
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Your address is confirmed. Sign in with your password.')
}, 20_000)

test('the country stands before the VAT number, follows the browser, and shows an example of its numbers', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IT'])
  vi.stubEnv('TZ', 'Europe/Rome')
  const user = await openForm()
  const country = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
  expect(country.value).toBe('Italy')
  const vatNumber = field(/^VAT number/)
  expect(country.compareDocumentPosition(vatNumber)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  screen.getByText('As in IT12345670017; the country code may be left out.')
  await user.click(country)
  await user.click(screen.getByRole('option', { name: 'Germany', hidden: true }))
  screen.getByText(/^As in DE\d{9}; the country code/)
  vi.unstubAllEnvs()
}, 20_000)

test('a password lists its missing parts and a mismatch beside other errors', async () => {
  const user = await openForm()
  await enter(user, field(/^Password \*/), 'Aa1aaaa')
  await enter(user, field(/^Password again/), 'Aa1aaaab')
  await submit(user)
  const passwordError = document.getElementById(
    field(/^Password \*/)
      .getAttribute('aria-describedby')
      ?.split(' ')[0] ?? '',
  )
  expect(passwordError?.textContent).toBe('At least 8 characters. Add a special character.')
  expect(screen.getByText('The two passwords differ.')).toBeTruthy()
  const rules = within(screen.getByRole('list', { name: 'What the password needs' })).getAllByRole('listitem')
  expect(rules.map((rule) => rule.dataset.met ?? 'no')).toEqual(['no', 'true', 'true', 'true', 'no'])
}, 20_000)

test('a refused address shows an error at its field and keeps the input', async () => {
  const user = await openForm()
  await fillIn(user)
  refusal = { error: 'UsernameExistsException' }
  await submit(user)
  expect(await screen.findByText('An account with this address already exists.')).toBeTruthy()
  await chooseLanguage('de')
  expect((await screen.findByLabelText<HTMLInputElement>(/^Nachname/)).value).toBe("D'Angelo")
  await chooseLanguage('en')
}, 20_000)

test('a short code is refused without a call, and a new code can be sent', async () => {
  const user = await openForm()
  await fillIn(user)
  await submit(user)
  await enter(user, await screen.findByLabelText(/^Code from the mail/), '12345')
  requests = []
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The code has 6 digits.')).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText(/The old one no longer works/)).toBeTruthy()
  expect(requests.map(({ address }) => address)).toEqual(['/api/auth/resend'])
}, 20_000)
