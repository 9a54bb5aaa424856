import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../server/src/adapters/log.ts'
import type { Config, S3Config } from '../../server/src/config.ts'
import { startDemo } from '../../server/src/demo/start-demo.ts'
import { openProduct } from '../../server/src/product.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { prepareDataDir } from '../../server/src/testing/pglite-templates.ts'
import { startPostgresqlCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { openTestBroker } from '../../server/src/testing/test-broker.ts'
import { testConfig } from './test-config.ts'

/** A unit of the estate that a suite runs with; see `simulator/src/estate.ts`. */
export type TestUnit = {
  type: string
  serial: string
  lamps: number
  enrolled?: boolean
  /** Key of a plant of the demo; `corePlants` are there without a unit, too. */
  plant?: string
  /** What it goes through where units are alive. */
  plays?: 'inTrouble' | 'onBattery' | 'offline' | 'inhibited' | 'testing'
  boundElsewhere?: boolean
  /** Lamps of the same seed are the same lamps; its place in the estate where it is left out. */
  seed?: number
  fault?: { name: string; ms?: number; n?: number; code?: string; after?: number; levels?: number }
  /** Seconds that the unit's clock is ahead. */
  clockOffsetS?: number
  keepaliveS?: number
}

/** What a test may do at the front of a simulated unit. */
type PanelAction =
  | 'press'
  | 'fault'
  | 'mains'
  | 'lamp-fault'
  | 'unit-fault'
  | 'attach'
  | 'clock'
  | 'input'
  | 'line'
  | 'exchange'
  | 'bluetooth'

export type RunningProduct = Awaited<ReturnType<typeof startProduct>>

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

const openPostgresql = async (diskMb: number | undefined) => {
  const cluster = await startPostgresqlCluster(diskMb === undefined ? {} : { diskMb })
  const { stop, signal, disk } = cluster
  return { url: cluster.url('postgres'), stop, signal, disk }
}

/**
 * The whole product as a user meets it: server, database and broker as the environment says (`TEST_DATABASE`,
 * `TEST_BROKER`), and the simulated units in a process of their own. Unless the units are alive,
 * nothing happens but what a test makes happen.
 */
export const startProduct = async (options: {
  units: TestUnit[]
  speed?: number
  enrolmentWindowS?: number
  /** Units that may log in besides those of the estate. */
  credentialsFor?: string[]
  /** The units live by themselves, as in the demo. */
  alive?: boolean
  /** Years that their plants have behind them, where they live. */
  years?: number
  /** Where files are kept instead of in a folder. */
  s3?: S3Config
  /** The browser calls the product by this name, as passkeys ask for; by its address otherwise. */
  hostName?: string
  /** The server's clock; the real one where it is left out. */
  now?: () => Date
  /** The mail server that mails go to; the outbox page alone where it is left out. */
  smtpUrl?: string
  /** Size of the disk on which the data of a PostgreSQL lie, so that it can be filled. */
  databaseDiskMb?: number
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-system-'))
  const postgresql = process.env.TEST_DATABASE === 'postgresql' ? await openPostgresql(options.databaseDiskMb) : null
  if (!postgresql) await prepareDataDir(join(folder, 'data'))
  const unitIds = [...options.units.map((unit) => `${unit.type}_${unit.serial}`), ...(options.credentialsFor ?? [])]
  const mosquitto = process.env.TEST_BROKER === 'mosquitto' ? await openTestBroker(unitIds) : null
  const port = await freePort()
  let config = testConfig({
    port,
    dataDir: join(folder, 'data'),
    databaseUrl: postgresql?.url,
    mqttUrl: mosquitto?.url,
    mqttPort: await freePort(),
    enrolmentWindowS: options.enrolmentWindowS ?? 60,
    demoSpeed: options.speed ?? 600,
    s3: options.s3,
    smtpUrl: options.smtpUrl,
    ...(options.hostName && { publicUrl: `http://${options.hostName}:${port}` }),
  })
  const estatePath = join(folder, 'estate.json')
  const units = options.units.map((unit, index) => ({ enrolled: false, seed: index + 1, ...unit }))
  writeFileSync(estatePath, JSON.stringify({ years: options.years, units }))

  const logLines: string[] = []
  const keepLine = (line: string) => {
    logLines.push(line)
    // What went wrong unexpectedly says why a test failed.
    if (line.startsWith('{"level":50')) process.stderr.write(line)
  }
  const open = async () => {
    const log = createLog('debug', { write: keepLine })
    const product = await openProduct({
      config,
      log,
      checkOutput: true,
      ...(options.now && { clock: { now: options.now } }),
      ...(existsSync(join(webRoot, 'index.html')) ? { webRoot } : {}),
    })
    return { product, log }
  }
  const closeParts = async () => {
    await mosquitto?.close()
    await postgresql?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async () => {
    const opened = await open()
    try {
      const demo = await startDemo(opened.product, config, opened.log, {
        estatePath,
        still: !options.alive,
        ...(mosquitto ? { unitMqttUrl: mosquitto.unitUrl } : {}),
      })
      return { ...opened, demo }
    } catch (error) {
      await opened.product.stop()
      await closeParts()
      throw error
    }
  }
  const { demo, ...opened } = await start()
  let { product } = opened

  return {
    url: config.publicUrl ?? '',
    get config() {
      return config
    },
    /** What the server has logged, line by line. */
    logLines,
    /** Where units reach the broker. */
    unitMqttUrl: mosquitto?.unitUrl ?? product.mqttUrl,
    /** Where the platform itself does. */
    platformMqttUrl: product.platformMqttUrl,
    product: () => product,
    /** Makes the PostgreSQL of this product stand still, or go on. */
    signalDatabase: (signal: 'SIGSTOP' | 'SIGCONT') => postgresql?.signal(signal),
    /** The disk of this product's PostgreSQL, where its size was given. */
    databaseDisk: postgresql?.disk ?? null,
    async panel(unit: string, action: PanelAction, body: unknown): Promise<unknown> {
      const answer = await fetch(`http://127.0.0.1:${demo.panelPort}/panel/${unit}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`panel ${unit} ${action}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    async panelState(unit: string): Promise<Record<string, unknown>> {
      const answer = await fetch(`http://127.0.0.1:${demo.panelPort}/panel/${unit}`)
      return (await answer.json()) as Record<string, unknown>
    },
    /** Stops the server and starts it anew on the same data, or on what was made meanwhile; the units go on. */
    async restart(meanwhile: () => Promise<Partial<Config>> = async () => ({})): Promise<void> {
      await product.stop()
      config = { ...config, ...(await meanwhile()) }
      ;({ product } = await open())
      await product.listen()
    },
    async stop(): Promise<void> {
      await demo.stop()
      await product.stop()
      await closeParts()
    },
  }
}
