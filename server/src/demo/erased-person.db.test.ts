import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personErasers } from '../composition/persons.ts'
import { erasePerson } from '../features/accounts/erasure/erase-persons.ts'
import { removeAccount } from '../features/accounts/erasure/erased-persons.store.ts'
import { plantMemberTable } from '../features/members/members.schema.ts'
import type { InTransaction } from '../kernel/work.ts'
import { userTable } from '../tables/accounts.schema.ts'
import { partialDemoEstate } from '../testing/partial-demo-estate.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { transactionsOn } from '../testing/test-work.ts'
import { seedDemo } from './seed-demo.ts'
import { describeEstate } from './simulator-process.ts'

const estate = partialDemoEstate('hospital', 'hotel')
let database: Awaited<ReturnType<typeof createTestDatabase>>
const clock = { now: () => new Date() }
const inTransaction: InTransaction = (work) => transactionsOn(database.db)(work)

beforeAll(async () => {
  database = await createTestDatabase()
  const accountDefaults = { at: new Date(), password: 'x', hashPassword: async () => 'hash' }
  await inTransaction((work) => seedDemo(work, estate, { ...accountDefaults, describe: () => describeEstate(estate) }))
})
afterAll(() => database?.close())

/** Tables with the text in any column, and their numbers of rows. */
const tablesWith = async (text: string): Promise<Record<string, number>> => {
  const { rows: tables } = await database.pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select count(*)::int as n from "${name}" row where row::text like '%' || $1 || '%'`,
      [text],
    )
    if (rows[0].n > 0) found[name] = rows[0].n
  }
  return found
}

it('an erased account leaves no name after two years of work in all plants', async () => {
  const { db } = database
  const email = 'installer@demo.vigilux.test'
  const [person] = await db.select().from(userTable).where(eq(userTable.email, email))
  if (!person) throw new Error('the demo has no installer')
  const namesakes = and(eq(userTable.name, person.name), ne(userTable.id, person.id))
  expect(await db.select().from(userTable).where(namesakes)).toEqual([])
  // This setup puts the name in many places.
  expect(Object.keys(await tablesWith(person.name)).length).toBeGreaterThan(3)

  await inTransaction(async ({ tx }) => {
    await tx.delete(plantMemberTable).where(eq(plantMemberTable.userId, person.id))
    await removeAccount(tx, person.id, clock.now())
  })
  await erasePerson({ inTransaction, clock }, personErasers, person.id)
  expect(await tablesWith(person.name)).toEqual({})
  expect(await tablesWith(email)).toEqual({})
  const { rows } = await db.execute(sql`select count(*)::int as n from audit where user_name like 'N.N. %'`)
  expect(rows[0]?.n).toBeGreaterThan(10)
})
