import { createLog } from '../adapters/log.ts'
import { openProduct } from '../composition/product.ts'
import { demoConfig } from '../config/config.ts'
import { fillDemo } from '../demo/start-demo.ts'
import { run } from './operator.ts'

/**
 * First start of `npm start`: makes the database and fills it with the data of the demo, while the web client is built. In a
 * process of its own, so that the server does not keep the memory that this takes.
 */
await run(async () => {
  const log = createLog(process.env.LOG_LEVEL ?? 'warn')
  const product = await openProduct({ config: demoConfig(process.env), log })
  await fillDemo(product).finally(() => product.stop())
})
