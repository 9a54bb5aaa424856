import { readFileSync } from 'node:fs'
import { createLog } from '../../server/src/adapters/log.ts'
import { openProduct } from '../../server/src/composition/product.ts'
import type { Config } from '../../server/src/config/config.ts'
import { demoPassword } from '../../server/src/demo/demo-accounts.ts'
import { seedDemo } from '../../server/src/demo/seed-demo.ts'

/**
 * The server in its own process, for a test to kill it. Takes a file with its configuration. It ends when the built-in
 * database stops, like the product's own program.
 */
const [, , path = ''] = process.argv
const start = JSON.parse(readFileSync(path, 'utf8')) as {
  config: Config
  estatePath: string
  migrationsFolder?: string
  /** Undeclared answers count as its failures. */
  checkOutput?: boolean
  /** Uses the machine's clock plus this offset; otherwise the product uses the database's clock. */
  aheadMs?: number
}
const { config, estatePath, migrationsFolder, checkOutput = false } = start

let { aheadMs } = start
process.on('message', (message: { aheadMs: number }) => {
  aheadMs = message.aheadMs
})
const log = createLog('error')
const tracing = config.tracing && (await import('../../server/src/adapters/tracing.ts')).startTracing(config.tracing)
const clock = { now: () => new Date(Date.now() + (aheadMs ?? 0)) }
const product = await openProduct({
  config,
  log,
  checkOutput,
  ...(aheadMs !== undefined && { clock }),
  ...(migrationsFolder && { migrationsFolder }),
})
void product.database.lost.then((err) => {
  log.error({ err }, 'the built-in database stopped')
  process.exit(1)
})
await product.inTransaction((work) =>
  seedDemo(work, estatePath, { hashPassword: product.hashPassword, password: demoPassword, at: new Date() }),
)
await product.listen()
process.send?.('ready')
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', async () => {
  await product.drain()
  await product.stop()
  await tracing?.stop()
  process.exit(0)
})
