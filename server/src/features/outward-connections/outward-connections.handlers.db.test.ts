import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { OutwardReport } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createTokenCallerFinder, hashOfToken } from '../access-tokens/index.ts'

let server: TestServer
let ada: User
let ben: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  ;[ada, ben] = [await server.create.user(), await server.create.user()]
  plantId = await server.create.plant({ members: { installerAdministrator: ada.userId, clientOwner: ben.userId } })
  server.broadcasts.length = 0
})
afterAll(() => server.stop())

const modbus = {
  kind: 'modbus' as const,
  address: '192.0.2.20:502',
  state: 'open' as const,
  failure: null,
  clients: 1,
  lastReadAgoS: 4,
  lastRegister: 1_351,
}
const mqtt = {
  kind: 'mqtt' as const,
  address: 'broker.example:8883',
  state: 'failed' as const,
  failure: 'passwordRefused' as const,
  prefix: 'homeassistant',
}
type Changes = Partial<ActionInput<'reportOutwardConnections'>>
const report = (connections: OutwardReport[], changes: Changes = {}) => ({
  plantId,
  host: 'bellavista-pi',
  version: '0.1.0',
  connections,
  units: [{ topic: 'logica_0A1B2C', number: 1 }],
  ...changes,
})

const createProgram = async (name = 'BMS east wing') => {
  const { accessToken, token } = await server
    .as(ada)
    .call('createPlantAccessToken', { plantId, token: { name, scopes: ['read'], days: 30 } })
  const finder = createTokenCallerFinder({ db: server.database.db, clock: server.clock, log: server.log })
  const user = await finder(hashOfToken(token) ?? '')
  if (!user) throw new Error('the token is not valid')
  server.broadcasts.length = 0
  return { program: server.as(user), tokenId: accessToken.id }
}
const list = async (by = ada) => (await server.as(by).call('getOutwardConnections', { plantId })).bridges
const events = () => server.broadcasts.filter(({ event }) => event === 'outwardConnections').map(({ data }) => data)
const withTime = async (laterMs: number, run: () => Promise<void>) => {
  const start = server.clock.time
  server.clock.time = new Date(start.getTime() + laterMs)
  try {
    await run()
  } finally {
    server.clock.time = start
  }
}

it('shows members what a bridge reports, with times of the platform', async () => {
  const { program, tokenId } = await createProgram()
  expect(await program.call('reportOutwardConnections', report([mqtt, modbus, modbus]))).toEqual({ off: [] })
  const now = server.clock.now()
  const { lastReadAgoS, ...withoutAge } = modbus
  const since = now.toISOString()
  const lastReadAt = new Date(now.getTime() - lastReadAgoS * 1_000).toISOString()
  const bridge = {
    token: { id: tokenId, name: 'BMS east wing', scopes: ['read'], end: null },
    host: 'bellavista-pi',
    version: '0.1.0',
    reportedAt: since,
    units: [{ topic: 'logica_0A1B2C', number: 1 }],
    connections: [
      { ...withoutAge, since, lastReadAt, on: true },
      { ...mqtt, since, on: true },
    ],
  }
  expect([await list(), await list(ben)]).toEqual([[bridge], [bridge]])
})

it('notifies screens of changes, and not of a report that repeats the last one', async () => {
  const { program } = await createProgram()
  const reported = { plant_id: plantId, switched: false }
  await program.call('reportOutwardConnections', report([modbus]))
  expect(events()).toEqual([reported])
  await withTime(10_000, async () => {
    await program.call('reportOutwardConnections', report([{ ...modbus, lastReadAgoS: 2 }]))
    expect(events()).toEqual([reported])
    const [bridge] = await list()
    expect(bridge?.reportedAt).toBe(server.clock.now().toISOString())
    const lastReadAt = new Date(server.clock.now().getTime() - 2_000).toISOString()
    const since = new Date(server.clock.now().getTime() - 10_000).toISOString()
    expect(bridge?.connections).toMatchObject([{ since, lastReadAt }])
    await program.call('reportOutwardConnections', report([{ ...modbus, state: 'failed', failure: 'portInUse' }]))
    expect((await list())[0]?.connections).toMatchObject([{ since: server.clock.now().toISOString() }])
  })
  expect(events()).toEqual([reported, reported])
  await program.call('reportOutwardConnections', report([]))
  expect(await list()).toEqual([])
})

it('takes reports of programs in their own plant alone', async () => {
  const { program } = await createProgram()
  expect(await server.as(ada).refusal('reportOutwardConnections', report([modbus]))).toBe('TOKEN_REQUIRED')
  const otherPlantId = await server.create.plant({ members: { installerAdministrator: ada.userId } })
  const elsewhere = report([modbus], { plantId: otherPlantId })
  expect(await program.refusal('reportOutwardConnections', elsewhere)).toBe('PLANT_NOT_FOUND')
  expect((await server.as(ada).call('getOutwardConnections', { plantId: otherPlantId })).bridges).toEqual([])
  expect(await program.refusal('getOutwardConnections', { plantId })).toBe('NOT_ALLOWED')
})

it('lets the administrator switch an interface, and says so to the bridge and the audit', async () => {
  const { program, tokenId } = await createProgram()
  await program.call('reportOutwardConnections', report([modbus, mqtt]))
  server.broadcasts.length = 0
  const off = { plantId, tokenId, kind: 'modbus' as const, on: false }
  expect(await server.as(ada).call('switchOutwardConnection', off)).toEqual({ off: ['modbus'] })
  expect(events()).toEqual([{ plant_id: plantId, switched: true }])
  expect(await program.call('reportOutwardConnections', report([modbus, mqtt]))).toEqual({ off: ['modbus'] })
  expect((await list())[0]?.connections.map(({ on }) => on)).toEqual([false, true])
  const { entries } = await server.as(ada).call('getAudit', { plantId, ofAction: 'switchOutwardConnection' })
  expect(entries).toMatchObject([{ name: ada.name, things: [{ kind: 'accessToken', name: 'BMS east wing' }] }])
  expect(entries[0]?.changes).toEqual([{ field: 'modbus', before: true, after: false }])
  expect(await server.as(ada).call('switchOutwardConnection', { ...off, on: true })).toEqual({ off: [] })
})

it.each([
  ['a kind that the bridge does not offer', { kind: 'bacnet' as const }],
  ['a token without a bridge', { tokenId: '7c2f1d1e-0000-4000-8000-000000000001' }],
])('refuses to switch %s', async (_, change) => {
  const { program, tokenId } = await createProgram()
  await program.call('reportOutwardConnections', report([modbus]))
  const input = { plantId, tokenId, kind: 'modbus' as const, on: false, ...change }
  expect(await server.as(ada).refusal('switchOutwardConnection', input)).toBe('OUTWARD_CONNECTION_NOT_FOUND')
  const otherPlantId = await server.create.plant({ members: { installerAdministrator: ada.userId } })
  const elsewhere = { plantId: otherPlantId, tokenId, kind: 'modbus' as const, on: false }
  expect(await server.as(ada).refusal('switchOutwardConnection', elsewhere)).toBe('OUTWARD_CONNECTION_NOT_FOUND')
  expect(await server.as(ben).refusal('switchOutwardConnection', input)).toBe('NOT_ALLOWED')
  expect((await list())[0]?.connections[0]?.on).toBe(true)
})

it('shows a connection of an ended token until its site computer has a new one, which inherits its switches', async () => {
  const first = await createProgram()
  await first.program.call('reportOutwardConnections', report([modbus, mqtt]))
  await server.as(ada).call('switchOutwardConnection', { plantId, tokenId: first.tokenId, kind: 'modbus', on: false })
  await server.as(ada).call('revokePlantAccessToken', { plantId, tokenId: first.tokenId })
  expect((await list())[0]).toMatchObject({ token: { end: { reason: 'revoked' } }, connections: [{}, {}] })
  const second = await createProgram('BMS from 2027')
  await withTime(60_000, async () => {
    const answer = await second.program.call('reportOutwardConnections', report([modbus]))
    expect(answer).toEqual({ off: ['modbus'] })
    const shown = (await list()).map(({ token, connections }) => [token.id, connections.map(({ kind }) => kind)])
    expect(shown).toEqual([
      [first.tokenId, ['mqtt']],
      [second.tokenId, ['modbus']],
    ])
    expect((await list())[1]?.connections[0]?.on).toBe(false)
    const third = await createProgram('West wing')
    const elsewhere = report([modbus], { host: 'west-pi' })
    expect(await third.program.call('reportOutwardConnections', elsewhere)).toEqual({ off: [] })
  })
})

it('leaves out a silent connection once its address is reported with another token, also when that is silent', async () => {
  const [first, second] = [await createProgram(), await createProgram('BMS from 2027')]
  await first.program.call('reportOutwardConnections', report([modbus, mqtt]))
  const kindsOf = async () => (await list()).map(({ connections }) => connections.map(({ kind }) => kind))
  const later = report([modbus, { ...mqtt, address: 'other.example:8883' }])
  const both = ['modbus', 'mqtt']
  await withTime(20_000, async () => {
    await second.program.call('reportOutwardConnections', later)
    expect(await kindsOf()).toEqual([both, both])
  })
  await withTime(30_000, async () => {
    await second.program.call('reportOutwardConnections', later)
    expect(await kindsOf()).toEqual([['mqtt'], both])
  })
  await withTime(300_000, async () => {
    expect(await kindsOf()).toEqual([['mqtt'], both])
  })
})

it('works in an archived plant, whose data a building system may still read', async () => {
  const { program } = await createProgram()
  await server.as(ada).call('archivePlant', { plantId })
  await program.call('reportOutwardConnections', report([modbus]))
  expect(await list()).toHaveLength(1)
})
