import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../shared/session/session-api.ts'
import { person } from '../testing/person.ts'
import { renderAt } from '../testing/render.tsx'
import { sampleAnswer } from '../testing/sample-answer.ts'
import { stubSilentSocket } from '../testing/silent-socket.ts'

const plantId = '00000000-0000-4000-8000-000000000001'

let signedIn: SessionUser | null
let requestedActions: string[]
let plant: unknown

/** A server with a known signed-in person and one missing plant. */
function answer(address: string, body: string | undefined): Response {
  if (address.includes('get-session')) return Response.json({ data: signedIn })
  const { action } = JSON.parse(body ?? '{}') as { action: string }
  requestedActions.push(action)
  if (action === 'saveDeclarations' && signedIn) {
    signedIn = { ...signedIn, declarations_missing: false }
    return Response.json({ data: { userid: signedIn.userid } })
  }
  if (action === 'getUserInfos' && signedIn?.suspended) {
    const { user } = sampleAnswer('getUserInfos', 'full') as { user: object }
    return Response.json({ data: { user: { ...user, validation: 'pending' } } })
  }
  if (action === 'getPlantDetails' && plant) return Response.json({ data: plant })
  if (action === 'getPlantDetails') return Response.json({ error: 'PLANT_NOT_FOUND' }, { status: 404 })
  return Response.json({ error: 'NOT_ALLOWED', requestId: 'r-1' }, { status: 403 })
}

beforeEach(() => {
  signedIn = person
  requestedActions = []
  plant = undefined
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => answer(address, init?.body as string))
  stubSilentSocket()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a signed-out deep link leads to sign-in without reads and opens after it', async () => {
  signedIn = null
  const { router } = await renderAt(`/zone/zoneDetail/${plantId}/Z?q=1`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(requestedActions).toEqual([])
  cleanup()
  signedIn = person
  const secondVisit = await renderAt('/login')
  await waitFor(() => expect(secondVisit.router.state.location.href).toBe(`/zone/zoneDetail/${plantId}/Z?q=1`))
})

test('a deep link survives registration and a forgotten password', async () => {
  signedIn = null
  const { router } = await renderAt(`/plantbom/${plantId}`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  router.history.push('/registrati')
  router.history.push('/passworddimenticata')
  cleanup()
  signedIn = person
  const secondVisit = await renderAt('/loginnew')
  await waitFor(() => expect(secondVisit.router.state.location.pathname).toBe(`/plantbom/${plantId}`))
})

test('a return path to sign-in leads home', async () => {
  for (const storedPath of ['/login', '/loginnew?q=1']) {
    sessionStorage.setItem('vigilux.returnTo', storedPath)
    const { router } = await renderAt('/login')
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
    cleanup()
  }
})

test('signed-in people are sent home from the root and sign-in pages', async () => {
  const { router } = await renderAt('/')
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  cleanup()
  const secondVisit = await renderAt('/registrati')
  await waitFor(() => expect(secondVisit.router.state.location.pathname).toBe('/home'))
})

test('a public page requests no session', async () => {
  const fetchMock = vi.fn()
  vi.stubGlobal('fetch', fetchMock)
  await renderAt('/responsive')
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(fetchMock).not.toHaveBeenCalled()
})

test('a missing plant shows that it is not available', async () => {
  await renderAt(`/plant/${plantId}`)
  expect(await screen.findByRole('heading', { name: 'This plant is not available' })).toBeTruthy()
})

test.each(['/ntohome', '/bahome'])('%s is refused to installers and requests none of its data', async (path) => {
  await renderAt(path)
  expect(await screen.findByRole('heading', { name: 'Not authorised' })).toBeTruthy()
  expect(requestedActions).not.toContain('getAllUsers')
})

test('a suspended person sees the reason and support, but no plants', async () => {
  signedIn = { ...person, suspended: true }
  await renderAt('/home')
  expect(await screen.findByRole('heading', { name: 'We are checking your data' })).toBeTruthy()
  expect(requestedActions).not.toContain('getAllPlants')
  cleanup()
  await renderAt('/supporto')
  expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeTruthy()
})

test('a person without declarations sees only these, then the page that was asked for', async () => {
  signedIn = { ...person, declarations_missing: true }
  const user = userEvent.setup()
  await renderAt('/supporto')
  expect(await screen.findByRole('heading', { level: 1, name: 'Before you start' })).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/accept the terms/i, { selector: '[id$="-error"]' })).toBeTruthy()
  expect(requestedActions).not.toContain('saveDeclarations')
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeTruthy()
  expect(requestedActions).toContain('saveDeclarations')
})

test('an unknown path has a link home', async () => {
  await renderAt('/nonsense')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the plants' }).getAttribute('href')).toBe('#/home')
})

test('an error in the page frame is shown with a retry', async () => {
  plant = { plant: { plantname: 'Hospital', pro_expiry: null } }
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await renderAt(`/plant/${plantId}`)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 1 }).textContent).toBe('This did not work')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
  log.mockRestore()
})
