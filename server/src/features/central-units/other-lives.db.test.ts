import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** Messages of a life without enrolment, and of the enrolled one. */
let server: TestServer
let installer: User
let ownPlantId = ''
let serials = 0
let unit = ''
const cuType = 'logica'
const [first, second, third] = ['00000000000000a1', '00000000000000a2', '00000000000000a3'] as const

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  ownPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  unit = await server.create.unit(ownPlantId, cuType, `0C${String(++serials).padStart(4, '0')}`)
  await sendBirth(first)
})

const sendMessage = (channel: string, life: string, message: object) => {
  server.clock.time = new Date(server.clock.time.getTime() + 1000)
  return server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })), false)
}
const sendBirth = (life: string, { boot = 5, connection = 0, online = true } = {}) =>
  sendMessage('online', life, { boot, connection, online })
const mains = (life: string, boot: number, seq: number) =>
  sendMessage('record', life, { boot, seq, at: '2026-03-02T09:05:00Z', kind: 'mains', body: { on: 0 } })

const installerClient = () => server.as(installer)
const input = () => ({ plantId: ownPlantId, topic: unit })
const readUnit = async () =>
  (await installerClient().call('getUnitsDetails', { plantId: ownPlantId })).units.find((one) =>
    unit.endsWith(one.cu_id),
  )

describe('answer of another life', () => {
  const resetUnit = async () => {
    const { command } = await installerClient().call('resetCu', input())
    await server.sender.turn()
    return command.id
  }
  const stateOf = async (commandId: string) =>
    (await installerClient().call('getCommand', { plantId: ownPlantId, commandId })).command.state

  it.each(['accepted', 'done', 'refused'])('does not change a command of the enrolled life: %s', async (answer) => {
    const id = await resetUnit()
    await sendMessage('response', second, { id, state: answer, code: 'INTERNAL' })
    expect(await stateOf(id)).toBe('sent')
    await sendMessage('response', first, { id, state: 'done' })
    expect(await stateOf(id)).toBe('done')
  })

  it('removes no unit', async () => {
    const { command } = await installerClient().call('deEnrollCu', input())
    await server.sender.turn()
    await sendMessage('response', second, { id: command.id, state: 'done' })
    expect(await readUnit()).toMatchObject({ connection: 'connected' })
    await sendMessage('response', first, { id: command.id, state: 'done' })
    expect(await readUnit()).toBeUndefined()
  })

  it('does not enrol instead of the unit that showed its keys', async () => {
    await sendBirth(second, { boot: 0 })
    await installerClient().call('enrollCu', input())
    await server.sender.turn()
    const published = server.published.at(-1)?.payload as { id: string }
    const { id } = published
    await sendMessage('response', second, { id, state: 'accepted' })
    await sendMessage('response', third, { id, state: 'done' })
    expect((await installerClient().call('enrollCuAck', input())).enrolment.state).toBe('waiting')
    await sendMessage('response', second, { id, state: 'done' })
    expect((await installerClient().call('enrollCuAck', input())).enrolment.outcome).toBe('ok')
  })
})

describe('wrong clock in another life', () => {
  it('does not affect the enrolled unit or its records', async () => {
    await sendMessage('online', second, { boot: 0, connection: 0, online: true, at: '2030-01-01T00:00:00Z' })
    await installerClient().call('replacedCu', { ...input(), replaced: false })
    expect(await readUnit()).toMatchObject({ findings: [], clock_drift: null })
    await mains(first, 5, 0)
    const { rows } = await server.database.pool.query('select clock_wrong from unit_record where unit = $1', [unit])
    expect(rows).toEqual([{ clock_wrong: false }])
  })
})
