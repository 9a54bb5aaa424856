import { createApiClient, until } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, times } from './measure.ts'

/** Groups for every lamp of a full radio unit, from the call until the unit has written the last page. */
export const benchGroups = async (product: RunningProduct, plantId: string, topic: string): Promise<Figure[]> => {
  const person = await createApiClient(product.url).signIn('nto')
  let group = 0
  const taken = await times(5, async () => {
    group++
    const lamps = Array.from({ length: 992 }, (_, at) => ({ addr: at + 1, groups: [group] }))
    const { operation } = await person.call('assignGroups', { plantId, topic, lamps })
    await until('all pages', async () => {
      const answer = await person.call('getOperation', { plantId, operationId: operation.id })
      if (answer.operation.state === 'interrupted') throw new Error('the unit did not take its groups')
      return answer.operation.state === 'done'
    })
  })
  const middle = taken.toSorted((a, b) => a - b)[2] ?? Number.NaN
  return [
    { name: 'groups of 992 lamps, asked for to written', value: middle, unit: 'ms', note: '33 commands, median of 5' },
  ]
}
