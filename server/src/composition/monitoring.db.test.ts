import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openJobs } from '../adapters/jobs/open-jobs.ts'
import { readStoredGauges } from '../kernel/stored-gauges.store.ts'
import type { ProductJobs } from '../ports/ports.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { storedGauges } from './monitoring.ts'
import { productQueues } from './queues.ts'

let server: TestServer
let stopJobs: () => Promise<void>
const now = new Date('2026-03-02T09:00:00Z')

beforeAll(async () => {
  server = await createTestServer()
  const { database, log } = server
  const jobs = await openJobs<ProductJobs>({ database, log, queues: productQueues })
  stopJobs = jobs.stop
  await jobs.enqueue(null, 'mail.send', { mailId: randomUUID() }, { startAfter: new Date(now.getTime() - 90_000) })
  await jobs.enqueue(null, 'mail.send', { mailId: randomUUID() }, { startAfter: new Date(now.getTime() - 30_000) })
  await jobs.enqueue(null, 'mail.send', { mailId: randomUUID() }, { startAfter: new Date(now.getTime() + 30_000) })
})
afterAll(async () => {
  await stopJobs()
  await server.stop()
})

const readValues = async (): Promise<Record<string, number>> => {
  const values = await readStoredGauges(server.database.db, storedGauges, now)
  return Object.fromEntries(
    storedGauges.map(({ name, labels }, index) => [
      `${name} ${labels?.queue ?? ''}`.trim(),
      values[index] ?? Number.NaN,
    ]),
  )
}

const execute = (statement: ReturnType<typeof sql>) => server.database.db.execute(statement)

test('each gauge reads its own rows, in one statement', async () => {
  const before = await readValues()
  expect(Object.values(before).filter((value) => !Number.isFinite(value))).toEqual([])
  expect(before).toMatchObject({ vigilux_mails_waiting: 0, vigilux_command_lag_seconds: 0 })
  expect(before).toMatchObject({ 'vigilux_jobs_waiting mail.send': 2, 'vigilux_job_lag_seconds mail.send': 90 })
  expect(before).toMatchObject({ 'vigilux_jobs_waiting push.send': 0, 'vigilux_job_lag_seconds push.send': 0 })

  const plantId = await server.create.plant()
  const at = (seconds: number) => sql`${now.toISOString()}::timestamptz + ${`${seconds} s`}::interval`
  const mail = (createdAt: number, more = sql`null, null`) =>
    execute(sql`
    insert into mail ("to", language, template, "values", created_at, sent_at, given_up_at)
    values ('a@b.test', 'en', 'verificationCode', '{}', ${at(createdAt)}, ${more})`)
  await mail(-200)
  await mail(-100)
  await mail(-300, sql`now(), null`)
  await mail(-400, sql`null, now()`)
  const webhookId = randomUUID()
  await execute(sql`insert into webhook (id, plant_id, address, kinds, "on", closed_secret, earlier_secrets, made_by, made_at)
    values (${webhookId}, ${plantId}, 'https://a.test', '{}', true, '', '[]', ${randomUUID()}, now())`)
  for (const [state, due] of [
    ['waiting', -50],
    ['waiting', 50],
    ['dead', -500],
  ] as const)
    await execute(sql`insert into webhook_call (id, webhook_id, kind, causes, at, state, state_at, due_at)
      values (${randomUUID()}, ${webhookId}, 'test', 1, now(), ${state}, now(), ${at(due)})`)
  for (const [next, ended] of [
    [-70, sql`null`],
    [30, sql`null`],
    [-900, sql`now()`],
  ] as const)
    await execute(sql`insert into escalation_run (plant_id, kind, cause_id, cause_ids, since, next_at, ended_at)
      values (${plantId}, 'mainsFailure', ${randomUUID()}, '{}', now(), ${at(next)}, ${ended})`)
  for (const due of [at(-20), at(600), sql`null`])
    await execute(sql`insert into unit_command (id, plant_id, unit, command, name, state, retries_left, attempt, due_at,
        answer_timeout_ms, work_timeout_ms, retries, sets_working, requested_at)
      values (${randomUUID()}, ${plantId}, 'logica_0A1B2C', '{}', 'statusQuery', 'queued', 1, 0, ${due}, 1, 1, 1, false, now())`)
  await execute(sql`insert into dead_letter (unit, channel, reason, error, payload, tries, received_at)
    values ('logica_0A1B2C', 'state', 'body', '', '', 1, now())`)

  const executing = vi.spyOn(server.database.db, 'execute')
  const after = await readValues()
  expect(executing).toHaveBeenCalledOnce()
  executing.mockRestore()
  expect(after).toMatchObject({
    vigilux_mails_waiting: 2,
    vigilux_mail_lag_seconds: 200,
    vigilux_webhook_calls_waiting: 2,
    vigilux_webhook_lag_seconds: 50,
    vigilux_escalations_open: 2,
    vigilux_escalation_lag_seconds: 70,
    vigilux_commands_pending: 2,
    vigilux_command_lag_seconds: 20,
    vigilux_dead_letters_stored: 1,
  })
  // A receiver's calls wait as long as its plant is archived: nobody has to do anything.
  await execute(sql`update plant set archived_at = now() where id = ${plantId}`)
  expect(await readValues()).toMatchObject({ vigilux_webhook_calls_waiting: 0, vigilux_webhook_lag_seconds: 0 })
})

test('a backlog is counted up to a maximum', async () => {
  await execute(sql`insert into dead_letter (unit, channel, reason, error, payload, tries, received_at)
    select 'logica_0A1B2C', 'state', 'body', '', '', 1, now() from generate_series(1, 10050)`)
  expect(await readValues()).toMatchObject({ vigilux_dead_letters_stored: 10_000 })
})
