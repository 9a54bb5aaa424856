import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** The clock of one of two nodes is ten minutes ahead: the node says so, and what it does is as true as before. */
let running: RunningNodes
let plantId = ''
let right: ApiClient
let wrong: ApiClient
const topic = 'logica_0A1B01'

beforeAll(async () => {
  running = await startNodes({
    count: 2,
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
    clocksAheadMs: [0, 600_000],
  })
  const [one, two] = running.nodes
  if (!one || !two) throw new Error('two nodes were asked for')
  right = await createApiClient(one.url).signIn('installer')
  wrong = createApiClient(two.url, right.cookie())
  plantId = (await right.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await right.call('getLamps', { plantId })).total === 4)
})
afterAll(() => running?.stop())

const unit = async () => (await right.call('getUnitsDetails', { plantId })).units[0]

it('is out of service, and says by how much', async () => {
  expect((await right.get('/readyz')).status).toBe(200)
  const answer = await wrong.get('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    parts: {
      database: { ok: true },
      clock: { ok: false, reason: expect.stringMatching(/^(599|600) s ahead of the database$/) },
    },
  })
})

it('has every command executed that it is still asked for, and loses no unit', async () => {
  for (let addr = 1; addr <= 4; addr++) {
    const { command } = await wrong.call('identifyLamp', { plantId, topic, addr, seconds: 2 })
    await pollUntil('the command to be done', async () => {
      const { state } = (await right.call('getCommand', { plantId, commandId: command.id })).command
      if (state === 'failed') throw new Error('the command failed')
      return state === 'done'
    })
  }
  expect(await unit()).toMatchObject({ connection: 'connected', findings: [] })
})

it('writes in the logbook at the time of the others', async () => {
  const entry = (text: string) => ({ plantId, kind: 'service' as const, at: new Date().toISOString(), text })
  for (const [client, text] of [
    [wrong, 'first'],
    [right, 'second'],
    [wrong, 'third'],
  ] as const)
    await client.call('addLogbookEntry', entry(text))
  const { entries } = await right.call('getLogbookDetails', { plantId, page: 1 })
  const written = entries
    .filter(({ text }) => ['first', 'second', 'third'].includes(text))
    .toSorted((one, other) => one.no - other.no)
  const times = written.map(({ recordedAt }) => Date.parse(recordedAt))
  expect(times).toHaveLength(3)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000)
})
