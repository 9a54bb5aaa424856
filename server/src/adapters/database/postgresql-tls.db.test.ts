import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authority, createAuthority, readCertificate } from '../../testing/certificates.ts'
import { freePort } from '../../testing/free-port.ts'
import { type PostgresqlCluster, startPostgresqlCluster } from '../../testing/postgresql-cluster.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import type { DatabaseTls } from './postgresql-connection.ts'

let authority: Authority
let cluster: PostgresqlCluster
let port: number

beforeAll(async () => {
  authority = createAuthority()
  port = await freePort()
  cluster = await startPostgresqlCluster({
    database: process.env.TEST_DATABASE,
    tls: {
      ...authority.issue('database', 'IP:127.0.0.1'),
      clientCa: authority.caFile,
      port,
      access: ['hostssl all anyone 127.0.0.1/32 trust', 'hostssl all vigilux 127.0.0.1/32 cert'],
    },
  })
  const socketFolder = new URL(cluster.url('postgres')).searchParams.get('host') ?? ''
  const client = new pg.Client({ host: socketFolder, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create role anyone login; create role vigilux login')
  await client.end()
})
afterAll(async () => {
  await cluster?.stop()
  authority.remove()
})

const databaseUrl = (user: string, host = '127.0.0.1') => `postgres://${user}@${host}:${port}/postgres`

const ask = async (user: string, databaseTls: DatabaseTls | undefined, host?: string): Promise<unknown> => {
  const database = await openDatabase({
    databaseUrl: databaseUrl(user, host),
    databaseTls,
    dataDir: '',
    log: quietLog(),
  })
  try {
    const { rows } = await database.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows
  } finally {
    await database.close()
  }
}

test('a CA makes the connection encrypted and verified', async () => {
  expect(await ask('anyone', { ca: authority.ca })).toEqual([{ ssl: true }])
})

test('a server that another authority has certified is refused', async () => {
  const otherAuthority = createAuthority()
  await expect(ask('anyone', { ca: readFileSync(otherAuthority.caFile, 'utf8') })).rejects.toThrow(
    /certificate|unable to verify/,
  )
  otherAuthority.remove()
})

test('a server whose certificate has another name is refused', async () => {
  await expect(ask('anyone', { ca: authority.ca }, 'localhost')).rejects.toThrow(/does not match certificate|altnames/)
})

test('without a CA there is no connection to a server that requires TLS', async () => {
  await expect(ask('anyone', undefined)).rejects.toThrow(/no encryption/)
})

test('a client certificate signs in, also on the connection that listens', async () => {
  const tls = { ca: authority.ca, ...readCertificate(authority.issue('vigilux')) }
  expect(await ask('vigilux', tls)).toEqual([{ ssl: true }])
  await expect(ask('vigilux', { ca: authority.ca })).rejects.toThrow(/client certificate/)
  const url = databaseUrl('vigilux')
  const log = quietLog()
  const database = await openDatabase({ databaseUrl: url, listenUrl: url, databaseTls: tls, dataDir: '', log })
  const { promise, resolve } = Promise.withResolvers<string>()
  const listening = await listen({ connection: database.direct, log }, 'news', resolve, () => undefined)
  await database.pool.query(`notify news, 'arrived'`)
  expect(await promise).toBe('arrived')
  await listening.close()
  await database.close()
})
