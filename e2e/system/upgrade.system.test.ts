import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/src/adapters/database/open-database.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { environmentOf } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

const mainPath = fileURLToPath(new URL('../../server/src/bin/main.ts', import.meta.url))
let product: RunningProduct

beforeAll(async () => {
  product = await startProduct({ units: [] })
})
afterAll(async () => {
  await product?.stop()
})

it('an older program on newer data does not start and names the reason', async () => {
  const errorOutput = Promise.withResolvers<string>()
  await product.restart(async () => {
    const database = await openDatabase({ ...product.config, log: quietLog(), poolSize: 1 })
    const newer = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', 9e15)`
    await database.pool.query(newer)
    await database.close()
    execFile(
      process.execPath,
      [mainPath, '--demo'],
      { env: { ...environmentOf(product.config), PORT: '0', MQTT_PORT: '0' } },
      (error, _, stderr) => errorOutput.resolve(`${error?.code} ${stderr}`),
    )
    expect(await errorOutput.promise).toMatch(
      /^1 The database has \d+ migrations and this program knows \d+: the database is newer/,
    )
    const reopened = await openDatabase({ ...product.config, log: quietLog(), poolSize: 1 })
    await reopened.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'of a later release'`)
    await reopened.close()
    return {}
  })
})
