import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExportFinder } from '../features/logbook/index.ts'
import { findLogbookRole } from '../features/members/index.ts'
import { deletePlantRemainders, eraseDeletedPlants } from '../features/plant-archive/index.ts'
import { erasedTables, retainedTables, sealedTables } from '../features/plant-archive/plant-tables.ts'
import type { User } from '../kernel/caller.ts'
import { partialDemoEstate } from '../testing/partial-demo-estate.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { seedDemo } from './seed-demo.ts'
import { describeEstate } from './simulator-process.ts'

/** A plant with years of history is deleted, erased and forgotten; other plants do not change. */

const dayMs = 86_400_000
const erasedNames = erasedTables.map(([table]) => table)

const estate = partialDemoEstate('hospital', 'hotel')
let server: TestServer
let office: User
let plantId: string
let exportBefore: string

/** Rows of the plant in a table, by its plant column or its unit. Null without either column. */
const rowsIn = async (table: string, column: string, id: string): Promise<number> => {
  const unit = sql`select id from central_unit where plant_id = ${id}`
  const condition = column === 'plant_id' ? sql`plant_id = ${id}` : sql`central_unit_id in (${unit})`
  const { rows } = await server.database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where ${condition}`,
  )
  return rows[0]?.n ?? 0
}

/** By table, the column of the owner; for a partitioned table only the parent. */
const tablesOfPlants = async (): Promise<Map<string, string>> => {
  const { rows } = await server.database.db.execute<{ name: string; column: string }>(sql`
    select table_name as name, max(column_name) as column from information_schema.columns
    where table_schema = 'public' and column_name in ('plant_id', 'central_unit_id')
      and not exists (select from pg_inherits where inhrelid = format('public.%I', table_name)::regclass)
    group by table_name`)
  return new Map(rows.map(({ name, column }) => [name, column]))
}
const countAll = async (id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      [...(await tablesOfPlants())].map(async ([name, column]) => [name, await rowsIn(name, column, id)] as const),
    ),
  )

const readExport = async (url: string, caller: User): Promise<string> => {
  const { ports, inTransaction, database } = server
  const find = createExportFinder({ db: database.db, inTransaction, ports, findRole: findLogbookRole })
  const { lines } = await find(caller, url.split('/').at(-1) ?? '')
  let text = ''
  for await (const line of lines) text += line
  return text
}
const verify = async (text: string) => {
  const { keys } = await server.as(office).call('getLogbookKeys', {})
  return verifyExport([Buffer.from(text)], keys, webCrypto(crypto.subtle))
}
const eraseAfter = (work: ReturnType<typeof eraseDeletedPlants>, days: number) => {
  const now = new Date(server.clock.now().getTime() + days * dayMs)
  return work({ inTransaction: server.inTransaction, now, before: now, signal: new AbortController().signal })
}

beforeAll(async () => {
  server = await createTestServer()
  server.clock.time = new Date()
  const accountDefaults = {
    at: server.clock.time,
    password: 'x',
    hashPassword: async () => 'hash',
    describe: () => describeEstate(estate),
  }
  await server.inTransaction((work) => seedDemo(work, estate, accountDefaults))
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`select plant_id as id from logbook_entry group by plant_id order by count(*) desc limit 1`,
  )
  plantId = rows[0]?.id ?? ''
  const { url } = await server.as(office).call('exportLogbook', { plantId })
  exportBefore = await readExport(url, office)
  const { plant } = await server.as(office).call('getPlantDetails', { plantId })
  await server.as(office).call('removePlant', { plantId, plantname: plant.plantname })
}, 300_000)
afterAll(() => server.stop())

it('every table that refers to a plant or unit is erased or known to remain', async () => {
  const { rows } = await server.database.db.execute<{ name: string }>(
    sql`select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  )
  expect(rows.length).toBeGreaterThan(5)
  const listedTables = [...erasedNames, ...sealedTables, ...retainedTables, 'central_unit', 'file']
  expect([...(await tablesOfPlants()).keys()].filter((name) => !listedTables.includes(name))).toEqual([])
  expect(new Set(listedTables).size).toBe(listedTables.length)
})

describe('erasure of a deleted plant', () => {
  it('removes nothing while it can be restored', async () => {
    const before = await countAll(plantId)
    expect(await eraseAfter(eraseDeletedPlants(30), 29)).toBe(0)
    expect(await countAll(plantId)).toEqual(before)
  })

  it('removes all but the sealed logbook and separately retained data', async () => {
    const { rows } = await server.database.db.execute<{ id: string }>(
      sql`select id from plant where id <> ${plantId} and removed_at is null order by id limit 1`,
    )
    const other = rows[0]?.id ?? ''
    const [before, otherBefore] = [await countAll(plantId), await countAll(other)]
    expect(before).toMatchObject({ plant_member: expect.any(Number) })
    expect(Object.values(before).filter((n) => n > 0).length).toBeGreaterThan(10)
    expect(await eraseAfter(eraseDeletedPlants(30), 30)).toBeGreaterThan(1_000)
    const after = await countAll(plantId)
    for (const name of erasedNames) expect([name, after[name] ?? 0]).toEqual([name, 0])
    for (const name of sealedTables) expect([name, after[name]]).toEqual([name, before[name]])
    expect(after.logbook_entry).toBeGreaterThan(50)
    expect(await countAll(other)).toEqual(otherBefore)
    const { rows: remainingRows } = await server.database.db.execute(
      sql`select owner, street, lat, removed_by_name from plant where id = ${plantId}`,
    )
    expect(remainingRows).toEqual([{ owner: null, street: '', lat: null, removed_by_name: null }])
  })

  it('finds nothing when repeated', async () => {
    expect(await eraseAfter(eraseDeletedPlants(30), 31)).toBe(0)
    expect(await server.as(office).refusal('restorePlant', { plantId })).toBe('RESTORE_PERIOD_OVER')
  })

  it('leaves a sealed logbook that still verifies', async () => {
    expect(await verify(exportBefore)).toMatchObject({ verdict: 'whole' })
    const { url } = await server.as(office).call('exportDeletedLogbook', { plantId })
    const after = await verify(await readExport(url, office))
    expect(after).toMatchObject({ verdict: 'whole', part: false })
    expect(after).toMatchObject({ checked: expect.any(Number) })
  })

  it('removes the rest after the retention of the logbook', async () => {
    expect(await eraseAfter(deletePlantRemainders, -1)).toBe(0)
    expect(await eraseAfter(deletePlantRemainders, 400)).toBe(1)
    const after = await countAll(plantId)
    for (const name of [...sealedTables, 'central_unit']) expect([name, after[name]]).toEqual([name, 0])
    expect(await server.as(office).refusal('restorePlant', { plantId })).toBe('PLANT_NOT_FOUND')
  })
})
