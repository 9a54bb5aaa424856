import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { startSimulator } from '../../server/src/demo/simulator-process.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startPostgresqlCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { quietLog } from '../../server/src/testing/quiet-log.ts'
import { openTestBroker, testFactoryKey, testObserver } from '../../server/src/testing/test-broker.ts'
import { openBalancer } from './balancer.ts'
import { createKillableProcess, type KillableProcess } from './killable-process.ts'
import type { TestUnit } from './running-product.ts'
import { testConfig } from './test-config.ts'

const serverPath = fileURLToPath(new URL('killable-server.ts', import.meta.url))

export type RunningNode = { url: string; metricsUrl: string } & Pick<KillableProcess, 'pid' | 'end'> & {
    /** No-op while it runs. With a migrations folder it starts a later release of the program. */
    start(migrationsFolder?: string): Promise<void>
  }

export type RunningNodes = Awaited<ReturnType<typeof startNodes>>

/** A module to shift the clock of its process. */
const clockAhead = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(`const Real = Date
  globalThis.Date = class Date extends Real {
    constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ${ms}) }
    static now() { return Real.now() + ${ms} }
  }`)}`

type NodeStart = { url: string; metricsUrl: string; startFile: string; what: object; clockAheadMs: number }

const createNode = ({ url, metricsUrl, startFile, what: processName, clockAheadMs }: NodeStart): RunningNode => {
  const execArgv = clockAheadMs === 0 ? [] : ['--import', clockAhead(clockAheadMs)]
  const { pid, end, start } = createKillableProcess({ program: serverPath, startFile, processName, execArgv })
  return { url, metricsUrl, pid, end, start: (migrationsFolder) => start({ migrationsFolder }) }
}

/**
 * Several server nodes in their own processes, on one PostgreSQL and one Mosquitto, behind a balancer, with the
 * simulated units in another process. Nothing happens except by the test.
 */
export const startNodes = async ({
  count,
  units,
  smtpUrl,
  credentialsFor = [],
  clocksAheadMs = [],
  drainSeconds = 0,
}: {
  count: number
  units: TestUnit[]
  /** Mail server; without it mails are only stored, as in the demo. */
  smtpUrl?: string
  /** Units allowed to log in besides those of the estate. */
  credentialsFor?: string[]
  /** Clock offset of each node; none by default. */
  clocksAheadMs?: number[]
  /** Seconds for which a stopping node still serves. */
  drainSeconds?: number
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-nodes-'))
  const cluster = await startPostgresqlCluster()
  const broker = await openTestBroker([...units.map(({ type, serial }) => `${type}_${serial}`), ...credentialsFor])
  const estatePath = join(folder, 'estate.json')
  writeFileSync(
    estatePath,
    JSON.stringify({ units: units.map((unit, at) => ({ enrolled: false, seed: at + 1, ...unit })) }),
  )
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const metricsPorts = await Promise.all(ports.map(freePort))
  const balancer = await openBalancer(ports)
  const sharedConfig = {
    databaseUrl: cluster.url('postgres'),
    mqttUrl: broker.url,
    filesDir: join(folder, 'files'),
    publicUrl: `http://127.0.0.1:${balancer.port}`,
    authSecret: 'secret of the nodes of this test',
    logLevel: 'error' as const,
    drainSeconds,
    ...(smtpUrl && { smtpUrl }),
  }
  const storage = { databaseUrl: sharedConfig.databaseUrl, dataDir: folder }
  const nodes = ports.map((port, at) => {
    const dataDir = join(folder, `node-${at}`)
    mkdirSync(dataDir)
    const metricsPort = metricsPorts[at] ?? 0
    const metrics = { host: '127.0.0.1', port: metricsPort, token: undefined }
    const config = testConfig({ ...sharedConfig, port, metrics, dataDir })
    return createNode({
      url: `http://127.0.0.1:${port}`,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      startFile: join(dataDir, 'start.json'),
      what: { config, estatePath },
      clockAheadMs: clocksAheadMs[at] ?? 0,
    })
  })
  const closeParts = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await balancer.close()
    await broker.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const startAll = async () => {
    // The first node fills the database; the others use it.
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map((node) => node.start()))
    return startSimulator({
      mqttUrl: broker.unitUrl,
      factoryKey: testFactoryKey,
      speed: 600,
      estatePath,
      stateFile: join(folder, 'simulator.json'),
      still: true,
      log: quietLog() as never,
    })
  }
  const simulator = await startAll().catch(async (error: unknown) => {
    await closeParts()
    throw error
  })

  return {
    url: sharedConfig.publicUrl,
    nodes,
    unitMqttUrl: broker.unitUrl,
    databaseUrl: sharedConfig.databaseUrl,
    /** Installation settings for an operator's command. */
    storage,
    /** Subscribes to messages of servers and units; `end` unsubscribes. */
    async listen(filter: string) {
      const receivedMessages: { topic: string; body: Record<string, unknown> }[] = []
      const client = await mqtt.connectAsync(broker.url, {
        username: testObserver,
        password: testObserver,
      })
      client.on('message', (topic, payload) => void receivedMessages.push({ topic, body: JSON.parse(String(payload)) }))
      await client.subscribeAsync(filter, { qos: 1 })
      return { receivedMessages, end: () => client.endAsync(true) }
    },
    async panel(unit: string, action: string, body: unknown): Promise<Record<string, unknown>> {
      const answer = await fetch(`http://127.0.0.1:${simulator.panelPort}/panel/${unit}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`panel ${unit} ${action}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Record<string, unknown>
    },
    async panelState(unit: string): Promise<Record<string, unknown>> {
      return (await (await fetch(`http://127.0.0.1:${simulator.panelPort}/panel/${unit}`)).json()) as Record<
        string,
        unknown
      >
    },
    async stop(): Promise<void> {
      await simulator.stop()
      await closeParts()
    },
  }
}
