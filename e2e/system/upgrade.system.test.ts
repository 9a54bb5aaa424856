import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/src/adapters/database/open-database.ts'
import { printOf } from '../../server/src/testing/database-print.ts'
import { createDatabase } from '../../server/src/testing/postgresql-cluster.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { createApiClient } from '../support/api-client.ts'
import { environmentOf, operate } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Backups of small installations, taken from each release before the next one changes its tables. */
const backups = fileURLToPath(new URL('../../server/src/testing/backups/', import.meta.url))
const mainPath = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vigilux-upgrade-'))
let product: RunningProduct

beforeAll(async () => {
  product = await startProduct({ units: [] })
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const restoreRelease = async (release: string) => {
  const { databaseUrl } = product.config
  const name = `release_${release.replaceAll('.', '_')}`
  const url = (database: string) => (databaseUrl ?? '').replace(/\/\w+\?/, `/${database}?`)
  if (databaseUrl) await createDatabase({ url }, name)
  const installation = { dataDir: join(folder, name), databaseUrl: databaseUrl && url(name) }
  await operate('restore', ['--from', join(backups, release)], installation)
  // What the release holds must not go while the test looks, however old it has become.
  const forEver = {
    accessLog: 24,
    audit: 1_200,
    commands: 1_200,
    deletedLogbook: 120,
    energy: 1_200,
    lampHistory: 1_200,
    telemetry: 1_200,
    mail: 1_200,
    securityLog: 1_200,
  }
  return { ...installation, keepMonths: forEver }
}

const countsOf = async (): Promise<Record<string, number>> => {
  const print = await printOf(product.product().database)
  return Object.fromEntries(Object.entries(print).map(([table, text]) => [table, Number(text.split(' ')[0])]))
}

describe.each(readdirSync(backups))('an installation of release %s', (release) => {
  it('is brought up to date by the start of this one, and nothing is missing', async () => {
    await product.restart(() => restoreRelease(release))
    const { rows } = JSON.parse(readFileSync(join(backups, release, 'manifest.json'), 'utf8')) as {
      rows: Record<string, number>
    }
    const lasting = [
      'user',
      'plant',
      'plant_member',
      'unit_record',
      'test_run',
      'test_result',
      'report',
      'file',
      'audit',
      'mail',
    ]
    const counts = await countsOf()
    for (const table of lasting) {
      expect(rows[table], table).toBeGreaterThan(0)
      expect(counts[table], table).toBe(rows[table])
    }
  })

  it('signs people in, and has their tests, audit and files', async () => {
    const installer = await createApiClient(product.url).signIn('installer')
    const { plants } = await installer.call('getAllPlants', { search: 'San Camillo' })
    const plantId = plants[0]?.plant_id ?? ''
    const { tests } = await installer.call('getTests', { plantId })
    const testId = tests[0]?.id ?? ''
    expect((await installer.call('getTestReport', { plantId, testId })).results).toHaveLength(3)
    expect((await installer.call('getAudit', { plantId })).total).toBeGreaterThan(0)
    const { database, ports } = product.product()
    const { rows } = await database.pool.query('select file_id as key from report')
    const content = await ports.files.get(rows[0].key)
    const pdf = content ? await buffer(content) : Buffer.alloc(0)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

it('an older program on newer data does not start, and says so', async () => {
  const said = Promise.withResolvers<string>()
  await product.restart(async () => {
    const database = await openDatabase({ ...product.config, log: quietLog(), poolSize: 1 })
    const newer = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 9e15)`
    await database.pool.query(newer)
    await database.close()
    execFile(
      process.execPath,
      [mainPath, '--demo'],
      { env: { ...environmentOf(product.config), PORT: '0', MQTT_PORT: '0' } },
      (error, _, stderr) => said.resolve(`${error?.code} ${stderr}`),
    )
    expect(await said.promise).toMatch(
      /^1 The database has \d+ migrations and this program knows \d+: the database is newer/,
    )
    const again = await openDatabase({ ...product.config, log: quietLog(), poolSize: 1 })
    await again.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'of a later release'`)
    await again.close()
    return {}
  })
})
