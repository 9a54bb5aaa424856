import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doublePressMs } from '../double-press.ts'
import { callOnce, forgetPresses } from './call-once.ts'

let sent: string[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(String(init.body))
    return Response.json({ data: { n: sent.length } })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stop = (testId: string) => callOnce('stopTest', { plantId: 'P', testId })

test('a double press is one call, also when the first is already answered; another input is another call', async () => {
  const first = await stop('1')
  expect(await stop('1')).toBe(first)
  await stop('2')
  expect(sent).toHaveLength(2)
})

test('a press after the time of a double click is a new one', async () => {
  await stop('3')
  await vi.advanceTimersByTimeAsync(doublePressMs)
  await stop('3')
  expect(sent).toHaveLength(2)
})

test('a write whose connection breaks off may have arrived; one without a network has not', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(stop('4')).rejects.toMatchObject({ code: 'realtime_no_answer' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(stop('5')).rejects.toMatchObject({ code: 'network_error' })
})

test('each press of a key of a unit counts, however quickly they follow', async () => {
  const press = () => callOnce('keypressSimulation', { plantId: 'P', topic: 'logica_0A1B2C', keys: ['DOWN'] })
  await Promise.all([press(), press(), press()])
  expect(sent).toHaveLength(3)
})

test('what one account has pressed is no answer for the next', async () => {
  await stop('6')
  forgetPresses()
  const next = stop('6')
  expect(sent).toHaveLength(2)
  // The end of the first one's time is not the end of the second's.
  await vi.advanceTimersByTimeAsync(doublePressMs - 1)
  expect(stop('6')).toBe(next)
})
