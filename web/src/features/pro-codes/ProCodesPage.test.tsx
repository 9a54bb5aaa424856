import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'

const savedFiles: { content: Blob; name: string }[] = []

const token = (id: string, last4: string, change: object = {}) => ({
  id,
  last4,
  months: 24,
  state: 'free',
  reference: 'Order 1184',
  madeAt: '2026-11-20T14:22:00.000Z',
  madeBy: 'Office',
  usedAt: null,
  usedBy: null,
  plant: null,
  revokedAt: null,
  revokedBy: null,
  reason: null,
  ...change,
})
const usedToken = {
  state: 'used',
  usedAt: '2026-11-14T09:00:00.000Z',
  usedBy: 'Ada',
  plant: { plant_id: 'p', plantname: 'Hala Targowa' },
}
const createdCodes = [
  { code: '4532015112830366', token: token('m1', '0366') },
  { code: '4812039577164029', token: token('m2', '4029') },
]
let calls: ({ action: string } & Record<string, unknown>)[]

const answer = (action: string): unknown => {
  if (action === 'getUserInfos')
    return { user: { appConfig: {}, recentPlants: [], support: { email: '', phone: null } } }
  if (action === 'createTokens') return { tokens: createdCodes }
  if (action === 'revokeToken') return { token: token('1', '4021', { state: 'revoked' }) }
  return {
    tokens: [token('1', '4021'), token('2', '2230', usedToken)],
    total: 2,
    states: { free: 1, used: 1, revoked: 0 },
  }
}

beforeEach(() => {
  calls = []
  savedFiles.length = 0
  const contents: Blob[] = []
  const createObjectURL = (content: Blob) => `blob:${contents.push(content)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedFiles.push({ content: contents.at(-1) as Blob, name: this.download })
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('get-session'))
      return Response.json({
        data: { userid: 'n', email: 'n@b.test', name: 'Office', usertype: 'admin', scope: 'nto', suspended: false },
      })
    const call = JSON.parse(String(init?.body)) as (typeof calls)[number]
    calls.push(call)
    return Response.json({ data: answer(call.action) })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const callsOf = (action: string) => calls.filter((call) => call.action === action)
const make = async () => {
  const person = userEvent.setup()
  await renderAt('/ntoprocodes')
  const count = await screen.findByRole('textbox', { name: /How many/ })
  await person.clear(count)
  await person.type(count, '2')
  await person.type(screen.getByRole('textbox', { name: /Reference/ }), 'Order 1184')
  await person.click(screen.getByRole('radio', { name: '36' }))
  await person.click(screen.getByRole('button', { name: 'Generate 2 codes' }))
  await screen.findByText('4532 0151 1283 0366')
  return person
}

test('new codes are shown once in groups of four and downloaded as text', async () => {
  const person = await make()
  expect(callsOf('createTokens')).toMatchObject([{ tokens: { count: 2, months: 36, reference: 'Order 1184' } }])
  await person.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(savedFiles[0]?.name).toBe('Pro codes 2026-11-20.csv')
  expect(await savedFiles[0]?.content.text()).toContain('4812 0395 7716 4029,24,Order 1184')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('4532 0151 1283 0366')).toBeNull())
})

test('closing before the codes are saved asks first', async () => {
  const person = await make()
  await person.click(screen.getByRole('button', { name: 'Close' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close without saving the codes?' })
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  screen.getByText('4532 0151 1283 0366')
})

test('the list shows who used a code, and only free codes are revoked', async () => {
  const person = userEvent.setup()
  await renderAt('/ntoprocodes')
  const rowOf = async (last4: string) => (await screen.findByText(`•••• ${last4}`)).closest('tr, li') as HTMLElement
  expect((await rowOf('2230')).textContent).toContain('Hala Targowa14 Nov, Ada')
  expect(screen.getByRole('button', { name: /^All\s*2$/ })).toBeTruthy()
  expect(within(await rowOf('2230')).queryByRole('button', { name: /Revoke/ })).toBeNull()
  await person.click(within(await rowOf('4021')).getByRole('button', { name: 'Revoke code 4021' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke code 4021?' })
  await person.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Enter why the code is revoked.')
  await person.type(within(dialog).getByRole('textbox'), 'Wrong customer')
  await person.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(callsOf('revokeToken')).toMatchObject([{ tokenId: '1', reason: 'Wrong customer' }]))
})

test('state, search and order are applied by the server', async () => {
  await renderAt('/ntoprocodes?q=4021&f=free&sort=-months')
  await waitFor(() =>
    expect(callsOf('getAllTokens')).toMatchObject([
      { search: '4021', state: 'free', sort: 'months', direction: 'desc', page: 1 },
    ]),
  )
})
