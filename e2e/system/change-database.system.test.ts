import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/src/adapters/database/open-database.ts'
import type { Config } from '../../server/src/config/config.ts'
import { fingerprintOf } from '../../server/src/testing/database-fingerprint.ts'
import { type PostgresqlCluster, startPostgresqlCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand, startOperatorCommand } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct, type TestUnit } from '../support/running-product.ts'

/** The full demo with its past moves from the built-in database to a server's, and back. */
const estate = fileURLToPath(new URL('../../simulator/estates/demo.json', import.meta.url))
const { units, years } = JSON.parse(readFileSync(estate, 'utf8')) as { units: TestUnit[]; years: number }
const folder = mkdtempSync(join(tmpdir(), 'vigilux-change-'))
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
  testId = await pollUntil('a test', async () => (await finished())?.id)
  reportId = (await installer.call('createReport', { plantId, testId, language: 'en' })).report.id
  await pollUntil(
    'the PDF',
    async () => (await installer.call('getReport', { plantId, reportId })).report.state === 'ready',
  )
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const readReport = async () => {
  const link = await installer.call('downloadReport', { plantId, reportId })
  const pdf = await (await installer.get(link.url)).arrayBuffer()
  const { plants } = await installer.call('getAllPlants', {})
  return {
    // In a fixed order: the list sorts by state, which changes while units run.
    plants: plants.map(({ plant_id, plantname }) => [plant_id, plantname]).sort(),
    members: await installer.call('getPlantUsers', { plantId }),
    report: await installer.call('getTestReport', { plantId, testId }),
    pdf: Buffer.from(pdf).toString('base64'),
    // Nothing is missing after a move.
    gaps: (await installer.call('getLogbookDetails', { plantId, of: 'gaps' })).entries,
  }
}

type Installation = Pick<Config, 'dataDir' | 'databaseUrl'>

const printOnce = async (installation: Installation) => {
  const database = await openDatabase({ ...installation, log: quietLog() })
  return fingerprintOf(database).finally(() => database.close())
}

/** Kills the restore as soon as it has an open transaction in the target, and waits for the rollback. */
const abortRestore = async (backup: string, target: Installation) => {
  const database = await openDatabase({ ...target, log: quietLog(), poolSize: 1 })
  const otherConnections = `select 1 from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
  const child = startOperatorCommand('restore', ['--from', backup], target)
  await pollUntil('rows to be written', async () => {
    const { rows } = await database.pool.query(
      `${otherConnections} and query ilike 'copy %' and xact_start is not null`,
    )
    return rows.length > 0
  })
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await pollUntil('it to be undone', async () => (await database.pool.query(otherConnections)).rows.length === 0)
  expect(await fingerprintOf(database)).toEqual({})
  await database.close()
}

/** Stops the server, moves its installation to an empty one by backup and restore, and starts the server there. */
const moveTo = async (target: Installation, interrupt: (backup: string) => Promise<void> = async () => undefined) => {
  const backup = join(folder, `backup-${basename(target.dataDir)}`)
  await product.restart(async () => {
    const source = await printOnce(product.config)
    await runOperatorCommand('backup', ['--to', backup], product.config)
    await interrupt(backup)
    await runOperatorCommand('restore', ['--from', backup], target)
    expect(await printOnce(target)).toEqual(source)
    expect(await printOnce(product.config)).toEqual(source)
    return target
  })
  installer = await createApiClient(product.url).signIn('installer')
}

const waitForUnits = async () => {
  const channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
  await pollUntil('news of lamps', () => channel.received('lamps').length > 0)
  channel.close()
}

it('all data moves to a database server, also after an interruption, leaving the source unchanged', async () => {
  const before = await readReport()
  expect(before.gaps).toEqual([])
  const target = { dataDir: join(folder, 'of-a-server'), databaseUrl: cluster.url('postgres') }
  await moveTo(target, (backup) => abortRestore(backup, target))
  expect(await readReport()).toEqual(before)
  await waitForUnits()
})

it('all data moves back to a built-in database', async () => {
  const before = await readReport()
  await moveTo({ dataDir: join(folder, 'built-in'), databaseUrl: undefined })
  expect(await readReport()).toEqual(before)
  await waitForUnits()
})
