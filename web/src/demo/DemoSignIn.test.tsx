import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { DemoPerson } from '@vigilux/contract/demo.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { person } from '../testing/person.ts'
import { renderAt } from '../testing/render.tsx'
import { stubSilentSocket } from '../testing/silent-socket.ts'
import { startDemoPage } from './begin-demo.ts'

const demoPerson: DemoPerson = {
  email: 'ada@demo.vigilux.test',
  name: 'Ada Rossi',
  usertype: 'installer',
  scope: null,
  role: 'installerAdministrator',
  suspended: false,
  plants: 14,
}
const people: DemoPerson[] = [
  demoPerson,
  { ...demoPerson, email: 'gio@demo.vigilux.test', name: 'Gio Conte', role: 'installerReadOnly', plants: 1 },
  { ...demoPerson, email: 'sam@demo.vigilux.test', name: 'Sam Nardi', usertype: 'basic', role: null, plants: 0 },
  { ...demoPerson, email: 'ila@demo.vigilux.test', name: 'Ila Conti', usertype: 'admin', scope: 'nto', role: null },
  { ...demoPerson, email: 'bea@demo.vigilux.test', name: 'Bea Villa', usertype: 'admin', scope: 'ba', role: null },
  { ...demoPerson, email: 'eva@demo.vigilux.test', name: 'Eva Sanna', role: null, suspended: true, plants: 0 },
]

let isDemo: boolean
let isSignedIn: boolean
let speed: number
let requests: { address: string; body: unknown }[]

const answers: Record<string, (body: { speed?: number }) => Response> = {
  '/api/auth/get-session': () =>
    Response.json({ data: isSignedIn ? person : null }, isDemo ? { headers: { 'x-vigilux-demo': 'yes' } } : {}),
  '/dev/demo': () => Response.json({ data: { speed, password: 'the-word', people } }),
  '/dev/demo/speed': (body) => {
    if ((body.speed ?? 1) > 600) return Response.json({ error: 'TOO_MANY_REQUESTS', requestId: 'r' }, { status: 429 })
    speed = body.speed ?? speed
    return Response.json({ data: { speed } })
  },
  '/api/auth/sign-in': () => {
    isSignedIn = true
    return Response.json({ data: {} })
  },
}

beforeEach(() => {
  ;[isDemo, isSignedIn, speed, requests] = [true, false, 60, []]
  localStorage.clear()
  sessionStorage.clear()
  stubSilentSocket()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body ?? '{}'))
    requests.push({ address, body })
    return answers[address]?.(body) ?? Response.json({ error: 'NOT_ALLOWED', requestId: 'r' }, { status: 403 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the cards load their data once the server is known to be a demo', async () => {
  const loadCardTexts = vi.fn(async () => undefined)
  const preloadLink = () => document.head.querySelector<HTMLLinkElement>('link[rel=preload]')
  isDemo = false
  await startDemoPage(fetch('/api/auth/get-session'), loadCardTexts)
  expect([preloadLink(), loadCardTexts.mock.calls]).toEqual([null, []])
  isDemo = true
  await startDemoPage(fetch('/api/auth/get-session'), loadCardTexts)
  const link = preloadLink()
  expect([link?.getAttribute('href'), link?.crossOrigin, loadCardTexts.mock.calls]).toEqual([
    '/dev/demo',
    'anonymous',
    [[]],
  ])
  link?.remove()
  // The page itself declares it before any answer.
  const page = vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ serverTiming: [{ name: 'demo' }] }] as never)
  void startDemoPage(new Promise(() => undefined), loadCardTexts)
  expect([preloadLink()?.getAttribute('href'), loadCardTexts.mock.calls]).toEqual(['/dev/demo', [[], []]])
  preloadLink()?.remove()
  page.mockRestore()
  await renderAt('/login')
  await screen.findByRole('list', { name: 'People of the demo' })
  expect(requests.map(({ address }) => address)).toContain('/dev/demo')
})

test('a card per role says what the role sees, and the form stays', async () => {
  await renderAt('/login')
  await screen.findByRole('heading', { level: 1, name: 'Choose who you are' })
  const cards = screen.getByRole('list', { name: 'People of the demo' }).querySelectorAll('button')
  expect([...cards].map((card) => card.textContent)).toEqual([
    expect.stringContaining('Installer administratorAda Rossi · 14 plantsConfigures, maintains, invites and removes.'),
    expect.stringContaining('Installer staff, read-onlyGio Conte · 1 plantSees everything, changes nothing.'),
    expect.stringContaining('Basic userSam NardiSees only plants to which somebody invites them.'),
    expect.stringContaining('National officeIla Conti · 14 plantsSees every plant, the people and the Pro codes.'),
    expect.stringContaining('Business areaBea Villa · 14 plantsSees every plant of one area.'),
    expect.stringContaining('Account being checkedEva SannaSees only profile and support'),
  ])
  expect(screen.getByRole('heading', { level: 2, name: 'Sign in' })).toBeTruthy()
  expect(screen.getByLabelText(/^E-mail/)).toBeTruthy()
})

test('a card signs in and is marked next time', async () => {
  const { router } = await renderAt('/login')
  fireEvent.click(await screen.findByRole('button', { name: /Gio Conte/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  expect(requests.find(({ address }) => address === '/api/auth/sign-in')?.body).toEqual({
    email: 'gio@demo.vigilux.test',
    password: 'the-word',
  })
  cleanup()
  isSignedIn = false
  await renderAt('/login')
  const marked = await screen.findByRole('button', { name: /Gio Conte/ })
  expect(marked.dataset.last).toBe('true')
  expect(screen.getByRole('button', { name: /Ada Rossi/ }).dataset.last).toBeUndefined()
})

test('the sign-in page shows the speed of the estate and changes it', async () => {
  await renderAt('/login')
  await screen.findByText('The plants live 60 times as fast')
  expect(screen.getByText(/units, batteries and tests: an autonomy test of one hour takes 1\s?min/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '1×' }))
  await screen.findByText('The plants live in real time')
  expect(speed).toBe(1)
  fireEvent.click(screen.getByRole('radio', { name: '3,600×' }))
  await screen.findByRole('alert')
  expect(screen.getByText('The plants live in real time')).toBeTruthy()
})

test('an unusual speed is added to the choices', async () => {
  speed = 30
  await renderAt('/login')
  const speedOption = await screen.findByRole('radio', { name: '30×' })
  expect((speedOption as HTMLInputElement).checked).toBe(true)
  expect(screen.getAllByRole('radio')).toHaveLength(6)
})

test('a new account continues with the form alone and the password focused', async () => {
  await renderAt('/loginnew?email=eva%40plants.test&done=account')
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(screen.queryByRole('list', { name: 'People of the demo' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe('eva@plants.test')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/))
})

test('a server without the demo shows only the form and loads no demo data', async () => {
  isDemo = false
  await renderAt('/login')
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(screen.queryByText('Demo')).toBeNull()
  expect(screen.queryByRole('list', { name: 'People of the demo' })).toBeNull()
  expect(requests.map(({ address }) => address)).toEqual(['/api/auth/get-session'])
})

test.each([true, false])('every page has a demo button only if the server is a demo (%s)', async (demo) => {
  ;[isDemo, isSignedIn] = [demo, true]
  await renderAt('/home')
  await screen.findByRole('navigation', { name: 'Main menu' })
  const flask = screen.queryByRole('button', { name: 'Demo' })
  expect(flask !== null).toBe(demo)
  if (!flask) return
  fireEvent.click(flask)
  await screen.findByText('The plants live 60 times as fast')
})

test('the form works if the demo does not answer', async () => {
  vi.spyOn(answers, '/dev/demo').mockImplementation(() => Response.json({ error: 'SERVER_BUSY' }, { status: 503 }))
  await renderAt('/login')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByRole('list', { name: 'People of the demo' })).toBeNull()
})
