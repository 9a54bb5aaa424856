import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMinuteLog } from './minute-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('612 refusals of eight boxes at two addresses are four lines in a minute, with the names', () => {
  const warn = vi.fn()
  const refusals = createMinuteLog({ warn }, 'refused')
  for (let n = 0; n < 612; n++) refusals.add({ address: `192.0.2.${n % 2}` }, `logica_${n % 8}`)
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { address: '192.0.2.0', count: 1, names: ['logica_0'] },
    { address: '192.0.2.1', count: 1, names: ['logica_1'] },
  ])
  vi.advanceTimersByTime(60_000)
  expect(warn.mock.calls.slice(2).map(([details]) => details)).toEqual([
    { address: '192.0.2.0', count: 305, names: ['logica_2', 'logica_4', 'logica_6', 'logica_0'] },
    { address: '192.0.2.1', count: 305, names: ['logica_3', 'logica_5', 'logica_7', 'logica_1'] },
  ])
  refusals.add({ address: '192.0.2.0' }, null)
  expect(warn).toHaveBeenCalledTimes(5)
})

test('a flood from many addresses with many names stays bounded', () => {
  const warn = vi.fn()
  const refusals = createMinuteLog({ warn }, 'refused')
  for (let n = 0; n < 10_000; n++) refusals.add({ address: `address ${n}` }, `name ${n}`)
  vi.advanceTimersByTime(60_000)
  expect(warn).toHaveBeenCalledTimes(501)
  expect(warn.mock.lastCall?.[0]).toMatchObject({ address: 'others', count: 9_500 })
  expect(warn.mock.lastCall?.[0].names).toHaveLength(8)
})
