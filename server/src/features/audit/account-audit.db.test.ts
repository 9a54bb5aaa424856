import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Caller, User } from '../../kernel/caller.ts'
import { rowsRead } from '../../testing/rows-read.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { listAccountAudit } from './audit.store.ts'

let server: TestServer
let office: User
let person: User

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  person = await server.create.user({ usertype: 'client' })
})
afterAll(() => server?.stop())

const advanceClock = () => {
  server.clock.time = new Date(server.clock.time.getTime() + 60_000)
  return server.clock.now()
}
/** An entry of the flows before sign-in, which know only the address. */
const flow = (action: string, name: string, result = 'ok', caller: Caller = { kind: 'anonymous', address: '::1' }) =>
  writeAudit(server.database.db, { at: advanceClock(), caller, plantId: null, action, result, requestId: 'r', name })
const readOwnAudit = async (caller = person, page = 1) => server.as(caller).call('getOwnAudit', { page })

it('an account sees its own actions and attempts under its address, newest first', async () => {
  const other = await server.create.user({ usertype: 'client' })
  await flow('signUp', person.email)
  await flow('signIn', other.email)
  await flow('signIn', person.email, 'WRONG_EMAIL_OR_PASSWORD')
  await flow('changePassword', '', 'ok', person)
  advanceClock()
  await server.as(person).call('saveMarketing', { marketing: true, profiling: false, thirdparts: false })
  advanceClock()
  await server.as(other).call('saveMarketing', { marketing: true, profiling: false, thirdparts: false })
  const { entries, total } = await readOwnAudit()
  expect(entries.map(({ action, result }) => [action, result])).toEqual([
    ['saveMarketing', 'ok'],
    ['changePassword', 'ok'],
    ['signIn', 'WRONG_EMAIL_OR_PASSWORD'],
    ['signUp', 'ok'],
  ])
  expect(total).toBe(4)
  expect(entries[0]?.changes).toContainEqual({ field: 'marketing', before: false, after: true })
})

it('the account audit contains nothing of plants', async () => {
  const plantId = await server.create.plant({ members: { installerAdministrator: person.userId } })
  const { total } = await readOwnAudit()
  await server.as(person).refusal('saveCu', { plantId, cuType: 'logica', cuId: '0A1B01' })
  expect((await readOwnAudit()).total).toBe(total)
})

it('only the office can see the audit of another account', async () => {
  const userAudit = await server.as(office).call('getUserAudit', { userId: person.userId })
  expect(userAudit).toEqual(await readOwnAudit())
  expect(await server.as(office).refusal('getUserAudit', { userId: randomUUID() })).toBe('UserNotFoundException')
  for (const refusedCaller of [person, await server.create.user({ usertype: 'admin', scope: 'ba' })])
    expect(await server.as(refusedCaller).refusal('getUserAudit', { userId: person.userId })).toBe('NOT_ALLOWED')
})

it('pages are complete and cost the same after years of sign-ins', async () => {
  const { pool } = server.database
  const busy = await server.create.user({ usertype: 'client' })
  await pool.query(
    `insert into audit (at, user_id, user_name, action, result, request_id)
     select $3::timestamptz - n * interval '1 minute', case when n % 2 = 0 then $1::text end,
       case when n % 2 = 0 then 'Ada' else $2 end, 'signIn', 'ok', n::text from generate_series(1, 9000) as n`,
    [busy.userId, busy.email, server.clock.now()],
  )
  await pool.query('analyze audit')
  const pages = await Promise.all([1, 2, 3].map(async (page) => (await readOwnAudit(busy, page)).entries))
  expect(pages.flat().map(({ requestId }) => requestId)).toEqual(Array.from({ length: 75 }, (_, n) => String(n + 1)))
  const { rows } = await pool.query<{ part: string }>(
    `select distinct tableoid::regclass::text as part from audit where user_name = $1`,
    [busy.email],
  )
  for (const { part } of rows) {
    const read = await server.inTransaction(({ tx }) =>
      rowsRead(tx, part, () => listAccountAudit(tx, busy, { offset: 0, limit: 25 })),
    )
    expect(read).toBeLessThanOrEqual(60)
  }
})
