import { ApiFailure } from '@vigilux/client/failure.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doublePressMs } from '../double-press.ts'
import { type Channel, callOnce, clearPresses, setChannel } from './use-action.ts'

type Sent = { body: string; key: string | null }
let requests: Sent[]
/** The server's behaviour for each call; a normal answer if none is left. */
let outcomes: (() => Response)[]

const failFetch = (): Response => {
  throw new TypeError('Failed to fetch')
}
const refuseWith = (error: string, status: number) => () => Response.json({ error }, { status })

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  outcomes = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push({ body: String(init.body), key: new Headers(init.headers).get('Idempotency-Key') })
    return outcomes.shift()?.() ?? Response.json({ data: { n: requests.length } })
  })
})

afterEach(() => {
  clearPresses()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stop = (testId: string) => callOnce('stopTest', { plantId: 'P', testId })
const keys = () => requests.map(({ key }) => key)
/** The outcome of a call, after all its pauses. */
const endOf = async (work: Promise<unknown>): Promise<unknown> => {
  const ended = work.then(
    () => 'ok',
    (error: ApiFailure) => error.code,
  )
  await vi.advanceTimersByTimeAsync(30_000)
  return ended
}

test('a double press is one call, and another input is another call', async () => {
  const first = await stop('1')
  expect(await stop('1')).toBe(first)
  await stop('2')
  expect(requests).toHaveLength(2)
})

test('a press after the double-press time is a new call with its own key', async () => {
  await stop('3')
  await vi.advanceTimersByTimeAsync(doublePressMs)
  await stop('3')
  expect(new Set(keys()).size).toBe(2)
  expect(keys()).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)])
})

test.each([
  ['a lost connection', failFetch],
  ['an unknown outcome', refuseWith('OUTCOME_UNKNOWN', 503)],
  ['a proxy that lost the server', () => new Response('', { status: 502 })],
])('after %s the call is repeated with the same key', async (_, fault) => {
  outcomes = [fault, fault]
  expect(await endOf(stop('4'))).toBe('ok')
  expect(requests).toHaveLength(3)
  expect(new Set(keys()).size).toBe(1)
})

test('a refusal of a retry counts only if it settles the first try', async () => {
  outcomes = [failFetch, refuseWith('TEST_NOT_FOUND', 404)]
  expect(await endOf(stop('5'))).toBe('TEST_NOT_FOUND')
  outcomes = [failFetch, refuseWith('STORAGE_SLOW', 503), refuseWith('SERVER_BUSY', 503)]
  expect(await endOf(stop('6'))).toBe('realtime_no_answer')
})

test('a refusal is not retried', async () => {
  outcomes = [refuseWith('STORAGE_SLOW', 503)]
  expect(await endOf(stop('7'))).toBe('STORAGE_SLOW')
  expect(requests).toHaveLength(1)
})

test('a call fails after three tries, and a press within a minute reuses the key', async () => {
  outcomes = [failFetch, failFetch, failFetch]
  expect(await endOf(stop('8'))).toBe('realtime_no_answer')
  expect(requests).toHaveLength(3)
  expect(await endOf(stop('8'))).toBe('ok')
  expect(new Set(keys()).size).toBe(1)
  await stop('8')
  expect(new Set(keys()).size).toBe(2)

  outcomes = [failFetch, failFetch, failFetch]
  expect(await endOf(stop('9'))).toBe('realtime_no_answer')
  await vi.advanceTimersByTimeAsync(60_000)
  await stop('9')
  expect(keys().at(-1)).not.toBe(keys().at(-2))
})

test('a call without a network fails at once without a retry', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  outcomes = [failFetch]
  await expect(stop('10')).rejects.toMatchObject({ code: 'network_error' })
  expect(requests).toHaveLength(1)
})

test('a call on a closed channel is repeated with the same key', async () => {
  const pressedCalls: unknown[] = []
  const close = setChannel({
    live: { state: 'connected', socketId: 's' },
    call: (async (_action: string, _input: object, key: string) => {
      pressedCalls.push(key)
      if (pressedCalls.length === 1) throw new ApiFailure('realtime_no_answer', 0)
      return {}
    }) as unknown as Channel['call'],
  })
  expect(await endOf(stop('11'))).toBe('ok')
  close()
  expect(pressedCalls).toEqual([expect.any(String), pressedCalls[0]])
})

test('each quick press of a unit key is sent', async () => {
  const press = () => callOnce('keypressSimulation', { plantId: 'P', topic: 'logica_0A1B2C', keys: ['DOWN'] })
  await Promise.all([press(), press(), press()])
  expect(new Set(keys()).size).toBe(3)
})

test('a press of one account is not answered for the next account', async () => {
  await stop('12')
  clearPresses()
  const next = stop('12')
  expect(requests).toHaveLength(2)
  // The end of the first deadline is not the end of the second.
  await vi.advanceTimersByTimeAsync(doublePressMs - 1)
  expect(stop('12')).toBe(next)
})
