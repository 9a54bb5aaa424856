import { createApiClient } from '../e2e/support/api-client.ts'
import type { Flood } from '../e2e/support/flooder.ts'
import { measureBeside, startBusyProcess, startFlood } from '../e2e/support/floods.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, percentile } from './measure.ts'

/** Duration of another person's calls next to a flood, and next to a process that only uses the CPU. */
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
  for (const [what, options] of floods) {
    const quiet = percentile(await measureBeside(startBusyProcess(3000), call), 0.99)
    const { cookie } = await createApiClient(url).signIn('installer')
    const beside = await measureBeside(startFlood({ ...options, url, cookie: cookie() }), call)
    figures.push({
      name: `another's call beside ${what}, p99`,
      value: percentile(beside, 0.99),
      unit: 'ms',
      limit: { value: quiet, what: 'beside a busy process' },
    })
  }
  return figures
}
