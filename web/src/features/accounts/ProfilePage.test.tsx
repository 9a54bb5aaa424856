import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const address = { street: 'Via Roma', housenumber: '1', prov: '', cap: '', city: 'Treviso', country: 'IT' }
const profile = { name: 'Ada', surname: 'Rossi', phone: '', kind: 'person', piva: '', businessname: '', address }
const account = { userid: 'u', email: 'ada@b.test', usertype: 'client', scope: null, validation: 'verified' }

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

type Call = { action: string; version?: number; phone?: string; address?: typeof address; language?: string }

/** A fake server; another browser can save the open profile, with an address in Austria. */
const playServer = () => {
  const savedProfiles: Call[] = []
  let storedProfile = { ...profile, version: 4 }
  const user = () => ({
    ...account,
    ...storedProfile,
    consents: {},
    appConfig: {},
    recentPlants: [],
    validation_reason: null,
    support: { email: '', phone: null },
    language: 'en',
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session'))
      return reply(200, { data: { ...account, name: 'Ada Rossi', suspended: false, language: 'en' } })
    const call = JSON.parse(String(init?.body)) as Call
    if (call.action !== 'saveProfile') return reply(200, { data: { user: user() } })
    savedProfiles.push(call)
    if (call.version !== storedProfile.version)
      return reply(409, { error: 'CHANGED_MEANWHILE', details: { now: storedProfile } })
    storedProfile = { ...storedProfile, ...(call as object), version: storedProfile.version + 1 }
    return reply(200, { data: { user: user() } })
  })
  const saveOtherProfile = () => {
    storedProfile = { ...storedProfile, address: { ...address, country: 'AT' }, version: 5 }
  }
  return { savedProfiles, saveElsewhere: saveOtherProfile }
}

test('a profile saved elsewhere is shown and can be overwritten', async () => {
  const { savedProfiles, saveElsewhere: saveOtherProfile } = playServer()
  await renderAt('/userprofile/u')
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText('Phone'), '+39 1')
  saveOtherProfile()
  await person.click(screen.getByRole('button', { name: 'Save data' }))
  await screen.findByText('Keep mine')
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows.slice(1)).toEqual([
    ['Phone', '–', '+39 1'],
    ['Country', 'Austria', 'Italy'],
  ])
  await person.click(screen.getByRole('button', { name: 'Keep mine' }))
  await person.click(screen.getByRole('button', { name: 'Save data' }))
  await vi.waitFor(() =>
    expect(savedProfiles.map(({ version, phone, address }) => [version, phone, address?.country])).toEqual([
      [4, '+39 1', 'IT'],
      [5, '+39 1', 'IT'],
    ]),
  )
})

test('a language is saved with the latest profile, not the loaded one', async () => {
  const { savedProfiles, saveElsewhere: saveOtherProfile } = playServer()
  await renderAt('/userprofile/u/view')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('combobox', { name: 'Language' }))
  saveOtherProfile()
  await person.click(await screen.findByRole('option', { name: 'Italiano' }))
  await vi.waitFor(() =>
    expect(savedProfiles).toMatchObject([{ version: 5, address: { country: 'AT' }, language: 'it' }]),
  )
})

const line = (action: string, result: string, n: number) => ({
  id: String(n),
  at: `2026-03-02T09:0${9 - n}:00.000Z`,
  userid: null,
  name: 'ada@b.test',
  action,
  result,
  requestId: 'r',
  things: [],
  moreThings: 0,
  changes: [],
})
const lines = [
  line('changePassword', 'ok', 1),
  line('signIn', 'WRONG_EMAIL_OR_PASSWORD', 2),
  line('saveProfile', 'ok', 3),
]

test('the account activity is listed newest first and page by page', async () => {
  playServer()
  const previousFetch = fetch
  const pages: number[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const call = JSON.parse(String(init?.body ?? '{}')) as { action?: string; page?: number }
    if (call.action !== 'getOwnAudit') return previousFetch(url, init)
    pages.push(call.page ?? 0)
    return reply(200, { data: { entries: lines, total: 30 } })
  })
  await renderAt('/userprofile/u/activity')
  const items = await screen.findAllByText(/^(Change the password|Sign in|Change profile)$/, { selector: 'td' })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Change the password', 'Sign in', 'Change profile'])
  expect(screen.getByText('Wrong email or password.')).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Page 2' }))
  await vi.waitFor(() => expect(pages).toEqual([1, 2]))
})

/** A fake server with two browsers of the person, and one plant without other members. */
const playOwnAccount = (plants: object[] = []) => {
  const at = '2026-03-02T09:00:00.000Z'
  const ownSession = { session_id: 's1', browser: 'Firefox', system: 'Linux', form: 'computer', this_one: true }
  const phone = { session_id: 's2', browser: 'Safari', system: 'iOS', form: 'phone', this_one: false }
  let sessions = [ownSession, phone].map((one) => ({ ...one, signed_in_at: at, last_used_at: at }))
  const requests: { action?: string; password?: string; flow?: string }[] = []
  const answers: Record<string, () => object> = {
    getSessions: () => ({ sessions }),
    endSession: () => {
      sessions = sessions.filter(({ this_one }) => this_one)
      return { session_id: 's2' }
    },
    getPlantsToHandOver: () => ({ plants, total: plants.length }),
    getAccessTokens: () => ({ tokens: [] }),
    getOwnData: () => ({ at, profile: account }),
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session'))
      return reply(200, { data: { ...account, name: 'Ada Rossi', suspended: false, language: 'en' } })
    const body = JSON.parse(String(init?.body)) as { action: string; password?: string }
    requests.push({ ...body, flow: url })
    if (url.endsWith('erase-account'))
      return body.password === 'right' ? reply(200, { data: {} }) : reply(401, { error: 'WRONG_EMAIL_OR_PASSWORD' })
    const user = { ...account, ...profile, version: 4, consents: {}, appConfig: {}, recentPlants: [], language: 'en' }
    return reply(200, { data: answers[body.action]?.() ?? { user: { ...user, support: { email: '', phone: null } } } })
  })
  return { requests }
}

test('another browser can be signed out from the list, and this one cannot', async () => {
  const { requests } = playOwnAccount()
  await renderAt('/userprofile/u/sessions')
  const person = userEvent.setup()
  await screen.findByText('Firefox on Linux')
  expect(screen.getByText('This browser')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }))
  await vi.waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
  expect(requests).toContainEqual(expect.objectContaining({ action: 'endSession', sessionId: 's2' }))
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
})

test('an account with plants to hand over lists them and cannot be erased', async () => {
  playOwnAccount([{ plant_id: 'p1', plantname: 'Palestra Nord', role: 'installerAdministrator' }])
  await renderAt('/userprofile/u/own')
  const link = await screen.findByRole('link', { name: 'Palestra Nord' })
  expect(link.getAttribute('href')).toContain('/plantusers/p1')
  await userEvent.setup().click(screen.getByRole('button', { name: /^Erase/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an account is erased with the password alone, and sign-in confirms it', async () => {
  const { requests } = playOwnAccount()
  await renderAt('/userprofile/u/own')
  const person = userEvent.setup()
  const eraseButton = await screen.findByRole('button', { name: 'Erase' })
  await vi.waitFor(() => expect(eraseButton).toHaveProperty('disabled', false))
  await person.click(eraseButton)
  const password = await screen.findByLabelText(/Current password/)
  await person.type(password, 'wrong')
  await person.click(screen.getByRole('button', { name: 'Erase my account' }))
  await screen.findByText('This is not the current password.')
  await person.clear(password)
  await person.type(password, 'right')
  await person.click(screen.getByRole('button', { name: 'Erase my account' }))
  await screen.findByText('Your account is erased.')
  expect(requests.filter(({ flow }) => flow?.endsWith('erase-account')).map((one) => one.password)).toEqual([
    'wrong',
    'right',
  ])
})

test('the address of the access tokens opens their tab', async () => {
  playOwnAccount()
  await renderAt('/userprofile/u/tokens')
  const tab = await screen.findByRole('link', { name: 'Access tokens' })
  expect(tab.getAttribute('aria-current')).toBe('page')
  await screen.findByRole('heading', { name: 'No access tokens yet' })
})
