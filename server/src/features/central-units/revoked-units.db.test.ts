import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { renewCredentials, revokeCredentials } from './unit-credentials.store.ts'

let server: TestServer
let installer: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.given.user()
  plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())

describe('a unit whose credentials were revoked', () => {
  it('is not connected again by what another node still takes from it, and is once they are renewed', async () => {
    const unit = await server.given.unit(plantId, 'logica', '0C0DE1')
    const online = (connection: number) => {
      const birth = { life: 'a11fea11fea11fe0', boot: 1, connection, online: true }
      return server.inbox.accept(`v1/${unit}/up/online`, Buffer.from(JSON.stringify(birth)))
    }
    const isConnected = async () =>
      (await server.as(installer).call('getUnitsDetails', { plantId })).units.find(({ cu_id }) => cu_id === '0C0DE1')
        ?.cu_connected
    await online(0)
    expect(await isConnected()).toBe(true)
    await server.inTransaction((tx) => revokeCredentials(tx, unit, server.clock.now()))
    await server.watch()
    expect(await isConnected()).toBe(false)
    await online(1)
    expect(await isConnected()).toBe(false)
    await server.inTransaction((tx) => renewCredentials(tx, unit, server.clock.now()))
    await online(2)
    expect(await isConnected()).toBe(true)
  })
})
