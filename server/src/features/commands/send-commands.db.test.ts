import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { commandDue } from './commands.domain-events.ts'
import { requestCommand } from './request-command.ts'

/** The sender polls only when there may be work. */
const unit = 'logica_0A1B2C'
const life = 'a11fea11fea11fe0'
let server: TestServer
let installer: User
let plantId: string

const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const request = async () => {
  const input = { plantId, topic: unit, addr: 1 }
  return (await server.as(installer).call('stopIdentifyLamp', input)).command
}
/** Whether the events since the last poll give the sender work. Watchers receive them in any case. */
const isWoken = () => {
  expect(server.broadcasts.splice(0).some(({ event }) => event === 'response')).toBe(true)
  return server.emittedNames.splice(0).includes(commandDue.name)
}

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
  await sendMessage('online', { boot: 5, connection: 0, online: true, at: server.clock.now().toISOString() })
  const lamp = [1, 'A1B2C3', 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']
  await sendMessage('state', { boot: 5, seq: 1, at: server.clock.now().toISOString(), body: { l: [lamp] } })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.broadcasts.splice(0)
  server.emittedNames.splice(0)
})

it('a request is published with its transaction without waking the sender', async () => {
  const { id } = await request()
  expect(server.published.at(-1)?.payload).toMatchObject({ id, attempt: 1 })
  expect(server.broadcasts.map(({ data }) => data)).toMatchObject([
    { command: { id, state: 'queued' } },
    { command: { id, state: 'sent', attempt: 1 } },
  ])
  expect(isWoken()).toBe(false)
  const publishedCount = server.published.length
  await server.sender.turn()
  expect(server.published).toHaveLength(publishedCount)
  await sendMessage('response', { id, state: 'done' })
  expect(isWoken()).toBe(false)
})

it('nothing is published by a rolled back transaction', async () => {
  const publishedCount = server.published.length
  const work = server.inTransaction(async (work) => {
    const command = { name: 'stop_blink', lamp: 1 } as const
    const context = { work, caller: null }
    await requestCommand(context, { plantId, unit: { unit, cuType: 'logica' }, command })
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  await server.sender.turn()
  expect(server.published).toHaveLength(publishedCount)
})

it('a command to a disconnected unit wakes the sender', async () => {
  await sendMessage('online', { boot: 5, connection: 0, online: false })
  server.broadcasts.splice(0)
  const { id } = await request()
  expect(isWoken()).toBe(true)
  await server.sender.turn()
  expect(server.broadcasts.map(({ data }) => data)).toMatchObject([
    { command: { id, state: 'failed', error: 'expired' } },
  ])
  await sendMessage('online', { boot: 5, connection: 1, online: true })
})

it('a command that cannot be encoded fails alone', async () => {
  await sendMessage('online', { boot: 5, connection: 1, online: false })
  const commandIds = await server.inTransaction(async (work) => {
    const context = { work, caller: null }
    const command = { name: 'stop_blink', lamp: 1 } as const
    const ids: string[] = []
    for (let n = 0; n < 100; n++)
      ids.push((await requestCommand(context, { plantId, unit: { unit, cuType: 'logica' }, command })).id)
    return ids
  })
  await sendMessage('online', { boot: 5, connection: 2, online: true })
  const [brokenId] = commandIds.splice(50, 1)
  // A row as left by a defect or an earlier release.
  const { pool } = server.database
  await pool.query(`update unit_command set command = '{"name":"stop_blink","lamp":"none"}' where id = $1`, [brokenId])
  await server.sender.turn()
  const publishedIds = server.published.slice(-99).map(({ payload }) => (payload as { id: string }).id)
  expect(publishedIds.toSorted()).toEqual(commandIds.toSorted())
  const { command } = await server.as(installer).call('getCommand', { plantId, commandId: brokenId ?? '' })
  expect(command).toMatchObject({ state: 'failed', error: 'refused', code: 'INVALID_BODY' })
})

it('a command for later does not wake the sender', async () => {
  await server.as(installer).call('getStatoConfig', { plantId, topic: 'logica_0A1B2C' })
  await server.sender.turn()
  server.broadcasts.splice(0)
  server.emittedNames.splice(0)
  await server.as(installer).call('getStatoConfig', { plantId, topic: 'logica_0A1B2C' })
  expect(isWoken()).toBe(false)
})

it('a command is measured once, when it ends, from its request', async () => {
  server.endedCommands.splice(0)
  const { id } = await request()
  await sendMessage('response', { id, state: 'accepted' })
  expect(server.endedCommands).toEqual([])
  server.clock.time = new Date(server.clock.now().getTime() + 1_500)
  await sendMessage('response', { id, state: 'done' })
  expect(server.endedCommands).toEqual([{ outcome: 'done', seconds: 1.5 }])
})
