import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const account = { userid: 'u', email: 'ada@b.test', usertype: 'client', scope: null, validation: 'verified' }
const session = { ...account, name: 'Ada Rossi', suspended: false, language: 'en' }
const at = '2026-03-02T09:00:00.000Z'
const codes = ['CY7G-5ZN4-0AJV-XREN', 'PCTC-6RM4-0J0D-EM1J']
const infos = {
  ...account,
  name: 'Ada',
  surname: 'Rossi',
  phone: '',
  kind: 'person',
  piva: '',
  businessname: '',
  version: 1,
  address: {},
  consents: {},
  appConfig: {},
  recentPlants: [],
  language: 'en',
  support: { email: '', phone: null },
}

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

type Body = { action?: string; password?: string; code?: string; currentCode?: string; email?: string }

/** A fake server with one account, whose second factor accepts the code 123456. */
const playServer = ({ signedIn, factor = false }: { signedIn: boolean; factor?: boolean }) => {
  const state = { signedIn, factor, email: 'ada@b.test', newEmail: null as string | null }
  const requests: (Body & { flow: string })[] = []
  const refuseSignIn = (status: number, error: string) => reply(status, { error })
  const flows: Record<string, (body: Body) => Response> = {
    'find-company': () => reply(200, { data: { company: null } }),
    'sign-in': ({ code }) => {
      if (code === undefined) return refuseSignIn(401, 'SECOND_FACTOR_NEEDED')
      if (code !== '123456') return refuseSignIn(400, 'CodeMismatchException')
      state.signedIn = true
      return reply(200, { data: {} })
    },
    'begin-second-factor': ({ password }) =>
      password === 'right'
        ? reply(200, { data: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: { size: 1, path: 'M0 0h1v1h-1z' } } })
        : refuseSignIn(401, 'WRONG_EMAIL_OR_PASSWORD'),
    'confirm-second-factor': ({ code }) => {
      if (code !== '123456') return refuseSignIn(400, 'CodeMismatchException')
      state.factor = true
      return reply(200, { data: { recovery_codes: codes } })
    },
    'change-email': ({ email }) => {
      state.newEmail = (email ?? '').trim().toLowerCase()
      return reply(200, { data: {} })
    },
    'confirm-email': ({ currentCode }) => {
      if (currentCode !== '111111') return refuseSignIn(400, 'CodeMismatchException')
      state.email = state.newEmail ?? ''
      state.newEmail = null
      return reply(200, { data: {} })
    },
  }
  const methods = () => ({
    email: state.email,
    new_email: state.newEmail && { email: state.newEmail, until: at },
    password: true,
    passkeys: [],
    second_factor: state.factor ? { since: at, recovery_codes_left: 2 } : null,
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session')) return reply(200, { data: state.signedIn ? session : null })
    const body = JSON.parse(String(init?.body)) as Body
    const flow = url.split('/').at(-1) ?? ''
    requests.push({ ...body, flow })
    if (flows[flow]) return flows[flow](body)
    return reply(200, { data: body.action === 'getSignInMethods' ? methods() : { user: infos } })
  })
  return { requests }
}

test('sign-in asks for the second factor and says which input was wrong', async () => {
  const { requests } = playServer({ signedIn: false })
  await renderAt('/login')
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText(/^E-mail/), 'ada@b.test')
  await person.type(screen.getByLabelText(/^Password/), 'right')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Second factor' })
  const code = await screen.findByLabelText(/^Code/)
  await person.type(code, '000000{Enter}')
  await screen.findByText(/This code is wrong/)
  await person.clear(code)
  await person.type(code, '123456{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Second factor' })).toBeNull())
  expect(requests.filter(({ flow }) => flow === 'sign-in').map((one) => one.code)).toEqual([
    undefined,
    '000000',
    '123456',
  ])
})

test('a second factor is set up, and its recovery codes need confirmation before closing', async () => {
  playServer({ signedIn: true })
  await renderAt('/userprofile/u/password')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await screen.findByRole('dialog')
  const password = within(dialog).getByLabelText(/^Current password/)
  await person.type(password, 'wrong{Enter}')
  await screen.findByText('This is not the current password.')
  await person.clear(password)
  await person.type(password, 'right{Enter}')
  expect((await screen.findByText('ABCD EFGH')).getAttribute('href')).toBe('otpauth://totp/x')
  await person.type(screen.getByLabelText(/^Code that the app shows/), '123456{Enter}')
  const list = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  await person.keyboard('{Escape}')
  expect(await screen.findAllByRole('dialog')).toHaveLength(2)
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'I have saved them' }))
  await screen.findByText(/2 recovery codes left$/)
})

test('a new address needs two codes, and the error does not say which was wrong', async () => {
  const { requests } = playServer({ signedIn: true })
  await renderAt('/userprofile/u/password')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Change' }))
  await person.type(await screen.findByLabelText(/^New e-mail/), ' New@b.test')
  await person.type(within(screen.getByRole('dialog')).getByLabelText(/^Current password/), 'right{Enter}')
  const current = await screen.findByLabelText(/^Code sent to ada@b.test/)
  await person.type(current, '000000')
  await person.type(screen.getByLabelText(/^Code sent to new@b.test/), '222222{Enter}')
  await screen.findByText(/One of the codes is not right/)
  await person.clear(current)
  await person.type(current, '111111{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('new@b.test')
  expect(requests.filter(({ flow }) => flow === 'confirm-email')).toHaveLength(2)
})
