import { createLog } from '../adapters/log.ts'
import { notifySystemd } from '../adapters/systemd.ts'
import { openProduct, type Product } from '../composition/product.ts'
import type { Config } from '../config/config.ts'
import { startDemo } from '../demo/start-demo.ts'

/** Milliseconds in which a server without a database has to stop. */
const shutdownTimeoutMs = 3_000

const settingOf = (port: number | undefined, { mqttPort, metrics }: Config): string => {
  if (port === mqttPort) return 'MQTT_PORT'
  return port === metrics?.port ? 'METRICS_PORT' : 'PORT'
}

/** Explains a failed start to the operator. */
const explain = (error: unknown, config: Config): string => {
  const { code, port, message } = error as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port with ${settingOf(port, config)}.`
  if (code === 'EACCES') return `Port ${port} cannot be opened by this user. Choose a port above 1024.`
  return message ?? String(error)
}

type ServeOptions = {
  config: Config
  webRoot?: string
  /** Environment variables without effect that look like settings. */
  unused: readonly string[]
}

/** Runs the server until a signal or the loss of its database ends the process. */
export const serve = async ({ config, webRoot, unused }: ServeOptions): Promise<void> => {
  const log = createLog(config.mode === 'demo' ? (process.env.LOG_LEVEL ?? 'warn') : config.logLevel)
  if (unused.length > 0) log.warn({ variables: unused }, 'these variables look like settings, but have no effect')
  const notify = (state: 'ready' | 'stopping') =>
    notifySystemd(state, (err) => log.warn({ err, state }, 'systemd was not notified'))
  let product: Product | null = null
  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    await notify('stopping')
    await demo?.stop()
    await product?.stop()
    await tracing?.stop()
    process.exit(exitCode)
  }
  const drain = new AbortController()
  process.on('SIGINT', () => {
    drain.abort()
    void stop(0)
  })
  process.on('SIGTERM', async () => {
    if (product)
      log.info(
        { seconds: config.drainSeconds },
        'vigilux is stopping: it is no longer ready, and serves for these seconds',
      )
    await product?.drain(drain.signal)
    await stop(0)
  })
  let demo: Awaited<ReturnType<typeof startDemo>> | null = null
  // Loaded only where it is configured.
  const tracing = config.tracing && (await import('../adapters/tracing.ts')).startTracing(config.tracing)
  try {
    product = await openProduct({ config, log, ...(webRoot && { webRoot }) })
    if (config.mode === 'demo') demo = await startDemo(product, config, log)
    else await product.listen()
    void product.database.lost.then((error) => {
      log.error({ err: error }, 'the built-in database stopped; the server stops')
      // Pending writes cannot be stored any more.
      setTimeout(() => process.exit(1), shutdownTimeoutMs)
      return stop(1)
    })
    if (demo) console.log(demo.welcome)
    else log.info({ url: product.url }, 'vigilux serves')
    await notify('ready')
  } catch (error) {
    console.error(explain(error, config))
    await stop(1)
  }
}
