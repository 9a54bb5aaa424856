import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** Page, socket, command and report are on different nodes, and act as one product. */
let runningNodes: RunningNodes
let plantId: string
let firstNodeClient: ApiClient
let secondNodeClient: ApiClient
let three: ApiClient
let channel: Awaited<ReturnType<ApiClient['realtime']>>

const at = (type: string, serial: string, overrides: object = {}) => ({
  type,
  serial,
  lamps: 6,
  enrolled: true,
  plant: 'hospital' as const,
  ...overrides,
})

beforeAll(async () => {
  runningNodes = await startNodes({
    count: 3,
    units: [
      at('cablecom', '0C0001', { fault: { name: 'never-answers' } }),
      at('logica', '0A1B01', { fault: { name: 'not-enabled-first', n: 1000 } }),
      at('logica', '0A1B02'),
      at('logica', '0A1B03'),
    ],
  })
  const [first = '', second = '', third = ''] = runningNodes.nodes.map((node) => node.url)
  firstNodeClient = await createApiClient(first).signIn('installer')
  secondNodeClient = createApiClient(second, firstNodeClient.cookie())
  three = createApiClient(third, firstNodeClient.cookie())
  const { plants } = await firstNodeClient.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await secondNodeClient.call('getUnitsDetails', { plantId })
    return units.length === 4 && units.every((unit) => unit.cu_connected && unit.lamps.present > 0)
  })
  channel = await secondNodeClient.realtime()
  await firstNodeClient.call('getPlantDetails', { plantId, socketId: channel.socketId })
})
afterAll(() => runningNodes?.stop())

const commandStates = (id: string): PendingCommand[] =>
  channel
    .received('response')
    .map(({ command }) => command as PendingCommand)
    .filter((command) => command.id === id)
const endOf = (id: string) =>
  pollUntil('the end of the command', () => commandStates(id).find(({ pending }) => !pending))

describe('a page on one node with its socket on another', () => {
  it('receives each event once', async () => {
    const { command } = await three.call('identifyLamp', { plantId, topic: 'logica_0A1B02', addr: 1, seconds: 2 })
    await endOf(command.id)
    const states = commandStates(command.id).map(({ state, attempt }) => `${state} ${attempt}`)
    expect(states).toEqual([...new Set(states)])
    expect(states).toContain('done 1')
  })

  it('receives a keepalive once, whichever node answers', async () => {
    const before = channel.received('keepalive').filter(({ cu_id }) => cu_id === '0A1B02').length
    await runningNodes.panel('logica_0A1B02', 'clock', { offsetS: 0 })
    const countKeepalives = () =>
      channel.received('keepalive').filter(({ cu_id }) => cu_id === '0A1B02').length - before
    await pollUntil('the keepalive', () => countKeepalives() > 0)
    // A second copy would arrive with the next message of the same node.
    const { command } = await firstNodeClient.call('identifyLamp', {
      plantId,
      topic: 'logica_0A1B02',
      addr: 2,
      seconds: 2,
    })
    await endOf(command.id)
    expect(countKeepalives()).toBe(1)
  })

  it('leaves the plant through a third node', async () => {
    const other = await three.realtime()
    await firstNodeClient.call('getPlantDetails', { plantId, socketId: other.socketId })
    await secondNodeClient.call('leavePlant', { socketId: other.socketId })
    const { command } = await firstNodeClient.call('identifyLamp', {
      plantId,
      topic: 'logica_0A1B02',
      addr: 3,
      seconds: 2,
    })
    await endOf(command.id)
    expect(other.received('response')).toEqual([])
    other.close()
  })

  it('is not found if the socket is closed or belongs to another person', async () => {
    const nonMember = await createApiClient(runningNodes.nodes[2]?.url ?? '').signIn('staff')
    const foreignChannel = await nonMember.realtime()
    expect(
      await firstNodeClient.refused('getPlantDetails', { plantId, socketId: foreignChannel.socketId }),
    ).toMatchObject({
      error: 'NOT_FOUND',
    })
    const unknownSocketId = `00000000.${foreignChannel.socketId.slice(9)}`
    expect(await firstNodeClient.refused('getPlantDetails', { plantId, socketId: unknownSocketId })).toMatchObject({
      error: 'NOT_FOUND',
    })
    foreignChannel.close()
  })
})

describe('a command', () => {
  it('is sent four times to a silent cablecom', async () => {
    const downMessages = await runningNodes.listen('v1/cablecom_0C0001/down/command')
    const { command } = await firstNodeClient.call('identifyLamp', {
      plantId,
      topic: 'cablecom_0C0001',
      addr: 1,
      seconds: 2,
    })
    expect(await endOf(command.id)).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 4 })
    expect(
      downMessages.receivedMessages.filter(({ body }) => body.id === command.id).map(({ body }) => body.attempt),
    ).toEqual([1, 2, 3, 4])
    await downMessages.end()
  })

  it('that is not enabled is retried as often as on one node', async () => {
    const downMessages = await runningNodes.listen('v1/logica_0A1B01/down/command')
    const { command } = await secondNodeClient.call('identifyLamp', {
      plantId,
      topic: 'logica_0A1B01',
      addr: 1,
      seconds: 2,
    })
    expect(await endOf(command.id)).toMatchObject({
      state: 'failed',
      error: 'refused',
      code: 'ERROR_COMMAND_NOT_ENABLED',
    })
    const attempts = downMessages.receivedMessages
      .filter(({ body }) => body.id === command.id)
      .map(({ body }) => body.attempt)
    expect(attempts).toEqual(Array.from({ length: attempts.length }, (_, index) => index + 1))
    expect(attempts).toHaveLength(command.retries + 1)
    await downMessages.end()
  })

  it('corrects a wrong clock once', async () => {
    const downMessages = await runningNodes.listen('v1/logica_0A1B03/down/command')
    for (let round = 0; round < 3; round++) await runningNodes.panel('logica_0A1B03', 'clock', { offsetS: -1200 })
    await pollUntil('the clock', async () => {
      const { clockOffsetS } = await runningNodes.panelState('logica_0A1B03')
      return Math.abs(Number(clockOffsetS)) < 3
    })
    expect(
      new Set(downMessages.receivedMessages.filter(({ body }) => body.name === 'setClock').map(({ body }) => body.id))
        .size,
    ).toBe(1)
    await downMessages.end()
  })
})

describe('a report', () => {
  it('is available on every node', async () => {
    const { test } = await firstNodeClient.call('ftest', { plantId, topic: 'logica_0A1B02', addr: [] })
    await pollUntil('the test', async () => {
      const { test: now } = await secondNodeClient.call('getTestReport', { plantId, testId: test.id })
      return now.state === 'finished'
    })
    const { report } = await three.call('createReport', { plantId, testId: test.id, language: 'en' })
    const ready = await pollUntil('the report', async () => {
      const { report: now } = await firstNodeClient.call('getReport', { plantId, reportId: report.id })
      return now.state === 'ready' && now
    })
    for (const client of [firstNodeClient, secondNodeClient, three]) {
      const { url } = await firstNodeClient.call('downloadReport', { plantId, reportId: report.id })
      const answer = await client.get(url)
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBe(ready.bytes)
    }
  })
})

describe('a membership', () => {
  it('that ends on one node is reported on other nodes within two seconds', async () => {
    const { plant } = await firstNodeClient.call('getPlantDetails', { plantId })
    const member = plant.plant_users.find(({ role }) => role === 'installerStaff')
    const staff = await createApiClient(runningNodes.nodes[2]?.url ?? '').signIn('staff')
    const screen = await staff.realtime()
    await staff.call('getPlantDetails', { plantId, socketId: screen.socketId })
    expect(member).toBeDefined()
    await firstNodeClient.call('rimuoviCollab', { plantId, userId: String(member?.userid) })
    await pollUntil('the end of the membership', () => screen.received('membershipEnded').length > 0, 2_000)
    expect(await staff.refused('getLamps', { plantId })).toMatchObject({ error: 'PLANT_NOT_FOUND' })
    screen.close()
  })
})

describe('an event on one node', () => {
  it('is among the recent events of the plant on other nodes', async () => {
    await runningNodes.panel('logica_0A1B03', 'lamp-fault', { addr: 2, faults: ['battery_short'] })
    await pollUntil('the fault among the events', async () => {
      const answers = await Promise.all(
        [firstNodeClient, secondNodeClient, three].map((node) => node.call('getRecentEvents', { plantId })),
      )
      return answers.every(({ events }) => JSON.stringify(events).includes('battery_short'))
    })
    const listFaultEvents = () =>
      channel.received('lamps').filter((event) => JSON.stringify(event).includes('battery_short'))
    await pollUntil('the fault on the screen', () => listFaultEvents().length > 0)
    // A second copy would arrive with the next message of the same node.
    const { command } = await firstNodeClient.call('identifyLamp', {
      plantId,
      topic: 'logica_0A1B03',
      addr: 1,
      seconds: 2,
    })
    await endOf(command.id)
    expect(listFaultEvents()).toHaveLength(1)
  })

  it('of an account is in its audit on other nodes, newest first', async () => {
    const before = await secondNodeClient.call('getOwnAudit', { page: 1 })
    await firstNodeClient.call('saveDisclaimerPhoto', {})
    const after = await secondNodeClient.call('getOwnAudit', { page: 1 })
    expect(after.total).toBe(before.total + 1)
    expect(after.entries[0]).toMatchObject({ action: 'saveDisclaimerPhoto', result: 'ok' })
  })
})

describe('state shared by all nodes', () => {
  it('includes a view, which is saved once and synced to other browsers of the person', async () => {
    const view = { list: 'all', name: 'Night ward', params: { f: 'error' } } as const
    const saves = await Promise.allSettled(
      [firstNodeClient, secondNodeClient, three].map((node) => node.call('saveView', { plantId, view })),
    )
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await pollUntil('the view in the other browser', () => channel.received('saveView').length > 0)
    expect(channel.received('saveView')).toHaveLength(1)
    const lists = await Promise.all(
      [firstNodeClient, secondNodeClient, three].map((node) => node.call('getViews', { plantId })),
    )
    expect(lists.map(({ views }) => views.map(({ name }) => name))).toEqual([
      ['Night ward'],
      ['Night ward'],
      ['Night ward'],
    ])
  })

  it('includes an imported catalogue from the next request on', async () => {
    const nameAt = async (node: ApiClient) => (await node.call('getProductInfo', { productId: 'QD-30' })).product.name
    expect(await nameAt(secondNodeClient)).toBe('Quadra 30 W')
    const folder = mkdtempSync(join(tmpdir(), 'vigilux-catalogue-'))
    cpSync(fileURLToPath(new URL('../../server/src/features/catalogue/sample', import.meta.url)), folder, {
      recursive: true,
    })
    const path = join(folder, 'lighting.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('Quadra 30 W', 'Quadra of ours'))
    await runOperatorCommand('catalogue', ['import', folder], runningNodes.storage)
    rmSync(folder, { recursive: true })
    expect(await Promise.all([firstNodeClient, secondNodeClient, three].map(nameAt))).toEqual(
      Array.from({ length: 3 }, () => 'Quadra of ours'),
    )
  })
})

describe('limits', () => {
  it('on sign-in apply across all nodes', async () => {
    const answers: string[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      const url = runningNodes.nodes[attempt % runningNodes.nodes.length]?.url ?? ''
      const wrongCredentials = { email: 'delegate@demo.vigilux.test', password: 'Wrong-1234!' }
      const refusalCode = await createApiClient(url)
        .auth('sign-in', wrongCredentials)
        .then(
          () => 'signed in',
          (error: Error) => error.message,
        )
      answers.push(refusalCode)
    }
    const [first = ''] = answers
    expect(answers.filter((answer) => answer === first)).toHaveLength(6)
    expect(new Set(answers.slice(6)).size).toBe(1)
    expect(answers[6]).not.toBe(first)
  })

  it('on calls apply across all nodes with at most half a second delay', async () => {
    // The limit is twenty per minute; each node alone would accept as many.
    const input = { plantId, testId: crypto.randomUUID(), language: 'en' }
    const codes: string[] = []
    const clients = [firstNodeClient, secondNodeClient, three]
    for (let round = 0; round < 20; round++) {
      for (const client of clients) codes.push((await client.refused('createReport', input)).error)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const notFoundCount = codes.filter((code) => code === 'TEST_NOT_FOUND').length
    expect(notFoundCount).toBeGreaterThanOrEqual(20)
    expect(notFoundCount).toBeLessThan(45)
    expect(codes.slice(-3)).toEqual(Array.from({ length: 3 }, () => 'TOO_MANY_REQUESTS'))
  })
})

it('a session that ends on one node is refused on the others', async () => {
  const person = await createApiClient(runningNodes.nodes[0]?.url ?? '').signIn('owner')
  const otherNodeClient = createApiClient(runningNodes.nodes[1]?.url ?? '', person.cookie())
  await otherNodeClient.call('getUserInfos', {})
  await person.auth('sign-out', {})
  await pollUntil(
    'the session to be over',
    async () => {
      const refusalCode = await otherNodeClient.call('getUserInfos', {}).then(
        () => null,
        (error: Error) => error.message,
      )
      return refusalCode === 'NOT_SIGNED_IN'
    },
    2_000,
  )
})
