import { afterAll, beforeAll, expect, it } from 'vitest'
import { inspectDatabase } from '../../server/src/testing/inspect-database.ts'
import { openMailServer } from '../../server/src/testing/mail-server.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** Every node sees each due item and could send each notice, but it happens once, with one mail. */
const topic = 'logica_0A1B01'
const lamps = 6
let mails: Awaited<ReturnType<typeof openMailServer>>
let runningNodes: RunningNodes
let clients: readonly ApiClient[] = []
let api: ApiClient
let plantId = ''

beforeAll(async () => {
  mails = await openMailServer()
  runningNodes = await startNodes({
    count: 3,
    smtpUrl: mails.url,
    units: [{ type: 'logica', serial: '0A1B01', lamps, enrolled: true, plant: 'hospital' }],
  })
  const [first = '', ...others] = runningNodes.nodes.map((node) => node.url)
  api = await createApiClient(first).signIn('installer')
  clients = [api, ...others.map((url) => createApiClient(url, api.cookie()))]
  const { plants } = await api.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('the unit connected with its lamps', async () => {
    const { units } = await api.call('getUnitsDetails', { plantId })
    return units.some((unit) => unit.cu_connected && unit.lamps.present === lamps)
  })
})
afterAll(async () => {
  await runningNodes?.stop()
  await mails?.close()
})

/** Holds the tests until one is due and every node waits: normally nodes rarely poll at the same moment. */
const meetAtHeldTests = () =>
  inspectDatabase(runningNodes.databaseUrl, async (database) => {
    const count = async (table: string) =>
      Number((await database.query(`select count(*) from ${table}`)).rows[0]?.count)
    await database.query('begin; lock table held_test in access exclusive mode')
    await pollUntil('the time', async () => (await count('held_test where due_at < clock_timestamp()')) > 0)
    await pollUntil('all nodes', async () => (await count('pg_locks where not granted')) >= clients.length)
    await database.query('commit')
  })

it('a held test runs once and sends one mail to each notified member', async () => {
  const downMessages = await runningNodes.listen(`v1/${topic}/down/command`)
  await runningNodes.panel(topic, 'lamp-fault', { addr: 2, faults: ['battery_short'] })
  const startsAt = new Date(Date.now() + 2_000).toISOString()
  await api.call('holdTest', { plantId, units: [{ topic, addr: [] }], kind: 'functional', startsAt })
  await meetAtHeldTests()
  const ended = await pollUntil('the end of the test', async () => {
    const { tests } = await api.call('getTests', { plantId })
    return tests.length > 0 && tests.every(({ state }) => state === 'finished') && tests
  })
  expect(ended).toHaveLength(1)
  // The fault notice follows its report, the test notice the end of the test. They may share a mail.
  const { deliveries } = await pollUntil('what came back of each mail', async () => {
    const history = await api.call('getNoticeHistory', { plantId })
    const { waiting: waitingCount = 0, handed = 0 } = history.counts
    return waitingCount + handed === 0 && history.deliveries.some(({ kind }) => kind === 'testErrors') && history
  })
  const deliveredNotices = deliveries.map(({ person, kind }) => `${person.name}: ${kind}`)
  expect(deliveredNotices.toSorted()).toEqual([...new Set(deliveredNotices)].toSorted())
  expect(mails.acceptedMails).toHaveLength(deliveries.length)
  expect(downMessages.receivedMessages.filter(({ body }) => body.name === 'ftest')).toHaveLength(1)
  await downMessages.end()
})
