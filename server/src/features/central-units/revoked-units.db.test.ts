import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { renewCredentials, revokeCredentials } from './unit-credentials.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

describe('unit with revoked credentials', () => {
  it('stays disconnected despite late messages until renewal', async () => {
    const { client, plantId, sendMessage, server, unit } = plant
    const online = (connection: number) => sendMessage('online', { boot: 1, connection, online: true })
    const isConnected = async () => (await client.call('getUnitsDetails', { plantId })).units[0]?.cu_connected
    expect(await isConnected()).toBe(true)
    await server.inTransaction(({ tx }) => revokeCredentials(tx, unit.topic, server.clock.now()))
    await server.watch()
    expect(await isConnected()).toBe(false)
    await online(1)
    expect(await isConnected()).toBe(false)
    await server.inTransaction(({ tx }) => renewCredentials(tx, unit.topic, server.clock.now()))
    await online(2)
    expect(await isConnected()).toBe(true)
  })
})
