import { readFileSync } from 'node:fs'
import { createLog } from '../../server/src/adapters/log.ts'
import type { Config } from '../../server/src/config.ts'
import { demoPassword } from '../../server/src/demo/demo-accounts.ts'
import { seedDemo } from '../../server/src/demo/seed-demo.ts'
import { openProduct } from '../../server/src/product.ts'

/** The server in a process of its own, so that a test can kill it outright. Takes a file with its configuration. */
const [, , path = ''] = process.argv
const { config, estatePath, migrationsFolder } = JSON.parse(readFileSync(path, 'utf8')) as {
  config: Config
  estatePath: string
  migrationsFolder?: string
}

const product = await openProduct({ config, log: createLog('error'), ...(migrationsFolder && { migrationsFolder }) })
await product.inTransaction((tx) =>
  seedDemo(tx, estatePath, { hashPassword: product.hashPassword, password: demoPassword, at: new Date() }),
)
await product.listen()
process.send?.('ready')
process.once('SIGTERM', () => void product.stop().then(() => process.exit(0)))
