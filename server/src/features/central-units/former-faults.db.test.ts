import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { acquireUnit } from './unit-lives.store.ts'

let server: TestServer
let installer: User
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
afterAll(() => server.stop())

const unit = 'logica_0A1B2C'
const life = 'a11fea11fea11fe0'
const send = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, boot: 1, ...message })))
const findings = async (plantId: string) => {
  const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
  return units.find(({ cu_id }) => unit.endsWith(cu_id))?.findings
}

it('a protocol fault of a former plant is not shown in the next', async () => {
  const members = { installerAdministrator: installer.userId }
  const [formerPlant, next] = [await server.create.plant({ members }), await server.create.plant({ members })]
  await server.create.unit(formerPlant)
  await send('online', { connection: 0, online: true })
  for (let seq = 0; seq < 5; seq += 1) {
    await send('record', { seq, at: server.clock.now().toISOString(), kind: 'unheard.of', body: {} })
    server.clock.time = new Date(server.clock.time.getTime() + 2_000)
  }
  expect(await findings(formerPlant)).toContain('protocol_fault')
  const installerClient = server.as(installer)
  await send('online', { connection: 0, online: false })
  await installerClient.call('removeCu', { plantId: formerPlant, topic: unit })
  await installerClient.call('saveCu', { plantId: next, cuType: 'logica', cuId: '0A1B2C' })
  const acquired = await server.inTransaction((work) => acquireUnit(work, next, unit, 'b22fea11fea11fe0'))
  expect([acquired, await findings(next)]).toEqual(['acquired', []])
})
