import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays } from '../../shared/format/date-text.ts'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { id, inDays, tokenText, tokenWith } from '../../testing/access-tokens.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { OwnTokens } from './OwnTokens.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
})

const playClipboard = (writeText: (text: string) => Promise<void> = async () => undefined) => {
  const write = vi.fn(writeText)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true })
  return write
}

const plants = [
  { plant_id: plantId, plantname: 'Hotel Bellavista' },
  { plant_id: id(2), plantname: 'Parking Garibaldi' },
]
const noRoles = {
  installerAdministrator: 0,
  installerStaff: 0,
  installerReadOnly: 0,
  clientOwner: 0,
  clientStaff: 0,
}

/** A fake server with these tokens; it revokes, and creates by the given answer. */
const open = async (tokens: AccessToken[], answers: Record<string, unknown> = {}, roles = { installerStaff: 1 }) => {
  let storedTokens = tokens
  const page = await renderInPlant(<OwnTokens />, plantWith(), (call) => {
    if (call.action === 'revokeAccessToken') {
      const end = { at: new Date().toISOString(), reason: 'revoked' as const }
      storedTokens = storedTokens.map((token) => (token.id === call.tokenId ? { ...token, end } : token))
    }
    const all: Record<string, unknown> = {
      getAccessTokens: { tokens: storedTokens },
      getAllPlants: { plants, total: 2, roles: { ...noRoles, ...roles } },
      createAccessToken: { accessToken: tokenWith(), token: tokenText },
      ...answers,
    }
    return all[call.action] ?? {}
  })
  return { ...page, callsOf: (name: string) => page.calls.filter(({ action }) => action === name) }
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const pressIn = (part: ReturnType<typeof within>, name: string) => fireEvent.click(part.getByRole('button', { name }))

/** Opens the form and fills in the name. */
const openForm = async () => {
  await press('New token')
  const form = await dialog('New token')
  fireEvent.change(await form.findByRole('textbox', { name: /^Name/ }), { target: { value: 'Energy script' } })
  return form
}
/** Opens the form and creates a token with the fields as they are. */
const create = async () => pressIn(await openForm(), 'Create token')

test('a row shows name, plants, scopes, last use and end of a token', async () => {
  const named = [{ id: plantId, name: 'Hotel Bellavista' }]
  await open([
    tokenWith({ scopes: ['operate', 'read'], plants: named, lastUsedAt: '2025-03-15T09:00:00.000Z' }),
    tokenWith({ id: id(6), name: 'Ticket desk', expiresAt: inDays(30.2) }),
  ])
  const first = within((await screen.findByText('Energy script')).closest('tr') as HTMLElement)
  first.getByText(/^Created 14 Mar/)
  first.getByText('Hotel Bellavista')
  first.getByText('Read, operate')
  first.getByText(/^15 Mar 2025/)
  first.getByText('in 7 months')
  first.getByText('Valid')
  const second = within(screen.getByText('Ticket desk').closest('tr') as HTMLElement)
  second.getByText('All my plants')
  second.getByText('never')
  second.getByText('in 30 days')
})

test('a token warns in words from 14 days before its end', async () => {
  await open([tokenWith({ expiresAt: inDays(13.9) }), tokenWith({ id: id(6), name: 'Later', expiresAt: inDays(14.1) })])
  const soon = (await screen.findByText('Energy script')).closest('tr') as HTMLElement
  within(soon).getByText('Ends soon')
  within(soon).getByText('in 14 days')
  expect(soon.querySelector('[data-soon]')).not.toBeNull()
  const later = screen.getByText('Later').closest('tr') as HTMLElement
  within(later).getByText('Valid')
  expect(later.querySelector('[data-soon]')).toBeNull()
})

test('ended tokens stand last, with day and reason and without a button', async () => {
  const ended = (n: number, name: string, reason: 'expired' | 'revoked' | 'makerLeft') =>
    tokenWith({ id: id(n), name, end: { at: '2025-11-10T12:00:00.000Z', reason } })
  await open([ended(1, 'A', 'expired'), ended(2, 'B', 'revoked'), ended(3, 'C', 'makerLeft'), tokenWith()])
  await screen.findByText('Energy script')
  const names = screen.getAllByRole('row').map((row) => row.querySelector('b')?.textContent)
  expect(names).toEqual([undefined, 'Energy script', 'A', 'B', 'C'])
  for (const text of ['expired', 'revoked', 'creator left the plant']) screen.getByText(text)
  expect(screen.getAllByText('Ended 10 Nov 2025')).toHaveLength(3)
  expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
})

test.each([
  ['30 days', 30],
  ['1 year', 365],
  ['2 years', 730],
])('a token for %s is created for %s days, with the text shown once', async (period, days) => {
  const write = playClipboard()
  const { callsOf } = await open([])
  await screen.findByText('No access tokens yet')
  const form = await openForm()
  fireEvent.click(form.getByRole('radio', { name: period }))
  pressIn(form, 'Create token')
  const once = await dialog('Copy the token now')
  expect(callsOf('createAccessToken')).toMatchObject([
    { token: { name: 'Energy script', scopes: ['read'], plantIds: null, days } },
  ])
  expect(once.getByRole<HTMLTextAreaElement>('textbox', { name: 'Token text' }).value).toBe(tokenText)
  expect(once.getByRole<HTMLButtonElement>('button', { name: 'Done' }).disabled).toBe(true)
  pressIn(once, 'Copy')
  await once.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith(tokenText)
  pressIn(once, 'Done')
  await waitFor(() => expect(screen.queryByText(tokenText)).toBeNull())
  expect(callsOf('revokeAccessToken')).toEqual([])
})

test('a token until a date is created for the days until then, at most 730', async () => {
  const { callsOf } = await open([tokenWith()])
  const form = await openForm()
  fireEvent.click(form.getByRole('radio', { name: 'Date' }))
  const day = await form.findByRole('textbox', { name: 'Last day' })
  const enter = (days: number) => fireEvent.change(day, { target: { value: addDays(todayIn(browserTimeZone), days) } })
  enter(731)
  pressIn(form, 'Create token')
  await form.findByText(/^Enter a day from/)
  expect(callsOf('createAccessToken')).toEqual([])
  enter(100)
  fireEvent.blur(day)
  await form.findByText(/^Until .*At most 2 years\.$/)
  expect(form.queryByText(/^Enter a day from/)).toBeNull()
  pressIn(form, 'Create token')
  await dialog('Copy the token now')
  expect(callsOf('createAccessToken')).toMatchObject([{ token: { days: 100 } }])
})

test('a token is created for chosen plants and scopes', async () => {
  const { callsOf } = await open([tokenWith()])
  const form = await openForm()
  const read = form.getByRole<HTMLInputElement>('checkbox', { name: 'Read' })
  expect([read.checked, read.disabled]).toEqual([true, true])
  expect(form.queryByRole('checkbox', { name: 'Safety' })).toBeNull()
  fireEvent.click(form.getByRole('checkbox', { name: 'Operate' }))
  fireEvent.click(form.getByRole('radio', { name: 'Chosen plants' }))
  pressIn(form, 'Create token')
  await form.findByText('Cannot be empty.')
  fireEvent.click(await form.findByRole('checkbox', { name: 'Parking Garibaldi' }))
  pressIn(form, 'Create token')
  await dialog('Copy the token now')
  expect(callsOf('createAccessToken')).toMatchObject([{ token: { scopes: ['read', 'operate'], plantIds: [id(2)] } }])
})

test('the form begins with the focus on the name', async () => {
  await open([tokenWith()])
  await press('New token')
  const name = await (await dialog('New token')).findByRole('textbox', { name: /^Name/ })
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('a person without rights to operate gets the scope to read alone', async () => {
  await open([tokenWith()], {}, { installerStaff: 0 })
  const form = await openForm()
  expect(form.getAllByRole('checkbox')).toHaveLength(1)
})

test('closing without copying asks and revokes the new token', async () => {
  playClipboard()
  const { callsOf } = await open([tokenWith()])
  await create()
  await dialog('Copy the token now')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  pressIn(await dialog('Close without copying?'), 'Back to the token')
  expect(callsOf('revokeAccessToken')).toEqual([])
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  pressIn(await dialog('Close without copying?'), 'Revoke and close')
  await waitFor(() => expect(callsOf('revokeAccessToken')).toMatchObject([{ tokenId: id(5) }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('leaving the page without copying asks and revokes the new token', async () => {
  const { callsOf, router } = await open([tokenWith()])
  await create()
  await dialog('Copy the token now')
  void router.navigate({ to: '/plant/$plantId', params: { plantId: id(2) } } as never)
  pressIn(await dialog('Close without copying?'), 'Revoke and close')
  await waitFor(() => expect(callsOf('revokeAccessToken')).toMatchObject([{ tokenId: id(5) }]))
  await waitFor(() => expect(router.state.location.pathname).toContain(id(2)))
})

test('a failed revocation keeps the new token in view', async () => {
  await open([tokenWith()], { revokeAccessToken: refusal('ACCESS_TOKEN_NOT_FOUND') })
  await create()
  await dialog('Copy the token now')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  const question = await dialog('Close without copying?')
  pressIn(question, 'Revoke and close')
  await question.findByText('This token is no longer in the list.')
  screen.getByText(tokenText)
})

test('a browser without a clipboard selects the token, and a copy by hand enables Done', async () => {
  playClipboard(() => Promise.reject(new Error('denied')))
  await open([tokenWith()])
  await create()
  const once = await dialog('Copy the token now')
  pressIn(once, 'Copy')
  await once.findByText(/copy it by hand/)
  const done = once.getByRole<HTMLButtonElement>('button', { name: 'Done' })
  expect(done.disabled).toBe(true)
  fireEvent.copy(once.getByRole('textbox', { name: 'Token text' }))
  await waitFor(() => expect(done.disabled).toBe(false))
})

test('a repeated answer without the text offers to revoke the token', async () => {
  const { callsOf } = await open([tokenWith()], { createAccessToken: { accessToken: tokenWith(), token: null } })
  await create()
  const before = await dialog('This token was already created')
  before.getByText(/cannot be shown again/)
  pressIn(before, 'Revoke token')
  await waitFor(() => expect(callsOf('revokeAccessToken')).toMatchObject([{ tokenId: id(5) }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('revoking asks first and moves the token to the ended ones', async () => {
  const { callsOf } = await open([tokenWith(), tokenWith({ id: id(6), name: 'Ticket desk' })])
  await press('Revoke Energy script')
  const question = await dialog('Revoke Energy script?')
  question.getByText(/^Programs that use it lose access within seconds/)
  expect(callsOf('revokeAccessToken')).toEqual([])
  pressIn(question, 'Revoke token')
  await screen.findByText('Ended')
  const names = screen.getAllByRole('row').map((row) => row.querySelector('b')?.textContent)
  expect(names).toEqual([undefined, 'Ticket desk', 'Energy script'])
})

test('a refusal over the limit shows the limit in the form', async () => {
  await open([tokenWith()], { createAccessToken: refusal('TOKEN_LIMIT', { limit: 20 }) })
  await create()
  await screen.findByText('One person can have at most 20 valid tokens. Revoke one first.')
})

test('a list of 20 valid tokens gives the limit as the reason for no further one', async () => {
  await open(Array.from({ length: 20 }, (_, at) => tokenWith({ id: `${id(1)}${at}`, name: `Script ${at}` })))
  await press('New token')
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: 'New token' })
  expect(button.getAttribute('aria-description')).toMatch(/^You have 20 valid tokens/)
})

test('a failed read of the list shows an error and can be retried', async () => {
  const { callsOf } = await open([], { getAccessTokens: refusal('INTERNAL_ERROR') })
  await press(/again/i)
  await waitFor(() => expect(callsOf('getAccessTokens').length).toBeGreaterThan(1))
})

test('the card of the API links its description', async () => {
  await open([tokenWith()])
  const link = await screen.findByRole('link', { name: 'API description' })
  expect(link.getAttribute('href')).toBe('/api/docs')
})
