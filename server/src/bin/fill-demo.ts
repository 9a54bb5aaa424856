import { createLog } from '../adapters/log.ts'
import { openProduct } from '../composition/product.ts'
import { demoConfig } from '../config/config.ts'
import { fillDemo } from '../demo/start-demo.ts'
import { run } from './operator.ts'

/**
 * First start of `npm start`: creates and fills the demo's database while the web client is built. A separate process
 * frees its memory at the end.
 */
await run(async () => {
  const log = createLog(process.env.LOG_LEVEL ?? 'warn')
  const product = await openProduct({ config: demoConfig(process.env), log })
  await fillDemo(product).finally(() => product.stop())
})
