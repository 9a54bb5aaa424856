import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/**
 * One node has the right time, one is ten minutes ahead and one behind: those report it, and their results stay
 * correct.
 */
let runningNodes: RunningNodes
let plantId = ''
let rightClockNode: ApiClient
const wrongClockNodes = new Map<string, ApiClient>()
const topic = 'logica_0A1B01'

beforeAll(async () => {
  runningNodes = await startNodes({
    count: 3,
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
    clocksAheadMs: [0, 600_000, -600_000],
  })
  const [firstNode, ahead, behind] = runningNodes.nodes
  if (!firstNode || !ahead || !behind) throw new Error('three nodes were asked for')
  rightClockNode = await createApiClient(firstNode.url).signIn('installer')
  for (const [where, { url }] of Object.entries({ ahead, behind }))
    wrongClockNodes.set(where, createApiClient(url, rightClockNode.cookie()))
  plantId = (await rightClockNode.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await rightClockNode.call('getLamps', { plantId })).total === 4)
})
afterAll(() => runningNodes?.stop())

const unit = async () => (await rightClockNode.call('getUnitsDetails', { plantId })).units[0]

describe.each([
  { where: 'ahead', difference: /^(599|600) s ahead of the database$/ },
  { where: 'behind', difference: /^60[01] s behind the database$/ },
])('a node whose clock is $where', ({ where, difference }) => {
  const wrongClockNode = (): ApiClient => {
    const node = wrongClockNodes.get(where)
    if (!node) throw new Error(`no node is ${where}`)
    return node
  }

  it('is not ready and reports the difference', async () => {
    expect((await rightClockNode.get('/readyz')).status).toBe(200)
    const answer = await wrongClockNode().get('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      parts: {
        database: { ok: true },
        clock: { ok: false, reason: expect.stringMatching(difference) },
      },
    })
  })

  it('executes its commands and loses no unit', async () => {
    for (let addr = 1; addr <= 4; addr++) {
      const { command } = await wrongClockNode().call('identifyLamp', { plantId, topic, addr, seconds: 2 })
      await pollUntil('the command to be done', async () => {
        const { state, attempt } = (await rightClockNode.call('getCommand', { plantId, commandId: command.id })).command
        if (state === 'failed' || attempt > 1) throw new Error(`the command is ${state} after ${attempt} attempts`)
        return state === 'done'
      })
    }
    expect(await unit()).toMatchObject({ connection: 'connected', findings: [] })
  })

  it('writes logbook entries at the shared time', async () => {
    const entry = (text: string) => ({ plantId, kind: 'service' as const, at: new Date().toISOString(), text })
    for (const [client, text] of [
      [wrongClockNode(), `${where} first`],
      [rightClockNode, `${where} second`],
      [wrongClockNode(), `${where} third`],
    ] as const)
      await client.call('addLogbookEntry', entry(text))
    const { entries } = await rightClockNode.call('getLogbookDetails', { plantId, page: 1 })
    const entryTimes = entries.filter(({ text }) => text.startsWith(where)).toSorted((one, other) => one.no - other.no)
    const times = entryTimes.map(({ recordedAt }) => Date.parse(recordedAt))
    expect(times).toHaveLength(3)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000)
  })
})
