import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { sessionTable } from '../../tables/accounts.schema.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findSignedIn, updateProfile } from './profiles.store.ts'

let server: TestServer
let person: User

const session = async (expiresInS: number) => {
  const id = randomUUID()
  const expiresAt = new Date(Date.now() + expiresInS * 1000)
  await server.database.db.insert(sessionTable).values({ id, userId: person.userId, token: id, expiresAt })
  return id
}
const find = (sessionId: string, userId = person.userId) => findSignedIn(server.database.db, userId, sessionId)

beforeAll(async () => {
  server = await createTestServer()
  person = await server.create.user()
})
afterAll(() => server.stop())

it('a person is signed in while the session exists', async () => {
  const sessionId = await session(60)
  expect(await find(sessionId)).toEqual({ ...person, sessionId })
  await server.database.db.delete(sessionTable).where(eq(sessionTable.id, sessionId))
  expect(await find(sessionId)).toBeNull()
})

it('an expired or foreign session signs no one in', async () => {
  expect(await find(await session(-1))).toBeNull()
  const other = await server.create.user()
  expect(await find(await session(60), other.userId)).toBeNull()
})

it('a suspension takes effect at once', async () => {
  const sessionId = await session(60)
  await updateProfile(server.database.db, person.userId, { validation: 'pending' })
  expect(await find(sessionId)).toMatchObject({ suspended: true })
})
