import { createApiClient } from '../e2e/support/api-client.ts'
import type { Flood } from '../e2e/support/flooder.ts'
import { measureBeside, startBusyProcess, startFlood } from '../e2e/support/floods.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, percentile } from './measure.ts'

/** Duration of another person's calls next to a flood, and next to a merely busy process. */
export const benchFlood = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const { url } = product
  const other = await createApiClient(url).signIn('owner')
  const call = () => other.call('getUserInfos', {})
  const floods: [string, Omit<Flood, 'url'>][] = [
    ['5,000 messages on one socket', { transport: 'socket', action: 'getUserInfos', count: 5000 }],
    ['100 getLamps on one socket', { transport: 'socket', action: 'getLamps', data: { plantId }, count: 100 }],
    ['2,000 calls a second', { transport: 'http', action: 'getUserInfos', count: 10_000, perSecond: 2000 }],
  ]
  const figures: Figure[] = []
  for (const [floodName, options] of floods) {
    const quietP99 = percentile(await measureBeside(startBusyProcess(3000), call), 0.99)
    const { cookie } = await createApiClient(url).signIn('installer')
    const floodMs = await measureBeside(startFlood({ ...options, url, cookie: cookie() }), call)
    figures.push({
      name: `another's call beside ${floodName}, p99`,
      value: percentile(floodMs, 0.99),
      unit: 'ms',
      limit: { value: quietP99, what: 'beside a busy process' },
    })
  }
  return figures
}
