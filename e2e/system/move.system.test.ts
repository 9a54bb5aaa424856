import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../server/src/adapters/database/open-database.ts'
import { printOf } from '../../server/src/testing/database-print.ts'
import { type PostgresqlCluster, startPostgresqlCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { type ApiClient, createApiClient, until } from '../support/api-client.ts'
import { begin, operate } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct, type TestUnit } from '../support/running-product.ts'

/** The whole demo with its past, after it has lived for a while, goes to PostgreSQL. */
const estate = fileURLToPath(new URL('../../simulator/estates/demo.json', import.meta.url))
const { units, years } = JSON.parse(readFileSync(estate, 'utf8')) as { units: TestUnit[]; years: number }
let product: RunningProduct
let cluster: PostgresqlCluster
let installer: ApiClient
let plantId: string
let testId: string
let reportId: string

beforeAll(async () => {
  cluster = await startPostgresqlCluster()
  product = await startProduct({ units, years, alive: true, speed: 60 })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'San Camillo' })).plants[0]?.plant_id ?? ''
  const finished = async () =>
    (await installer.call('getTests', { plantId })).tests.find(({ state }) => state === 'finished')
  testId = await until('a test', async () => (await finished())?.id)
  reportId = (await installer.call('createReport', { plantId, testId, language: 'en' })).report.id
  await until(
    'the PDF',
    async () => (await installer.call('getReport', { plantId, reportId })).report.state === 'ready',
  )
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
})

const seen = async () => {
  const link = await installer.call('downloadReport', { plantId, reportId })
  const pdf = await (await installer.get(link.url)).arrayBuffer()
  const { plants } = await installer.call('getAllPlants', {})
  return {
    // In their own order: the list has the worst first, which changes while units live.
    plants: plants.map(({ plant_id, plantname }) => [plant_id, plantname]).sort(),
    members: await installer.call('getPlantUsers', { plantId }),
    report: await installer.call('getTestReport', { plantId, testId }),
    pdf: Buffer.from(pdf).toString('base64'),
  }
}

const open = (databaseUrl: string | undefined) =>
  openDatabase({ databaseUrl, dataDir: product.config.dataDir, log: quietLog() })

const printOnce = async (databaseUrl: string | undefined) => {
  const database = await open(databaseUrl)
  return printOf(database).finally(() => database.close())
}

/** Kills the command as soon as it has something open in the target, and waits until that is undone. */
const breakOff = async (target: Database, url: string) => {
  const others = `select 1 from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
  const child = begin('move-to-postgresql', ['--to', url], product.config)
  await until('rows to be written', async () => {
    const { rows } = await target.pool.query(`${others} and query like 'insert into%' and xact_start is not null`)
    return rows.length > 0
  })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await until('it to be undone', async () => (await target.pool.query(others)).rows.length === 0)
}

it('is refused while the server runs', async () => {
  const refused = operate('move-to-postgresql', ['--to', cluster.url('postgres')], product.config)
  await expect(refused).rejects.toThrow('in use by another running process')
})

it('moves whole, also after it was broken off, and leaves the source as it was', async () => {
  const before = await seen()
  const url = cluster.url('postgres')
  await product.restart(async () => {
    const source = await printOnce(undefined)
    const target = await openDatabase({ databaseUrl: url, dataDir: '', log: quietLog(), poolSize: 1 })
    await breakOff(target, url)
    expect(await printOf(target)).toEqual({})
    await operate('move-to-postgresql', ['--to', url], product.config)
    expect(await printOf(target)).toEqual(source)
    await target.close()
    expect(await printOnce(undefined)).toEqual(source)
    await expect(operate('move-to-postgresql', ['--to', url], product.config)).rejects.toThrow('is not empty')
    return { databaseUrl: url }
  })
  expect(product.product().database.kind).toBe('postgresql')
  installer = await createApiClient(product.url).signIn('installer')
  expect(await seen()).toEqual(before)
  const channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
  await until('news of lamps', () => channel.received('lamps').length > 0)
  channel.close()
})
