import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession } from '../../shared/session/session.ts'
import { plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { PushSwitch } from './PushSwitch.tsx'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.unstubAllGlobals()
})

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const endpoint = 'https://push.maker.test/browser'

/** A fake browser with a push service; `answer` is the person's permission. */
const browserWith = ({ permission = 'default', answer = 'granted', isReachable = true } = {}) => {
  const browserCalls: string[] = []
  let isSubscribed = false
  const unsubscribe = async () => {
    isSubscribed = false
    browserCalls.push('unsubscribe')
  }
  const pushManager = {
    getSubscription: async () => (isSubscribed ? { unsubscribe } : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!isReachable) throw new DOMException('', 'AbortError')
      browserCalls.push(applicationServerKey)
      isSubscribed = true
      return { toJSON: () => ({ endpoint, keys }) }
    },
  }
  const registration = { pushManager }
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = answer
      return answer
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return browserCalls
}

const open = async (answerSave: () => unknown = () => ({})) => {
  let isSubscribed = false
  const page = await renderInPlant(<PushSwitch />, plantWith(), ({ action }) => {
    if (action === 'getPushDevice') return { key: 'our-key', on: isSubscribed }
    const answer = answerSave()
    if (!(answer instanceof Response)) isSubscribed = action === 'savePushDevice'
    return answer
  })
  const box = await screen.findByRole<HTMLInputElement>('switch')
  return { box, queries: page.queries, listWrites: () => page.calls.filter(({ action }) => action !== 'getPushDevice') }
}

test('switching on subscribes and saves the address, and switching off removes both', async () => {
  const browserCalls = browserWith()
  const { box, listWrites } = await open()
  expect(box.checked).toBe(false)
  fireEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(true))
  expect(listWrites()).toEqual([{ action: 'savePushDevice', endpoint, ...keys }])
  expect(browserCalls).toEqual(['our-key'])
  fireEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(false))
  expect(listWrites().at(-1)).toEqual({ action: 'removePushDevice' })
  await waitFor(() => expect(browserCalls).toEqual(['our-key', 'unsubscribe']))
})

test('a blocked permission shows where to allow it, and nothing is saved', async () => {
  browserWith({ answer: 'denied' })
  const { box, listWrites } = await open()
  fireEvent.click(box)
  await screen.findByText(/^Notices are blocked for Vigilux in this browser/)
  expect(box).toMatchObject({ checked: false, disabled: true })
  expect(listWrites()).toEqual([])
})

test('a browser without push explains what to do and disables the switch', async () => {
  vi.stubGlobal('Notification', undefined)
  const { box } = await open()
  await screen.findByText(/^This browser cannot show notices/)
  expect(box.disabled).toBe(true)
})

test('an unreachable or refused push service leaves the switch off with an error', async () => {
  browserWith({ isReachable: false })
  const awayPage = await open()
  fireEvent.click(awayPage.box)
  expect((await screen.findByRole('alert')).textContent).toMatch(/push service cannot be reached/)
  expect(awayPage.listWrites()).toEqual([])
  cleanup()
  browserWith()
  const { box } = await open(() => refusal('PUSH_ADDRESS_REFUSED'))
  fireEvent.click(box)
  await screen.findByText('The push service of this browser is not a public one.')
  expect(box.checked).toBe(false)
})

test('the subscription ends with the session, and not with the page or the connection', async () => {
  const browserCalls = browserWith()
  const { box, queries } = await open()
  fireEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(true))
  cleanup()
  clearSession(queries, 'connectionLost')
  expect(browserCalls).toEqual(['our-key'])
  queries.setQueryData(['session'], { userid: 'ada' })
  clearSession(queries, 'own')
  await waitFor(() => expect(browserCalls).toEqual(['our-key', 'unsubscribe']))
})
