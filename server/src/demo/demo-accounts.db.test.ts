import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCaller } from '../features/accounts/index.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { workOn } from '../testing/test-work.ts'
import { demoAccounts } from './demo-accounts.ts'
import { seedAccount } from './seed-demo.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it.each(demoAccounts)('the demo account can save its own unchanged profile: $name', async (account) => {
  const seeding = { work: workOn(server.database.db), passwordHash: 'none', at: server.ports.clock.now() }
  const caller = await findCaller(server.database.db, await seedAccount(seeding, account), randomUUID())
  if (!caller) throw new Error('the account cannot be found')
  // A suspended person may still correct the data under review by the office.
  const callerClient = server.as(caller)
  const { user } = await callerClient.call('getUserInfos', {})
  const { name, surname, phone, kind, piva, businessname, address, version } = user
  const profileFields = { name, surname, phone, kind, piva, businessname, address }
  const { user: savedProfile } = await callerClient.call('saveProfile', { ...profileFields, version })
  expect(savedProfile).toMatchObject(profileFields)
  expect(kind).toBe(account.person?.company ? 'company' : 'person')
})
