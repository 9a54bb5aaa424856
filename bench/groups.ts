import { type ApiClient, createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, measureTimes } from './measure.ts'

const rounds = 5

type StartOperation = (person: ApiClient, round: number) => Promise<{ id: string } | undefined>

/** From the call until the unit has answered the last command: the median of five. */
const measureUntilWritten = async (
  product: RunningProduct,
  plantId: string,
  begin: StartOperation,
): Promise<number> => {
  const person = await createApiClient(product.url).signIn('nto')
  let round = 0
  const roundMs = await measureTimes(rounds, async () => {
    round++
    const operation = await begin(person, round)
    if (!operation) throw new Error('nothing was begun')
    await pollUntil('all pages', async () => {
      const answer = await person.call('getOperation', { plantId, operationId: operation.id })
      if (answer.operation.state === 'interrupted') throw new Error('the unit did not take what was written')
      return answer.operation.state === 'done'
    })
  })
  return roundMs.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Groups for every lamp of a full radio unit, from the call until the unit has written the last page. */
export const benchGroups = async (product: RunningProduct, plantId: string, topic: string): Promise<Figure[]> => {
  const value = await measureUntilWritten(product, plantId, async (person, group) => {
    const lamps = Array.from({ length: 992 }, (_, at) => ({ addr: at + 1, groups: [group] }))
    return (await person.call('assignGroups', { plantId, topic, lamps })).operation
  })
  return [{ name: 'groups of 992 lamps, asked for to written', value, unit: 'ms', note: '33 commands, median of 5' }]
}

/** One parameter for every emergency lamp of a full radio unit: from the call until the last one is accepted. */
export const benchParams = async (product: RunningProduct, plantId: string, topic: string): Promise<Figure[]> => {
  const ntoCaller = await createApiClient(product.url).signIn('nto')
  const { lamps } = await ntoCaller.call('getLamps', { plantId, topic })
  const addr = lamps.filter(({ type }) => type === 'emergency').map(({ id }) => id)
  const value = await measureUntilWritten(product, plantId, async (person, round) => {
    const input = { plantId, bundleId: crypto.randomUUID(), units: [{ topic, addr }], params: { opticom: 50 + round } }
    return (await person.call('setMultiParam', input)).operations[0]
  })
  return [{ name: `a parameter of ${addr.length} lamps, asked for to taken`, value, unit: 'ms', note: 'median of 5' }]
}
