import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { commandDue } from './commands.domain-events.ts'

/** The sender looks when there is something to send, and not when there cannot be. */
const unit = 'logica_0A1B2C'
const life = 'a11fea11fea11fe0'
let server: TestServer
let installer: User
let plantId: string

const say = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const request = async () => {
  const input = { plantId, topic: unit, addr: 1 }
  return (await server.as(installer).call('stopIdentifyLamp', input)).command
}
/** Whether what has happened since the last look gives the sender work. Watchers are told in any case. */
const isWoken = () => {
  expect(server.announced.splice(0).some(({ event }) => event === 'response')).toBe(true)
  return server.happened.splice(0).includes(commandDue.name)
}

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.given.user()
  plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  await server.given.unit(plantId)
  await say('online', { boot: 5, connection: 0, online: true, at: server.clock.now().toISOString() })
  const lamp = [1, 'A1B2C3', 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']
  await say('state', { boot: 5, seq: 1, at: server.clock.now().toISOString(), body: { l: [lamp] } })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.announced.splice(0)
  server.happened.splice(0)
})

it('a request wakes it; what it has sent and what the unit answers do not', async () => {
  const { id } = await request()
  expect(isWoken()).toBe(true)
  expect(await server.sender.turn()).toBe(false)
  expect(isWoken()).toBe(false)
  expect(server.published.at(-1)?.payload).toMatchObject({ id })
  await say('response', { id, state: 'done' })
  expect(isWoken()).toBe(false)
})

it('a command that goes out later does not wake it now', async () => {
  await server.as(installer).call('getStatoConfig', { plantId, cuType: 'logica', cuId: '0A1B2C' })
  await server.sender.turn()
  server.announced.splice(0)
  server.happened.splice(0)
  await server.as(installer).call('getStatoConfig', { plantId, cuType: 'logica', cuId: '0A1B2C' })
  expect(isWoken()).toBe(false)
})
