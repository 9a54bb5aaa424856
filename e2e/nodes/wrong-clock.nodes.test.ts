import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** The clock of one of two nodes is ten minutes ahead: the node reports it, and its results stay correct. */
let runningNodes: RunningNodes
let plantId = ''
let rightClockNode: ApiClient
let wrongClockNode: ApiClient
const topic = 'logica_0A1B01'

beforeAll(async () => {
  runningNodes = await startNodes({
    count: 2,
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
    clocksAheadMs: [0, 600_000],
  })
  const [firstNode, second] = runningNodes.nodes
  if (!firstNode || !second) throw new Error('two nodes were asked for')
  rightClockNode = await createApiClient(firstNode.url).signIn('installer')
  wrongClockNode = createApiClient(second.url, rightClockNode.cookie())
  plantId = (await rightClockNode.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await rightClockNode.call('getLamps', { plantId })).total === 4)
})
afterAll(() => runningNodes?.stop())

const unit = async () => (await rightClockNode.call('getUnitsDetails', { plantId })).units[0]

it('a node with a wrong clock is not ready and reports the difference', async () => {
  expect((await rightClockNode.get('/readyz')).status).toBe(200)
  const answer = await wrongClockNode.get('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    parts: {
      database: { ok: true },
      clock: { ok: false, reason: expect.stringMatching(/^(599|600) s ahead of the database$/) },
    },
  })
})

it('a node with a wrong clock executes its commands and loses no unit', async () => {
  for (let addr = 1; addr <= 4; addr++) {
    const { command } = await wrongClockNode.call('identifyLamp', { plantId, topic, addr, seconds: 2 })
    await pollUntil('the command to be done', async () => {
      const { state } = (await rightClockNode.call('getCommand', { plantId, commandId: command.id })).command
      if (state === 'failed') throw new Error('the command failed')
      return state === 'done'
    })
  }
  expect(await unit()).toMatchObject({ connection: 'connected', findings: [] })
})

it('a node with a wrong clock writes logbook entries at the shared time', async () => {
  const entry = (text: string) => ({ plantId, kind: 'service' as const, at: new Date().toISOString(), text })
  for (const [client, text] of [
    [wrongClockNode, 'first'],
    [rightClockNode, 'second'],
    [wrongClockNode, 'third'],
  ] as const)
    await client.call('addLogbookEntry', entry(text))
  const { entries } = await rightClockNode.call('getLogbookDetails', { plantId, page: 1 })
  const entryTimes = entries
    .filter(({ text }) => ['first', 'second', 'third'].includes(text))
    .toSorted((one, other) => one.no - other.no)
  const times = entryTimes.map(({ recordedAt }) => Date.parse(recordedAt))
  expect(times).toHaveLength(3)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000)
})
