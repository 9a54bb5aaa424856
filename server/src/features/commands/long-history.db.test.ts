import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import { rowsRead } from '../../testing/rows-read.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  endPendingCommands,
  findCommand,
  findLastCommand,
  listCommands,
  releaseWaitingCommands,
} from './commands.store.ts'

/** Frequent command queries cost the same after years of commands. */
const rowsOfHistory = 20_000
const unit = 'logica_0A1B2C'
let server: TestServer
let installer: User
let plantId: string
let now: Date

const hourAgo = () => new Date(now.getTime() - 3_600_000)
const reads = (read: (work: Work) => Promise<unknown>) =>
  server.inTransaction((work) => rowsRead(work.tx, 'unit_command', () => read(work)))

beforeAll(async () => {
  server = await createTestServer()
  now = server.clock.now()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
  // Every fifth is a status query, and only the first sets the clock.
  await server.database.db.execute(sql`
    insert into unit_command (id, plant_id, unit, command, name, state, retries_left, attempt, answer_timeout_ms,
      work_timeout_ms, retries, sets_working, requested_at, ended_at)
    select gen_random_uuid(), ${plantId}, ${unit}, '{}',
      case when n = ${rowsOfHistory} then 'setClock' when n % 5 = 0 then 'statusQuery' else 'identify' end,
      'done', 2, 1, 5000, 5000, 2, false,
      ${now.toISOString()}::timestamptz - n * interval '10 minutes',
      ${now.toISOString()}::timestamptz - n * interval '10 minutes' + interval '1 second'
    from generate_series(1, ${rowsOfHistory}) n`)
  await server.database.db.execute(sql`analyze unit_command`)
  await server.as(installer).call('getStatoConfig', { plantId, topic: 'logica_0A1B2C' })
})
afterAll(() => server.stop())

it('the plant commands are those pending and recently ended, newest first', async () => {
  const rows = await listCommands(server.database.db, plantId, hourAgo())
  expect(rows.map((row) => row.dueAt !== null)).toEqual([true, false, false, false, false, false, false])
  const times = rows.map((row) => row.requestedAt.getTime())
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

it.each<[what: string, most: number, read: (work: Work) => Promise<unknown>]>([
  ['the commands that wait', 10, ({ tx }) => listCommands(tx, plantId, now)],
  ['the commands of an hour', 20, ({ tx }) => listCommands(tx, plantId, hourAgo())],
  ['the last status query', 5, ({ tx }) => findLastCommand(tx, unit, 'statusQuery')],
  ['the last setting of the clock', 5, ({ tx }) => findLastCommand(tx, unit, 'setClock')],
  ['commands that a birth releases', 5, (work) => releaseWaitingCommands(work, [unit])],
  ['one command', 5, ({ tx }) => findCommand(tx, plantId, '00000000-0000-4000-8000-000000000000')],
  ['what ends with an enrolment', 5, ({ tx }) => endPendingCommands(tx, plantId, unit, now)],
])('%s read at most %i rows', async (_title, maxReads, read) => {
  expect(await reads(read)).toBeLessThanOrEqual(maxReads)
})
