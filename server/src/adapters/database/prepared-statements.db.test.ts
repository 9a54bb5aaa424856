import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Database } from './open-database.ts'
import { statementPrefix } from './prepared-statements.ts'

let database: Database
let clients: pg.PoolClient[]

beforeAll(async () => {
  database = await createTestDatabase({ isFresh: true })
  clients = [await database.pool.connect(), await database.pool.connect()]
})
afterAll(async () => {
  for (const client of clients ?? []) client.release()
  await database?.close()
})

const runQuery = async (client: pg.ClientBase | undefined, text: string, values: unknown[] = [7]) =>
  (await client?.query({ text }, values))?.rows

const countPrepared = async (text: string): Promise<number> => {
  const found = `select count(*)::int as n from pg_prepared_statements where statement = '${text.replaceAll("'", "''")}'`
  const { rows } = await (clients[0] as pg.PoolClient).query(`${found} and name like '${statementPrefix}%'`)
  return rows[0].n
}

describe('prepared statement', () => {
  it('is kept from its second execution on', async () => {
    const text = 'select $1::int + 1 as n'
    expect(await runQuery(clients[0], text)).toEqual([{ n: 8 }])
    expect(await countPrepared(text)).toBe(0)
    expect(await runQuery(clients[0], text)).toEqual([{ n: 8 }])
    expect(await runQuery(clients[0], text, [1])).toEqual([{ n: 2 }])
    expect(await countPrepared(text)).toBe(1)
  })

  it('of one connection works on every other', async () => {
    const text = 'select $1::text as told, $2::int as n'
    for (let round = 0; round < 4; round++)
      for (const [at, client] of clients.entries())
        expect(await runQuery(client, text, [`turn ${round}`, at])).toEqual([{ told: `turn ${round}`, n: at }])
    expect(await countPrepared(text)).toBe(1)
  })

  it('is released with the last connection that uses it', async () => {
    const text = 'select $1::int + 2 as n'
    const [third, fourth] = [await database.pool.connect(), await database.pool.connect()]
    for (const client of [third, third, fourth, fourth]) expect(await runQuery(client, text)).toEqual([{ n: 9 }])
    third.release(true)
    expect(await runQuery(fourth, text)).toEqual([{ n: 9 }])
    fourth.release(true)
    await expect.poll(() => countPrepared(text)).toBe(0)
    for (let round = 0; round < 2; round++) expect(await runQuery(clients[0], text)).toEqual([{ n: 9 }])
    expect(await countPrepared(text)).toBe(1)
  })

  it('is prepared again on every connection after a failure', async () => {
    const text = 'select name from made_later where id = $1'
    for (let round = 0; round < 3; round++)
      for (const client of clients) await expect(runQuery(client, text)).rejects.toThrow('does not exist')
    expect(await countPrepared(text)).toBe(0)
    await clients[0]?.query(`create table made_later (id int, name text); insert into made_later values (7, 'there')`)
    for (const client of clients) {
      expect(await runQuery(client, text)).toEqual([{ name: 'there' }])
      expect(await runQuery(client, text)).toEqual([{ name: 'there' }])
    }
    expect(await countPrepared(text)).toBe(1)
  })

  it('stays prepared after a constraint violation', async () => {
    await clients[0]?.query('create table once (id int primary key)')
    const text = 'insert into once values ($1)'
    await runQuery(clients[0], text, [1])
    await runQuery(clients[0], text, [2])
    await expect(runQuery(clients[1], text, [2])).rejects.toThrow('duplicate')
    await expect(runQuery(clients[1], text, [2])).rejects.toThrow('duplicate')
    expect(await runQuery(clients[1], text, [3])).toEqual([])
    expect(await countPrepared(text)).toBe(1)
  })

  it('is limited in number', async () => {
    for (let n = 0; n < 400; n++) {
      await runQuery(clients[0], `select $1::int as n${n}`)
      await runQuery(clients[0], `select $1::int as n${n}`)
    }
    const { rows } = await (clients[0] as pg.PoolClient).query('select count(*)::int as n from pg_prepared_statements')
    expect(rows[0].n).toBeLessThanOrEqual(310)
    expect(await runQuery(clients[0], 'select $1::int as n399', [5])).toEqual([{ n399: 5 }])
  })
})
