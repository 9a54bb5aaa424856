import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../adapters/database/open-database.ts'
import { type CommitFault, openCommitProxy } from '../testing/commit-proxy.ts'
import { createTestServer, plantDraft, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'
import { createDeadline } from './deadline.ts'
import { createDispatcher } from './dispatch.ts'
import { deleteExpiredKeys, eraseKeys } from './idempotency.store.ts'
import { Refusal } from './refusal.ts'
import { withoutSecrets } from './secret-output.ts'
import { inTransaction } from './work.ts'

let server: TestServer
let installer: User
let plantId: string
let key: string

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
beforeEach(() => {
  key = randomUUID()
})
afterAll(() => server.stop())

const send = (action: ActionName, input: object, overrides: { caller?: User; key?: unknown } = {}) =>
  server.dispatch({ action, input, caller: installer, requestId: randomUUID(), key, ...overrides })
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  )
const count = async (query: string): Promise<number> =>
  Number((await server.database.pool.query(`select count(*) as n from ${query}`)).rows[0].n)
const rooms = (name: string) => count(`room where name = '${name}'`)
const audited = (action: string) => count(`audit where action = '${action}' and result = 'ok'`)
const room = (name: string) => ({
  plantId,
  room: { level: 'building', parentId: null, name, kind: null, areaM2: null },
})

describe('idempotency key', () => {
  it('returns the first answer with one effect, audit row and broadcast', async () => {
    const [rows, announcedCount] = [await audited('saveRoom'), server.broadcasts.length]
    const first = await send('saveRoom', room('Once'))
    const afterFirst = server.broadcasts.length
    expect(afterFirst).toBeGreaterThan(announcedCount)
    expect(await send('saveRoom', room('Once'))).toEqual(first)
    expect([await rooms('Once'), await audited('saveRoom'), server.broadcasts.length]).toEqual([
      1,
      rows + 1,
      afterFirst,
    ])
  })

  it('is refused with another payload, regardless of field order', async () => {
    const first = await send('saveRoom', room('Payload'))
    expect(await codeOf(send('saveRoom', room('Other')))).toBe('IDEMPOTENCY_KEY_REUSED')
    const { plantId: payloadPlantId, room: payloadRoom } = room('Payload')
    expect(await send('saveRoom', { room: payloadRoom, plantId: payloadPlantId })).toEqual(first)
    expect(await rooms('Other')).toBe(0)
  })

  it('gives twenty simultaneous calls one effect and equal answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('savePlant', { plant: plantDraft('Twenty') })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await count(`plant where plantname = 'Twenty'`)).toBe(1)
  })

  it('of a refused call can be used again', async () => {
    const child = (parentId: string) => ({ plantId, room: { ...room('Child').room, level: 'floor', parentId } })
    expect(await codeOf(send('saveRoom', child(randomUUID())))).not.toBe('ok')
    expect(await count(`idempotent_call where key = '${key}'`)).toBe(0)
    expect(await codeOf(send('saveRoom', room('After')))).toBe('ok')
  })

  it('answers a repetition after the call removed its own access', async () => {
    const plant = await server.create.plant({ members: { installerAdministrator: installer.userId }, name: 'Gone' })
    const removal = { plantId: plant, plantname: 'Gone' }
    const first = await send('removePlant', removal)
    expect(await send('removePlant', removal)).toEqual(first)
    expect(await codeOf(send('removePlant', removal, { key: randomUUID() }))).toBe('PLANT_NOT_FOUND')
    expect(await codeOf(send('removePlant', { ...removal, plantname: 'x' }))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('is separate per account and action', async () => {
    const other = await server.create.user()
    const plant = { plant: plantDraft('Shared key') }
    await send('savePlant', plant)
    await send('savePlant', plant, { caller: other })
    await send('saveRoom', room('Shared key'))
    expect([await count(`plant where plantname = 'Shared key'`), await rooms('Shared key')]).toEqual([2, 1])
  })

  it('expires after 24 h and is pruned', async () => {
    const startedAt = server.clock.time
    await send('savePlant', { plant: plantDraft('Day') })
    server.clock.time = new Date(startedAt.getTime() + 86_399_000)
    await send('savePlant', { plant: plantDraft('Day') })
    expect(await count(`plant where plantname = 'Day'`)).toBe(1)
    expect(await server.inTransaction(({ tx }) => deleteExpiredKeys(tx, server.clock.time, 1))).toBe(0)
    server.clock.time = new Date(startedAt.getTime() + 86_400_000)
    await send('savePlant', { plant: plantDraft('Day') })
    expect(await count(`plant where plantname = 'Day'`)).toBe(2)
    server.clock.time = new Date(startedAt.getTime() + 200_000_000)
    await server.inTransaction(({ tx }) => deleteExpiredKeys(tx, server.clock.time, 1_000))
    expect(await count('idempotent_call')).toBe(0)
    server.clock.time = startedAt
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(65), 7, null, { key: 1 }])('%j is refused', async (key) => {
    expect(await codeOf(send('saveRoom', room('Bad key'), { key }))).toBe('INVALID_INPUT')
    expect(await rooms('Bad key')).toBe(0)
  })

  it('is ignored for reads and removed with the account', async () => {
    const formerMember = await server.create.user()
    await send('getAllPlants', {}, { caller: formerMember, key: 'é' })
    await send('savePlant', { plant: plantDraft('Leaver') }, { caller: formerMember })
    const person = { userId: formerMember.userId, name: '', email: '', pseudonym: '', plantIds: [] }
    await server.inTransaction(({ tx }) => eraseKeys(tx, person))
    expect(await count(`idempotent_call where account_id = '${formerMember.userId}'`)).toBe(0)
  })
})

describe('secret output', () => {
  const secrets: { [N in ActionName]?: () => Promise<object> } = {
    createInspectorLink: async () => ({ plantId }),
    createCalendarFeed: async () => ({ name: 'Phone' }),
    createTokens: async () => ({ tokens: { count: 3, months: 12 } }),
    createAccessToken: async () => ({ token: accessToken }),
    createPlantAccessToken: async () => ({ plantId, token: accessToken }),
    createWebhook: async () => ({ plantId, webhook }),
    renewWebhookSecret: async () => {
      const { webhook: createdWebhook } = await server.as(installer).call('createWebhook', { plantId, webhook })
      return { plantId, webhookId: createdWebhook.id }
    },
    createBleReport: async () => {
      await server.create.unit(plantId, 'gateway', '0EB0A1')
      return { plantId }
    },
  }
  const accessToken = { name: 'Energy board', days: 30, scopes: ['read' as const] }
  const webhook = { address: 'https://bms.vigilux.test/calls', kinds: ['proEnds' as const], on: true }
  const withSecrets = Object.entries(actions as Record<string, ActionDeclaration>).filter(
    ([, { secretOutput }]) => secretOutput,
  )

  it('is declared for every action that returns one', () => {
    expect(withSecrets.map(([name]) => name).sort()).toEqual(Object.keys(secrets).sort())
  })

  it.each(withSecrets)('of %s is returned once and never stored', async (name, { secretOutput, output }) => {
    const caller = name === 'createTokens' ? await server.create.user({ usertype: 'admin', scope: 'nto' }) : installer
    const input = (await secrets[name as ActionName]?.()) ?? {}
    const first = await send(name as ActionName, input, { caller })
    const repeated = await send(name as ActionName, input, { caller })
    expect(repeated).toEqual(withoutSecrets(first, secretOutput ?? []))
    expect(repeated).not.toEqual(first)
    expect(output.safeParse(repeated).success).toBe(true)
    const { rows } = await server.database.pool.query('select output from idempotent_call where key = $1', [key])
    expect(rows).toEqual([{ output: repeated }])
  })
})

describe('COMMIT with a lost connection', () => {
  it.each([
    ['cut before', 'never sent'],
    ['cut after', 'not answered'],
  ] as const)('has one effect, and a repetition returns the outcome: %s', async (fault, name) => {
    const faults: CommitFault[] = [fault]
    const proxy = await openCommitProxy(server.database.connection.connectionString ?? '', () => faults.shift() ?? null)
    const proxied = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: server.log })
    const dispatch = createDispatcher({
      ...server.dispatcherParts,
      inTransaction: (work, deadline) =>
        inTransaction(proxied.db, work, { log: server.log, ports: server.ports, deadline }),
    })
    const call = () => ({
      action: 'saveRoom',
      input: room(name),
      caller: installer,
      key,
      requestId: randomUUID(),
      deadline: createDeadline(10_000),
    })
    expect(await codeOf(dispatch(call()))).toBe('OUTCOME_UNKNOWN')
    expect(await rooms(name)).toBe(fault === 'cut after' ? 1 : 0)
    expect(await codeOf(dispatch(call()))).toBe('ok')
    expect(await rooms(name)).toBe(1)
    await proxied.close()
    await proxy.close()
  })
})
