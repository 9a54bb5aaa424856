import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callFeatures } from '../composition/handlers.ts'
import { addMember } from '../features/members/index.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { createDispatcher } from './dispatch.ts'
import type { Handlers } from './handler.ts'
import { sqlStateOf } from './sql-state.ts'

let server: TestServer
let installer: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())

/** Calls `getPlantUsers` with this handler. */
const read = (getPlantUsers: Handlers['getPlantUsers'], deadline?: Deadline) => {
  const dispatch = createDispatcher({
    ...server.dispatcherParts,
    handlers: { ...callFeatures.handlers, getPlantUsers },
  })
  return dispatch({
    action: 'getPlantUsers',
    input: { plantId },
    caller: installer,
    requestId: randomUUID(),
    ...(deadline && { deadline }),
  })
}
const createMember = (): Parameters<typeof addMember>[1] => ({
  plantId,
  userId: randomUUID(),
  role: 'installerStaff',
  invitedBy: null,
  since: server.clock.now(),
})
const members = async () => (await server.as(installer).call('getPlantUsers', { plantId })).plant_users.length

it('a read that waits for another node holds no connection', async () => {
  const answer = Promise.withResolvers<boolean>()
  const dispatch = createDispatcher({
    ...server.dispatcherParts,
    ports: {
      ...server.dispatcherParts.ports,
      watchers: { isOwn: () => true, watch: () => answer.promise, leave: () => answer.promise },
    },
  })
  const callAction = (action: string, input: object) =>
    dispatch({ action, input, caller: installer, requestId: randomUUID() })
  const socketId = `0a1b2c3d.${randomUUID()}`
  // More than the connections of any database.
  const pendingCalls = Array.from({ length: 12 }, () => callAction('getPlantDetails', { plantId, socketId }))
  pendingCalls.push(callAction('leavePlant', { socketId }))
  expect(await members()).toBe(1)
  answer.resolve(true)
  expect(await Promise.all(pendingCalls)).toHaveLength(13)
})

it('the database refuses a write in a read', async () => {
  const before = await members()
  const failure = await read(async ({ work }) => {
    await addMember(work.tx, createMember())
    return { plant_users: [] }
  }).catch((error: unknown) => error)
  expect(sqlStateOf(failure)).toBe('25006')
  expect(await members()).toBe(before)
})

it('an abandoned read leaves no deferred write', async () => {
  const before = await members()
  let time = 0
  const deadline = createDeadline(4_500, () => time)
  const failure = await read(async ({ deferWrite }) => {
    deferWrite(({ tx }) => addMember(tx, createMember()).then(() => undefined))
    time = 5_000
    return { plant_users: [] }
  }, deadline).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'STORAGE_SLOW' })
  expect(await members()).toBe(before)
})

it('a statement of a read ends with its deadline', async () => {
  const failure = await read(async ({ work }) => {
    await work.tx.execute(sql`select pg_sleep(30)`)
    return { plant_users: [] }
  }, createDeadline(100)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'STORAGE_SLOW' })
})

it('a read uses one snapshot despite commits in between', async () => {
  const count = async (tx: Parameters<typeof addMember>[0]) =>
    (await tx.execute('select count(*)::int as n from plant_member')).rows[0]?.n
  const { userId } = await server.create.user()
  const [wasRead, memberAdded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reads: unknown[] = []
  const reading = read(async ({ work }) => {
    reads.push(await count(work.tx))
    wasRead.resolve()
    await memberAdded.promise
    reads.push(await count(work.tx))
    return { plant_users: [] }
  })
  await wasRead.promise
  await addMember(server.database.db, { ...createMember(), userId })
  memberAdded.resolve()
  await reading
  expect(reads[0]).toBe(reads[1])
})

it('a deferred write runs after the read in its own transaction', async () => {
  const before = await members()
  const { userId } = await server.create.user()
  await read(async ({ deferWrite }) => {
    deferWrite(({ tx }) => addMember(tx, { ...createMember(), userId }))
    return { plant_users: [] }
  })
  expect(await members()).toBe(before + 1)
  const pendingRead = read(async ({ work, deferWrite }) => {
    deferWrite(({ tx }) => addMember(tx, createMember()))
    await work.tx.execute('select 1 / 0')
    return { plant_users: [] }
  })
  await expect(pendingRead).rejects.toThrow()
  expect(await members()).toBe(before + 1)
})
