import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { productMigrations } from '../../server/src/adapters/database/migrate.ts'
import { readCall } from '../../server/src/testing/plant-with-webhook.ts'
import { openPushEndpoint } from '../../server/src/testing/push-endpoint.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNode, type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** One of two nodes is killed, stopped or replaced under load: nothing is lost, nothing happens twice. */
let runningNodes: RunningNodes
let plantId: string
let first: RunningNode
let firstNodeClient: ApiClient
let secondNodeClient: ApiClient

const fm = 'logicafm_0F201'
const lateUnit = 'logica_0A1B01'
const faulty = 'logica_0A1B02'
const testedUnit = 'logica_0A1B03'
const at = (type: string, serial: string, lamps: number, overrides: object = {}) => ({
  type,
  serial,
  lamps,
  enrolled: true,
  plant: 'hospital' as const,
  ...overrides,
})

beforeAll(async () => {
  runningNodes = await startNodes({
    count: 2,
    units: [
      at('logicafm', '0F201', 992),
      at('logica', '0A1B01', 4, { fault: { name: 'answers-late', ms: 3_000 } }),
      at('logica', '0A1B02', 32),
      at('logica', '0A1B03', 96),
    ],
  })
  const [node, other] = runningNodes.nodes
  if (!node || !other) throw new Error('two nodes were asked for')
  first = node
  secondNodeClient = await createApiClient(other.url).signIn('installer')
  firstNodeClient = createApiClient(first.url, secondNodeClient.cookie())
  const { plants } = await secondNodeClient.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await secondNodeClient.call('getUnitsDetails', { plantId })
    return units.length === 4 && units.every((unit) => unit.cu_connected && unit.lamps.present > 0)
  })
})
afterAll(() => runningNodes?.stop())
beforeEach(() => first.start())

const operationOf = async (operationId: string) =>
  (await secondNodeClient.call('getOperation', { plantId, operationId })).operation

describe('a node that is killed', () => {
  it('during a command leaves it to another node, which executes it once', async () => {
    const { command } = await firstNodeClient.call('identifyLamp', { plantId, topic: lateUnit, addr: 1, seconds: 2 })
    const current = async () => (await secondNodeClient.call('getCommand', { plantId, commandId: command.id })).command
    await pollUntil('the command to be out', async () => (await current()).state !== 'queued')
    await first.end('SIGKILL')
    const ended = await pollUntil('the end of the command', async () => {
      const now = await current()
      return !now.pending && now
    })
    expect(ended).toMatchObject({ state: 'done' })
  })

  it('during an operation leaves it to another node, which repeats no step', async () => {
    const downMessages = await runningNodes.listen(`v1/${fm}/down/command`)
    const lamps = Array.from({ length: 992 }, (_, index) => ({ addr: index + 1, groups: [3, 9] }))
    const { operation } = await firstNodeClient.call('assignGroups', { plantId, topic: fm, lamps })
    await pollUntil('some steps', async () => (await operationOf(operation.id)).done > 2)
    await first.end('SIGKILL')
    const ended = await pollUntil('the end of the operation', async () => {
      const now = await operationOf(operation.id)
      return now.endedAt !== null && now
    })
    expect(ended).toMatchObject({ state: 'done', done: 31, unwritten: [] })
    const { steps } = await secondNodeClient.call('getOperation', { plantId, operationId: operation.id })
    const ids = downMessages.receivedMessages
      .filter(({ body }) => body.name !== 'refresh' && body.name !== 'setClock')
      .map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(steps.length)
    await pollUntil('the groups that the unit reports', async () => {
      const { lamps: reportedLamps } = await secondNodeClient.call('getLamps', { plantId, topic: 'logicafm_0F201' })
      return reportedLamps.length > 0 && reportedLamps.every((lamp) => lamp.groups.join() === '3,9')
    })
    await downMessages.end()
  })

  it('loses no state that a unit has reported', async () => {
    const faultsOf = async () => {
      const { lamps } = await secondNodeClient.call('getLamps', { plantId, topic: 'logica_0A1B02' })
      return lamps.filter(({ errors }) => errors.length > 0).map(({ id }) => id)
    }
    for (let addr = 1; addr <= 16; addr++) {
      await runningNodes.panel(faulty, 'lamp-fault', { addr, faults: ['battery_not_connected'] })
      if (addr === 8) await first.end('SIGKILL')
    }
    const addrs = Array.from({ length: 16 }, (_, index) => index + 1)
    await pollUntil('every fault', async () => (await faultsOf()).join() === addrs.join())
  })

  it('during a webhook call leaves it to another node under the same id', async () => {
    const receiver = await openPushEndpoint()
    const [, other] = runningNodes.nodes
    try {
      // A notice kind without other events here: the test's own call is the only one.
      const webhook = { address: `${receiver.url}/calls`, kinds: ['proEnds' as const], on: true }
      const created = await secondNodeClient.call('createWebhook', { plantId, webhook })
      receiver.setBehaviour('silent')
      await other?.end('SIGTERM')
      const { callId } = await firstNodeClient.call('testWebhook', {
        plantId,
        webhookId: created.webhook.id,
      })
      await pollUntil('the receiver to be called', async () => receiver.countRequests() === 1)
      await first.end('SIGKILL')
      receiver.setBehaviour('takes')
      await other?.start()
      // The lease of the killed node lasts for half a minute by the clock.
      await pollUntil('the call to come from the other node', async () => receiver.receivedPushes.length > 0, 60_000)
      const [receivedCall] = receiver.receivedPushes
      expect(receivedCall && readCall(receivedCall, created.secret)).toMatchObject({ type: 'test', id: callId })
      await pollUntil('the call to be taken', async () =>
        (await secondNodeClient.call('getWebhookCalls', { plantId })).calls.every(({ state }) => state === 'taken'),
      )
      expect(receiver.receivedPushes.map(({ headers }) => headers['webhook-id'])).toEqual([callId])
    } finally {
      await other?.start()
      await receiver.close()
    }
  })

  it('loses and duplicates no test result', async () => {
    const { test } = await firstNodeClient.call('ftest', { plantId, topic: testedUnit, addr: [] })
    const report = () => secondNodeClient.call('getTestReport', { plantId, testId: test.id, pageSize: 200 })
    await pollUntil('the first results', async () => (await report()).total > 0)
    await first.end('SIGKILL')
    const completeReport = await pollUntil('the whole test', async () => {
      const now = await report()
      return now.test.state === 'finished' && now
    })
    expect(completeReport.results).toHaveLength(completeReport.test.total)
    expect(new Set(completeReport.results.map(({ lamp }) => lamp)).size).toBe(completeReport.test.total)
    await pollUntil('every result to be the one that the unit reported', async () =>
      (await report()).results.every(({ reason }) => reason !== 'no_result'),
    )
  })
})

/** The product's migrations plus one, as in the next release. */
const nextRelease = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-next-release-'))
  cpSync(productMigrations, folder, { recursive: true })
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalPath, 'utf8')) as { entries: { idx: number; when: number }[] }
  const last = journal.entries.at(-1)
  const tag = 'next_release'
  const entry = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag }
  writeFileSync(journalPath, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  writeFileSync(
    join(folder, `${tag}.sql`),
    `alter table unit_command add column priority integer not null default 0;\n--> statement-breakpoint\ncreate table of_next_release (id uuid primary key);`,
  )
  return folder
}

describe('a rolling upgrade', () => {
  it('lets old and new release run side by side during a migration', async () => {
    const folder = nextRelease()
    try {
      const lamps = Array.from({ length: 992 }, (_, index) => ({ addr: index + 1, groups: [5] }))
      const { operation } = await firstNodeClient.call('assignGroups', { plantId, topic: fm, lamps })
      await first.end('SIGTERM')
      await first.start(folder)
      // The other node still has the old release: both get calls, and both answer.
      for (const client of [firstNodeClient, secondNodeClient]) {
        const { command } = await client.call('identifyLamp', { plantId, topic: faulty, addr: 1, seconds: 2 })
        await pollUntil('the end of the command', async () => {
          const { command: now } = await secondNodeClient.call('getCommand', { plantId, commandId: command.id })
          return now.state === 'done'
        })
      }
      await pollUntil('the end of the operation', async () => (await operationOf(operation.id)).state === 'done')
      await first.end('SIGTERM')
      // An older release refuses to start on newer data.
      await expect(first.start()).rejects.toThrow('ended with 1')
      await first.start(folder)
      expect((await firstNodeClient.call('getAllPlants', {})).plants.length).toBeGreaterThan(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
