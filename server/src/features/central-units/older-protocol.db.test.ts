import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { recordOlderProtocol } from './unit-links.store.ts'

let server: TestServer
let installer: User
let plantId = ''
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())

const recordOlder = (unit: string) => server.inTransaction((work) => recordOlderProtocol(work, unit))
const sendBirth = (unit: string) => {
  const online = { life: '00000000000000a1', boot: 0, connection: 0, online: true }
  return server.inbox.accept(`v1/${unit}/up/online`, Buffer.from(JSON.stringify(online)), false)
}
const advanceClock = (seconds: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + seconds * 1_000)
}

describe('enrolment of an old-protocol unit', () => {
  const enrolUnit = async (cuId: string, betweenSteps: (unit: string) => Promise<unknown>) => {
    const installerClient = server.as(installer)
    await installerClient.call('saveCu', { plantId, cuType: 'logica', cuId })
    const topic = `logica_${cuId}`
    await installerClient.call('enrollCu', { plantId, topic })
    advanceClock(1)
    await betweenSteps(topic)
    await server.sender.turn()
    advanceClock(200)
    await server.sender.turn()
    await server.sender.turn()
    return (await installerClient.call('enrollCuAck', { plantId, topic })).enrolment
  }

  it('ends as olderProtocol for attempts before or during it', async () => {
    expect(await enrolUnit('0A0001', recordOlder)).toMatchObject({ state: 'ended', outcome: 'olderProtocol' })
    await recordOlder('logica_0A0002')
    expect(await enrolUnit('0A0002', async () => undefined)).toMatchObject({ outcome: 'olderProtocol' })
  })

  it('ends normally once the unit uses the current protocol', async () => {
    await recordOlder('logica_0A0003')
    advanceClock(1)
    expect(await enrolUnit('0A0003', sendBirth)).toMatchObject({ state: 'ended', outcome: 'keysNotPressed' })
  })
})
