import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percentile } from '../../bench/measure.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import type { Flood, FloodOutcome } from '../support/flooder.ts'
import { measureBeside, startBusyProcess, startFlood } from '../support/floods.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** One account or address sends far too many requests, and nobody else notices. */
let product: RunningProduct
let reader: ApiClient
let other: ApiClient
let plantId: string

/** Maximum extra time of another call at the 99th percentile, compared with a busy process without requests. */
const maxDelayMs = 250

beforeAll(async () => {
  product = await startProduct({
    // The capacity of one node.
    nodes: 1,
    units: [{ type: 'logicafm', serial: '0F201', lamps: 992, enrolled: true, plant: 'hospital' }],
  })
  reader = await createApiClient(product.url).signIn('installer')
  other = await createApiClient(product.url).signIn('owner')
  plantId = (await reader.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('992 lamps', async () => (await reader.call('getLamps', { plantId })).total === 992)
})
afterAll(() => product?.stop())

const calls = () => other.call('getUnitsDetails', { plantId })

const addedDelay = async (options: Omit<Flood, 'url'>): Promise<{ outcome: FloodOutcome; addedMs: number }> => {
  const before = await measureBeside(startBusyProcess(2000), calls)
  const work = startFlood({ ...options, url: product.url })
  const during = await measureBeside(work, calls)
  return { outcome: await work, addedMs: percentile(during, 0.99) - percentile(before, 0.99) }
}

// Other load on the machine may disturb it: up to two repetitions.
describe('a flood', { retry: 2 }, () => {
  it.each<[string, () => Omit<Flood, 'url'>]>([
    [
      '5,000 messages on one socket',
      () => ({ transport: 'socket', action: 'getUserInfos', count: 5000, cookie: reader.cookie() }),
    ],
    [
      '5,000 unknown actions on one socket',
      () => ({ transport: 'socket', action: 'getEverything', count: 5000, cookie: reader.cookie() }),
    ],
    [
      '2,000 calls a second of one account',
      () => ({
        transport: 'http',
        action: 'getUserInfos',
        count: 8000,
        perSecond: 2000,
        lingerMs: 500,
        cookie: reader.cookie(),
      }),
    ],
    [
      '2,000 unknown actions a second of nobody',
      () => ({ transport: 'http', action: 'getEverything', count: 8000, perSecond: 2000, lingerMs: 500 }),
    ],
  ])('of %s is throttled without slowing other callers', async (_title, options) => {
    const { outcome, addedMs } = await addedDelay(options())
    const { TOO_MANY_REQUESTS: refusedCount = 0, ...otherAnswers } = outcome.answers
    expect(refusedCount).toBeGreaterThan(0)
    expect(outcome.retryAfterS).toBeGreaterThan(0)
    expect(Object.values(otherAnswers).reduce((total, n) => total + n, 0)).toBeLessThan(1500)
    expect(addedMs).toBeLessThan(maxDelayMs)
  })

  it('of 100 heavy reads is served in turn without slowing other callers', async () => {
    const { outcome, addedMs } = await addedDelay({
      transport: 'socket',
      action: 'getLamps',
      data: { plantId },
      count: 100,
      cookie: (await createApiClient(product.url).signIn('staff')).cookie(),
      lingerMs: 10_000,
    })
    expect(outcome.answers.ok ?? 0).toBeGreaterThan(0)
    expect(addedMs).toBeLessThan(maxDelayMs)
  })
})

describe('a socket that never reads', () => {
  it('executes no more calls, is closed and uses no memory', async () => {
    const delegate = await createApiClient(product.url).signIn('delegate')
    const executed = () => product.counted(/^vigilux_calls_total\{action="getLamps",outcome="ok"\} (\d+)/)
    const browsers = () => product.counted(/^vigilux_browsers (\d+)/)
    const [before, memoryBefore] = [await executed(), process.memoryUsage().rss]
    const deaf = startFlood({
      url: product.url,
      transport: 'socket',
      action: 'getLamps',
      data: { plantId },
      count: 150,
      cookie: delegate.cookie(),
      deaf: true,
      lingerMs: 20_000,
    })
    await pollUntil('the socket to be open', async () => (await browsers()) > 0)
    await pollUntil('the socket to be closed', async () => (await browsers()) === 0)
    expect((await executed()) - before).toBeLessThan(40)
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(150 * 1024 * 1024)
    await deaf
  })
})
