import { ApiFailure } from '@vigilux/client/failure.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Channel, read, setChannel, write } from './use-action.ts'

let overHttp: string[]
let overChannel: string[]
let close: () => void

const open = (parts: { isConnected?: boolean; failure?: ApiFailure } = {}) => {
  close = setChannel({
    live: { state: (parts.isConnected ?? true) ? 'connected' : 'closed', socketId: 's1' },
    call: (async (action: string) => {
      overChannel.push(action)
      if (parts.failure) throw parts.failure
      return { by: 'channel' }
    }) as unknown as Channel['call'],
  })
}

beforeEach(() => {
  overHttp = []
  overChannel = []
  close = () => undefined
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    overHttp.push(JSON.parse(String(init.body)).action)
    return Response.json({ data: { by: 'http' } })
  })
})

afterEach(() => {
  close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const leavePlant = () => write('leavePlant', { socketId: 's' })
const remove = () => write('deleteMonitoringZone', { plantId: 'P', zoneId: 'Z' })

test('a write uses the channel unless the specification assigns it to HTTP', async () => {
  open()
  expect(await leavePlant()).toEqual({ by: 'channel' })
  expect(await remove()).toEqual({ by: 'http' })
  expect([overChannel, overHttp]).toEqual([['leavePlant'], ['deleteMonitoringZone']])
})

test('a write on a connecting channel is not repeated over HTTP', async () => {
  open({ isConnected: false, failure: new ApiFailure('realtime_not_connected', 0) })
  await expect(leavePlant()).rejects.toMatchObject({ code: 'realtime_not_connected' })
  expect(overHttp).toEqual([])
})

test('a write that is too long for the channel goes over HTTP', async () => {
  open()
  await write('importLampDescription', { plantId: 'P', text: 'ż'.repeat(90_000) } as never)
  expect([overChannel, overHttp]).toEqual([[], ['importLampDescription']])
})

test('a write without a session or without a network goes over HTTP', async () => {
  await leavePlant()
  open()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await leavePlant()
  close()
  expect([overChannel, overHttp]).toEqual([[], ['leavePlant', 'leavePlant']])
})

test('a read never waits for the channel and is repeated without an answer', async () => {
  open({ isConnected: false })
  expect(await read('getScenes', { plantId: 'P' })).toEqual({ by: 'http' })
  close()
  open({ failure: new ApiFailure('realtime_no_answer', 0) })
  expect(await read('getScenes', { plantId: 'P' })).toEqual({ by: 'http' })
  close()
  open()
  expect(await read('getScenes', { plantId: 'P' })).toEqual({ by: 'channel' })
  expect(await read('getLamps', { plantId: 'P' })).toEqual({ by: 'http' })
})

test('a read refused over the channel is not repeated', async () => {
  open({ failure: new ApiFailure('NOT_ALLOWED', 403) })
  await expect(read('getZones', { plantId: 'P' })).rejects.toMatchObject({ code: 'NOT_ALLOWED', status: 403 })
  expect(overHttp).toEqual([])
})
