import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { dueRowsTask } from './due-rows-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const takenTurns = async (conditions: readonly (SQL | undefined)[]): Promise<number[]> => {
  const turns: number[] = []
  const tasks = conditions.map((condition, index) => ({
    due: condition && (() => condition),
    running: { takeTurnIfIdle: () => void turns.push(index) },
  }))
  const task = dueRowsTask({ db: server.database.db, ports: server.ports }, tasks)
  await task.turn(new AbortController().signal).catch(() => turns.push(-1))
  return turns
}

test('only tasks with due rows take a turn', async () => {
  expect(await takenTurns([sql`true`, undefined, sql`false`, sql`exists (select from plant where false)`])).toEqual([0])
  expect(await takenTurns([undefined])).toEqual([])
})

test('a broken condition gives all tasks a turn and is logged', async () => {
  expect(await takenTurns([sql`false`, sql`exists (select from no_such_table)`])).toEqual([0, 1, -1])
})

test('a locked table delays the look for two seconds, and then all tasks take a turn', async () => {
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const locking = server.database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table scene in access exclusive mode`)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  expect(await takenTurns([sql`false`, sql`exists (select from scene)`])).toEqual([0, 1, -1])
  end.resolve()
  await locking
  expect(await takenTurns([sql`exists (select from scene)`])).toEqual([])
})
