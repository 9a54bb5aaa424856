import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'
import { notifyProEnded } from './pro-expiry-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const end = new Date('2027-03-14T23:00:00Z')
/** What is broadcast when so many nodes look at once. */
const look = async (nodes = 1) => {
  server.announced.length = 0
  await Promise.all(Array.from({ length: nodes }, () => notifyProEnded(server)))
  return server.announced.map(({ audience, event }) => ({ audience, event }))
}

it('tells of an end at its moment, once, and of the next one too', async () => {
  const member = await server.given.user()
  const plantId = await server.given.plant({ members: { clientStaff: member.userId } })
  const told = { audience: { plant: plantId, home: [member.userId] }, event: 'proChanged' }
  await grantPro(server.database.db, plantId, end)
  server.clock.time = new Date(end.getTime() - 1)
  expect(await look()).toEqual([])
  server.clock.time = end
  expect(await look()).toEqual([told])
  expect(await look()).toEqual([])
  await grantPro(server.database.db, plantId, new Date(end.getTime() + 1))
  server.clock.time = new Date(end.getTime() + 1)
  expect(await look()).toEqual([told])
})

it('tells of each end once where several nodes look at the same moment', async () => {
  const plantId = await server.given.plant()
  for (let round = 1; round <= 20; round++) {
    server.clock.time = new Date(end.getTime() + round * 1000)
    await grantPro(server.database.db, plantId, server.clock.time)
    expect(await look(6)).toHaveLength(1)
  }
})

it('says nothing of plants that are removed or never were Pro, and all of many', async () => {
  server.clock.time = new Date(end.getTime() - 1)
  const removed = await server.given.plant()
  await server.given.plant({ pro: false })
  await grantPro(server.database.db, removed, end)
  await server.given.removedPlant(removed)
  const many = await Promise.all(Array.from({ length: 101 }, () => server.given.plant()))
  for (const id of many) await grantPro(server.database.db, id, end)
  server.clock.time = end
  expect(await look()).toHaveLength(101)
})
