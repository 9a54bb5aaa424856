import { wordLoaders } from 'virtual:words'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startLanguages } from '../i18n/i18n.ts'
import { failureText } from './api-failure.ts'
import { call, onSignedOutByServer } from './call.ts'
import { shouldRetryRead } from './use-action.ts'

beforeAll(() => startLanguages(wordLoaders))
afterEach(() => vi.unstubAllGlobals())

function serve(...answers: Response[]) {
  const fetchMock = vi.fn(async (_address: string | URL, _init?: RequestInit) => answers.shift() as Response)
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

describe('a call', () => {
  test('sends action and input and returns the data', async () => {
    const fetchMock = serve(Response.json({ data: { commands: [] } }))
    expect(await call('getCommands', { plantId: 'P' })).toEqual({ commands: [] })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api')
    expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toEqual({ action: 'getCommands', plantId: 'P' })
  })

  test('that is refused carries code, fields and reference', async () => {
    const details = { fields: [{ path: 'plant.plantname', code: 'cannot_be_empty' }] }
    serve(Response.json({ error: 'INVALID_INPUT', message: '', details, requestId: 'r1' }, { status: 400 }))
    const failure = await call('getCommands', { plantId: 'P' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', status: 400, requestId: 'r1', fields: details.fields })
  })

  test('without data or with a proxy page fails with a text', async () => {
    serve(Response.json({}), new Response('<html>', { status: 502, headers: { 'x-request-id': 'r2' } }))
    await expect(call('getCommands', { plantId: 'P' })).rejects.toMatchObject({ code: 'internal_error', status: 200 })
    await expect(call('getCommands', { plantId: 'P' })).rejects.toMatchObject({ status: 502, requestId: 'r2' })
  })

  test('with a plain-text answer fetches the given address', async () => {
    const fetchMock = serve(
      new Response('/files/log?signed=1', { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
      Response.json({ entries: [1] }),
    )
    expect(await call('getCommands', { plantId: 'P' })).toEqual({ entries: [1] })
    expect(String(fetchMock.mock.calls[1]?.[0])).toContain('/files/log?signed=1')
  })

  test('that finds the session ended notifies listeners', async () => {
    const react = vi.fn()
    const stop = onSignedOutByServer(react)
    serve(Response.json({ error: 'NOT_SIGNED_IN' }, { status: 401 }), Response.json({ error: 'NO' }, { status: 403 }))
    await call('getCommands', { plantId: 'P' }).catch(() => undefined)
    await call('getCommands', { plantId: 'P' }).catch(() => undefined)
    expect(react).toHaveBeenCalledTimes(1)
    stop()
  })

  test('without a network is a distinct failure and is retried, unlike a refusal', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
    const failure = await call('getCommands', { plantId: 'P' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'network_error' })
    expect(shouldRetryRead(0, failure)).toBe(true)
    expect(shouldRetryRead(3, failure)).toBe(false)
    expect(shouldRetryRead(0, new ApiFailure('NOT_ALLOWED', 403))).toBe(false)
  })
})

test('an unknown code shows a general text with the reference instead of the code', () => {
  expect(failureText(new ApiFailure('NOT_ALLOWED', 403))).toBe('You are not authorised to do this.')
  const unknown = failureText(new ApiFailure('NEVER_HEARD_OF', 500, { requestId: '7F3A' }))
  expect(unknown).toContain('7F3A')
  expect(unknown).not.toContain('NEVER_HEARD_OF')
})

test('a refusal names its lamps with consecutive numbers joined', async () => {
  await startLanguages(wordLoaders, 'everywhere', 'unit')
  const failure = new ApiFailure('LAMP_WITHOUT_GROUP', 409, { details: { lamps: [33, 34, 35, 40] } })
  expect(failureText(failure)).toBe('These lamps would be in no group: 33–35, 40')
})
