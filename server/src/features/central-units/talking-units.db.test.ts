import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let plantId: string
let serials = 0
let unit = ''
let seq = 0
const life = 'a11fea11fea11fe0'

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  serials += 1
  unit = await server.create.unit(plantId, 'logica', `0D${String(serials).padStart(4, '0')}`)
  await online(3)
})

const pass = (seconds: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + seconds * 1000)
}
const send = (channel: string, message: object, retained = false) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, boot: 5, ...message })), retained)
const online = (connection: number, isOnline = true) => send('online', { connection, online: isOnline })
const sequence = () => ({ seq: ++seq, at: server.clock.now().toISOString() })
const state = () => send('state', { ...sequence(), body: { l: [] } })
const readUnit = async () => {
  const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
  const { cu_connected, last_seen, findings } = units.find(({ cu_id }) => unit.endsWith(cu_id)) ?? {}
  return { cu_connected, last_seen, findings }
}
const now = () => server.clock.now().toISOString()

describe('unit reusing a connection number', () => {
  it('is connected and marked until the number grows', async () => {
    await online(3, false)
    expect(await readUnit()).toMatchObject({ cu_connected: false, findings: [] })
    pass(1)
    await online(3)
    expect(await readUnit()).toEqual({ cu_connected: true, last_seen: now(), findings: ['connection_not_counted'] })
    pass(30)
    await online(3)
    expect(await readUnit()).toMatchObject({ cu_connected: true, last_seen: now() })
    await online(4)
    expect(await readUnit()).toMatchObject({ cu_connected: true, findings: [] })
  })

  it('is broadcast as connected and marked', async () => {
    await online(3, false)
    const announcedCount = server.broadcasts.length
    pass(2)
    await state()
    const since = server.broadcasts.slice(announcedCount)
    expect(since.flatMap(({ event, data }) => (event === 'keepalive' ? [data.cu_connected] : []))).toEqual([true])
    expect(since.flatMap(({ event, data }) => (event === 'shadow' ? data.unit.findings : []))).toEqual([
      'connection_not_counted',
    ])
  })

  it('is disconnected by its will despite older messages', async () => {
    await Promise.all([state(), online(3, false)])
    expect(await readUnit()).toMatchObject({ cu_connected: false })
  })
})

describe('message of a unit', () => {
  it.each([
    ['state', () => state()],
    [
      'shadow',
      () =>
        send('shadow', {
          ...sequence(),
          body: { v: ['2', '5', '1', null], c: ['A', 'B'], tz: 0, cfg: 2, net: [2, 2, 2] },
        }),
    ],
    ['record', () => send('record', { ...sequence(), kind: 'mains', body: { on: 0 } })],
  ])('by a %s updates the last seen time', async (_, sendAny) => {
    for (const seconds of [60, 60]) {
      pass(seconds)
      await sendAny()
      await server.watch()
      expect(await readUnit()).toMatchObject({ cu_connected: true, last_seen: now(), findings: [] })
    }
  })

  it('after silence connects it again', async () => {
    pass(80)
    await server.watch()
    expect(await readUnit()).toMatchObject({ cu_connected: false })
    await state()
    expect(await readUnit()).toEqual({ cu_connected: true, last_seen: now(), findings: [] })
  })

  it('is ignored if the broker had retained it', async () => {
    await online(3, false)
    pass(5)
    await send(
      'shadow',
      { ...sequence(), body: { v: ['2', '5', '1', null], c: ['A', 'B'], tz: 0, cfg: 2, net: [2, 2, 2] } },
      true,
    )
    expect(await readUnit()).toMatchObject({ cu_connected: false })
  })
})
