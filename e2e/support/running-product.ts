import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../server/src/adapters/log.ts'
import { openProduct, type Product } from '../../server/src/composition/product.ts'
import type { Config, S3Config } from '../../server/src/config/config.ts'
import { openDemoRoutes, startDemo } from '../../server/src/demo/start-demo.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { usesCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { openTestBroker } from '../../server/src/testing/test-broker.ts'
import { openBalancer } from './balancer.ts'
import { openProductDatabase } from './product-database.ts'
import { testConfig } from './test-config.ts'
import { startUnitsInProcess } from './units-in-process.ts'

/** A unit of a suite's estate; see `simulator/src/estate.ts`. */
export type TestUnit = {
  type: string
  serial: string
  lamps: number
  enrolled?: boolean
  /** Key of a demo plant; `corePlants` also exist without a unit. */
  plant?: string
  /** The unit's part while units are alive. */
  plays?: 'inTrouble' | 'onBattery' | 'offline' | 'inhibited' | 'testing'
  boundElsewhere?: boolean
  /** The same seed gives the same lamps; by default the unit's index in the estate. */
  seed?: number
  fault?: { name: string; ms?: number; n?: number; code?: string; after?: number; levels?: number }
  /** Seconds by which the unit's clock is ahead. */
  clockOffsetS?: number
  keepaliveS?: number
}

/** Actions of a test at the front of a simulated unit. */
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

/**
 * The whole product: server, database and broker by `TEST_DATABASE` and `TEST_BROKER`, and the simulated units. With
 * PostgreSQL and Mosquitto it has two nodes behind a round-robin balancer.
 */
export const startProduct = async (options: {
  units: TestUnit[]
  speed?: number
  enrolmentWindowS?: number
  /** Units allowed to log in besides those of the estate. */
  credentialsFor?: string[]
  /** The units act on their own, as in the demo. */
  alive?: boolean
  /** Years of history of their plants, if they are alive. */
  years?: number
  /** File storage instead of a folder. */
  s3?: S3Config
  /** Host name for the browser, which passkeys require; by default the IP address. */
  hostName?: string
  /** The server's clock; by default the real one. */
  now?: () => Date
  /** The mail server; by default only the outbox page. */
  smtpUrl?: string
  /** Number of nodes with an external database and broker; two by default. */
  nodes?: number
  /** Disk size of a PostgreSQL, for a test to fill it. */
  databaseDiskMb?: number
  /** A separate PostgreSQL for this product, which may be stopped. */
  ownCluster?: boolean
  /** The simulated units run in their own process, as in the demo. */
  simulatorProcess?: boolean
  /** Answers are not compared with their declarations, as in production: for measurements. */
  uncheckedAnswers?: boolean
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-system-'))
  const { ownCluster = false, databaseDiskMb: diskMb } = options
  const postgresql = usesCluster() ? await openProductDatabase({ ownCluster, diskMb }) : null
  const unitIds = [...options.units.map((unit) => `${unit.type}_${unit.serial}`), ...(options.credentialsFor ?? [])]
  const mosquitto = process.env.TEST_BROKER === 'mosquitto' ? await openTestBroker(unitIds) : null
  const ports = await Promise.all(Array.from({ length: postgresql && mosquitto ? (options.nodes ?? 2) : 1 }, freePort))
  const [firstPort = 0] = ports
  const balancer = ports.length > 1 ? await openBalancer(ports) : null
  const port = balancer?.port ?? firstPort
  const nodeUrls = ports.map((nodePort) => `http://127.0.0.1:${nodePort}`)
  let config = testConfig({
    port: firstPort,
    dataDir: join(folder, 'data'),
    databaseUrl: postgresql?.url,
    mqttUrl: mosquitto?.url,
    mqttPort: await freePort(),
    enrolmentWindowS: options.enrolmentWindowS ?? 60,
    demoSpeed: options.speed ?? 600,
    s3: options.s3,
    smtpUrl: options.smtpUrl,
    publicUrl: `http://${options.hostName ?? '127.0.0.1'}:${port}`,
  })
  const estatePath = join(folder, 'estate.json')
  const units = options.units.map((unit, index) => ({ enrolled: false, seed: index + 1, ...unit }))
  writeFileSync(estatePath, JSON.stringify({ years: options.years, units }))

  const logLines: string[] = []
  const addLine = (line: string) => {
    logLines.push(line)
    // An unexpected error explains why a test failed.
    if (line.startsWith('{"level":"error"')) process.stderr.write(line)
  }
  const log = createLog('debug', { write: addLine })
  const openNode = (nodeConfig: Config) =>
    openProduct({
      config: nodeConfig,
      log,
      checkOutput: !options.uncheckedAnswers,
      ...(options.now && { clock: { now: options.now } }),
      ...(existsSync(join(webRoot, 'index.html')) ? { webRoot } : {}),
    })
  let otherProducts: Product[] = []
  /** Starts the other nodes after the first has filled the database. */
  const openOthers = async (panelPort: () => number) => {
    for (const [at, nodePort] of ports.slice(1).entries()) {
      const filesDir = join(config.dataDir, 'files')
      const node = await openNode({ ...config, port: nodePort, dataDir: join(folder, `node-${at + 2}`), filesDir })
      otherProducts.push(node)
      openDemoRoutes(node, panelPort)
      await node.listen()
    }
  }
  const stopOthers = async () => {
    const stoppedParts = otherProducts
    otherProducts = []
    await Promise.all(stoppedParts.map((node) => node.stop()))
  }
  const closeParts = async () => {
    await balancer?.close()
    await mosquitto?.close()
    await postgresql?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async () => {
    const first = await openNode(config)
    try {
      const demo = await startDemo(first, config, log, {
        estatePath,
        still: !options.alive,
        ...(!options.simulatorProcess && { startUnits: startUnitsInProcess }),
        ...(mosquitto ? { unitMqttUrl: mosquitto.unitUrl } : {}),
      })
      await openOthers(demo.panelPort)
      return { product: first, demo }
    } catch (error) {
      await stopOthers()
      await first.stop()
      await closeParts()
      throw error
    }
  }
  const started = await start()
  const { demo } = started
  let { product } = started
  const metricsUrls = () => [product, ...otherProducts].map((node) => node.metricsUrl() ?? '')

  return {
    url: config.publicUrl ?? '',
    /** URL of each node, bypassing the balancer. */
    nodeUrls,
    /** Where each node serves its metrics. */
    metricsUrls,
    /** Sum of a metric over all nodes; the pattern's first group is its value. */
    async counted(pattern: RegExp): Promise<number> {
      const texts = await Promise.all(metricsUrls().map(async (metricsUrl) => (await fetch(metricsUrl)).text()))
      const found = texts.flatMap((text) => [...text.matchAll(new RegExp(pattern, 'gm'))])
      return found.reduce((total, [, value]) => total + Number(value), 0)
    },
    get config() {
      return config
    },
    /** The server's log lines. */
    logLines,
    /** The broker's address for units. */
    unitMqttUrl: mosquitto?.unitUrl ?? product.mqttUrl,
    /** The broker's address for the platform. */
    platformMqttUrl: product.platformMqttUrl,
    product: () => product,
    /** Suspends or resumes this product's PostgreSQL. */
    signalDatabase: (signal: 'SIGSTOP' | 'SIGCONT') => postgresql?.signal(signal),
    /** The disk of this product's PostgreSQL, if its size was given. */
    databaseDisk: postgresql?.disk ?? null,
    async panel(unit: string, action: PanelAction, body: unknown): Promise<unknown> {
      const answer = await fetch(`http://127.0.0.1:${demo.panelPort()}/panel/${unit}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`panel ${unit} ${action}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    /** Sets the units' speed relative to real time. */
    async setSpeed(speed: number): Promise<void> {
      const body = JSON.stringify({ speed })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${demo.panelPort()}/speed`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`speed ${speed}: ${answer.status}`)
    },
    async panelState(unit: string): Promise<Record<string, unknown>> {
      const answer = await fetch(`http://127.0.0.1:${demo.panelPort()}/panel/${unit}`)
      return (await answer.json()) as Record<string, unknown>
    },
    /** Restarts the server on the same data, or on changes made meanwhile; the units keep running. */
    async restart(changeSettings: () => Promise<Partial<Config>> = async () => ({})): Promise<void> {
      await stopOthers()
      await product.stop()
      config = { ...config, ...(await changeSettings()) }
      product = await openNode(config)
      await product.listen()
      await openOthers(demo.panelPort)
    },
    async stop(): Promise<void> {
      await demo.stop()
      await stopOthers()
      await product.stop()
      await closeParts()
    },
  }
}
