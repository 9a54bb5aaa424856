import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessTokenTable } from '../features/access-tokens/access-tokens.schema.ts'
import { createTokenCallerFinder, hashOfToken } from '../features/access-tokens/index.ts'
import { eraseAccount } from '../features/accounts/erasure/erase-account.ts'
import { erasePerson } from '../features/accounts/erasure/erase-persons.ts'
import { auditTable } from '../kernel/audit.schema.ts'
import { failWith } from '../kernel/refusal.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { personErasers } from './persons.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it('an erased person leaves no access token and no name of one', async () => {
  const [ada, erika] = [await server.create.user(), await server.create.user()]
  const members = { installerAdministrator: ada.userId, installerStaff: erika.userId }
  const plantId = await server.create.plant({ members })
  const name = "Erika's notebook"
  const draft = { name, scopes: ['configure' as const], days: 30 }
  const { accessToken, token } = await server.as(erika).call('createAccessToken', { token: draft })
  const { db } = server.database
  const findProgram = () =>
    createTokenCallerFinder({ db, clock: server.clock, log: server.log })(hashOfToken(token) ?? '')
  const program = await findProgram()
  if (!program) throw new Error('the token is not valid')
  await server.as(program).call('saveCu', { plantId, cuType: 'logica', cuId: '0A1B31' })
  await eraseAccount({ ...server, jobs: server.ports.jobs }, { requestId: 'of-a-test', fail: failWith() }, erika.userId)
  expect(await findProgram()).toBeNull()
  expect(await db.select().from(accessTokenTable).where(eq(accessTokenTable.id, accessToken.id))).toEqual([])
  expect(JSON.stringify(await db.select().from(auditTable))).toContain(name)
  await erasePerson(server, personErasers, erika.userId)
  expect(JSON.stringify(await db.select().from(auditTable))).not.toContain(name)
  const { entries } = await server.as(ada).call('getAudit', { plantId, ofAction: 'saveCu' })
  expect(entries[0]?.token).toEqual({ id: accessToken.id, name: expect.stringMatching(/^N\.N\. /) })
})
