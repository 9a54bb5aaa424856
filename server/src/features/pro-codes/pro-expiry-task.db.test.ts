import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeTurn } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'
import { proExpiryTask } from './pro-expiry-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const end = new Date('2027-03-14T23:00:00Z')
/** The broadcasts when several nodes process at once. */
const expirePro = async (nodes = 1) => {
  server.broadcasts.length = 0
  const background = { ...server, db: server.database.db }
  await Promise.all(Array.from({ length: nodes }, () => takeTurn(proExpiryTask, background)))
  return server.broadcasts.map(({ audience, event }) => ({ audience, event }))
}

it('each end of Pro is broadcast once at its time', async () => {
  const member = await server.create.user()
  const plantId = await server.create.plant({ members: { clientStaff: member.userId } })
  const expectedBroadcast = { audience: { plant: plantId, home: [member.userId] }, event: 'proChanged' }
  await grantPro(server.database.db, plantId, end)
  server.clock.time = new Date(end.getTime() - 1)
  expect(await expirePro()).toEqual([])
  server.clock.time = end
  expect(await expirePro()).toEqual([expectedBroadcast])
  expect(await expirePro()).toEqual([])
  await grantPro(server.database.db, plantId, new Date(end.getTime() + 1))
  server.clock.time = new Date(end.getTime() + 1)
  expect(await expirePro()).toEqual([expectedBroadcast])
})

it('each end of Pro is broadcast once across nodes', async () => {
  const plantId = await server.create.plant()
  for (let round = 1; round <= 20; round++) {
    server.clock.time = new Date(end.getTime() + round * 1000)
    await grantPro(server.database.db, plantId, server.clock.time)
    expect(await expirePro(6)).toHaveLength(1)
  }
})

it('removed and Basic plants are skipped, and many are handled', async () => {
  server.clock.time = new Date(end.getTime() - 1)
  const removedPlantId = await server.create.plant()
  await server.create.plant({ pro: false })
  await grantPro(server.database.db, removedPlantId, end)
  await server.create.removePlant(removedPlantId)
  const manyPlants = await Promise.all(Array.from({ length: 101 }, () => server.create.plant()))
  for (const id of manyPlants) await grantPro(server.database.db, id, end)
  server.clock.time = end
  expect(await expirePro()).toHaveLength(101)
})
