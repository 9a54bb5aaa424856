import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

const account = (userid: string, name: string, validation: string) => ({
  userid,
  name,
  surname: 'Rossi',
  email: `${name}@b.test`,
  usertype: 'installer',
  validation,
  validation_reason: null,
  kind: 'company',
  identity: null,
  businessname: '',
  piva: '',
  vatCheck: 'valid',
  city: '',
  country: '',
  phone: '',
  created_at: '2026-01-01T12:00:00Z',
})

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body = url.includes('get-session')
      ? { userid: 'n', email: 'n@b.test', name: 'Office', usertype: 'admin', scope: 'nto', suspended: false }
      : answer((JSON.parse(String(init?.body)) as { action: string }).action)
    return new Response(JSON.stringify({ data: body }), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answer = (action: string): unknown => {
  if (action === 'getUserInfos')
    return { user: { appConfig: {}, recentPlants: [], support: { email: '', phone: null } } }
  const users = [account('1', 'Ada', 'pending'), account('2', 'Bo', 'verified')]
  return { users, total: 2, states: { verified: 1, pending: 1, refused: 0, suspended: 0 } }
}

test('a pending account links to its review, and others are managed in place', async () => {
  await renderAt('/ntousers')
  const row = async (name: string) => (await screen.findByText(`${name} Rossi`)).closest('tr, li') as HTMLElement
  expect(await screen.findByRole('button', { name: /^All\s*2$/ })).toBeTruthy()
  const link = within(await row('Ada')).getByRole('link', { name: 'Users to verify' })
  expect(link.getAttribute('href')).toMatch(/ntopendingusers$/)
  expect(within(await row('Ada')).queryByRole('button', { name: /Rossi/ })).toBeNull()
  expect(within(await row('Bo')).getByRole('button', { name: 'Suspend Bo Rossi' })).toBeTruthy()
})

test('a search keeps the list and its field until the results arrive', async () => {
  const served = fetch
  const searched: unknown[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { search } = url.includes('get-session') ? {} : JSON.parse(String(init?.body))
    if (!search) return served(url, init)
    searched.push(search)
    return new Promise(() => undefined)
  })
  await renderAt('/ntousers')
  await screen.findByText('Ada Rossi')
  const field = screen.getByRole('searchbox')
  field.focus()
  fireEvent.change(field, { target: { value: 'bo' } })
  await waitFor(() => expect(searched).toEqual(['bo']))
  expect(screen.getByText('Ada Rossi')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(field.isConnected).toBe(true)
})

test('a VAT number that is not valid is a warning beside it, and the account can be accepted', async () => {
  const served = fetch
  const users = [
    { ...account('1', 'Ada', 'pending'), piva: 'IT12345670018', vatCheck: 'wrong' },
    { ...account('2', 'Bo', 'pending'), vatCheck: 'missing' },
    { ...account('3', 'Cy', 'pending'), piva: 'IT12345670017' },
  ]
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    String(init?.body).includes('getPendingUsers') ? Response.json({ data: { users, total: 3 } }) : served(url, init),
  )
  await renderAt('/ntopendingusers')
  const row = async (name: string) => within((await screen.findByText(`${name} Rossi`)).closest('tr') as HTMLElement)
  expect((await row('Ada')).getByText('VAT number wrong').closest('[data-part="state"]')).toBeTruthy()
  expect((await row('Ada')).getByRole('button', { name: 'Accept Ada Rossi' })).toBeTruthy()
  expect((await row('Bo')).getByText('No VAT number')).toBeTruthy()
  expect((await row('Cy')).queryByText(/^VAT number/)).toBeNull()
})
