import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { type BrokerLimits, type EmbeddedBroker, openEmbeddedBroker } from '../adapters/broker/embedded-broker.ts'
import { type MosquittoTls, mosquittoPasswordLine, writeMosquittoFiles } from '../adapters/broker/mosquitto-files.ts'
import { freePort } from './free-port.ts'

/** The broker of this test run. */
export const brokerKind = process.env.TEST_BROKER === 'mosquitto' ? 'mosquitto' : 'aedes'
export const isEmbedded = brokerKind === 'aedes'

export const testFactoryKey = 'factory-key-of-the-tests'
export const testPlatformPassword = 'platform-password-of-the-tests'
/**
 * User with read access to everything on Mosquitto, because only units receive the platform's messages to them. Its
 * name is also its password.
 */
export const testObserver = 'observer'
const host = '127.0.0.1'
export const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

export type TestBroker = {
  /** URLs for the server and for units. */
  url: string
  unitUrl: string
  embeddedBroker: EmbeddedBroker | null
  close(): Promise<void>
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** A Mosquitto process for tests to kill and restart on its data. */
export type MosquittoBroker = TestBroker & {
  /** Pauses or continues the process; ignored if it is not running. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  isRunning(): boolean
  /** Writes its files for other units, and makes it read them. */
  reload(units: readonly string[]): Promise<void>
  kill(): Promise<void>
  /** Ignored if it is running. */
  start(): Promise<void>
}

type MosquittoSettings = { tls?: MosquittoTls; platformTls?: MosquittoTls }

const writeFiles = async (
  folder: string,
  units: readonly string[],
  settings: MosquittoSettings & { unitPort: number; platformPort: number },
) => {
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder, { recursive: true })
  const conf = await writeMosquittoFiles({
    folder,
    dataFolder,
    unitHost: host,
    platformHost: host,
    ...settings,
    factoryKey: testFactoryKey,
    platformPassword: testPlatformPassword,
    units,
  })
  await appendFile(join(folder, 'passwords-platform'), `${mosquittoPasswordLine(testObserver, testObserver)}\n`)
  await appendFile(join(folder, 'acl-platform'), `\nuser ${testObserver}\ntopic read #\n`)
  // Started by root it becomes the user `mosquitto`, who has to read these files.
  await Promise.all([chmod(folder, 0o755), chmod(dataFolder, 0o777)])
  await Promise.all(
    ['passwords-units', 'passwords-platform', 'acl-units', 'acl-platform'].map((name) =>
      chmod(join(folder, name), 0o644),
    ),
  )
  return conf
}

export const openMosquitto = async (
  units: readonly string[],
  tls: MosquittoSettings = {},
): Promise<MosquittoBroker> => {
  const folder = await mkdtemp(join(tmpdir(), 'vigilux-mosquitto-'))
  const ports = { unitPort: await freePort(), platformPort: await freePort() }
  const conf = await writeFiles(folder, units, { ...ports, ...tls })
  let broker: ChildProcess | null = null
  const isRunning = () => broker !== null && broker.exitCode === null && broker.signalCode === null
  // Also when the tests are aborted: no broker may outlive them.
  const endAtOnce = () => broker?.kill('SIGKILL')
  process.once('exit', endAtOnce)
  const start = async () => {
    if (isRunning()) return
    const started = spawn('/usr/sbin/mosquitto', ['-c', conf], { stdio: ['ignore', 'pipe', 'inherit'] })
    broker = started
    const packets: Buffer[] = []
    started.stdout.on('data', (chunk: Buffer) => packets.push(chunk))
    for (let attempt = 0; !(await listens(ports.unitPort)); attempt++) {
      if (!isRunning() || attempt > 200) throw new Error(`mosquitto did not start: ${Buffer.concat(packets)}`)
      await delay(25)
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!broker || !isRunning()) return
    const exited = once(broker, 'exit')
    broker.kill(signal)
    await exited
  }
  await start()
  return {
    url: `${tls.platformTls ? 'mqtts' : 'mqtt'}://${host}:${ports.platformPort}`,
    unitUrl: `${tls.tls ? 'mqtts' : 'mqtt'}://${host}:${ports.unitPort}`,
    embeddedBroker: null,
    signal: (signal) => void (isRunning() && broker?.kill(signal)),
    isRunning,
    reload: async (listed) => {
      await writeFiles(folder, listed, { ...ports, ...tls })
      broker?.kill('SIGHUP')
    },
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      process.off('exit', endAtOnce)
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A separate broker on free ports, which knows the given units. */
export const openTestBroker = async (
  units: readonly string[],
  limits: Partial<BrokerLimits> = {},
): Promise<TestBroker> => {
  if (!isEmbedded) return openMosquitto(units)
  const embeddedBroker = await openEmbeddedBroker({
    port: 0,
    host,
    factoryKey: testFactoryKey,
    platformPassword: testPlatformPassword,
    log: silentLog,
    limits,
  })
  const at = (port: number) => `mqtt://${host}:${port}`
  return {
    url: at(embeddedBroker.platformPort),
    unitUrl: at(embeddedBroker.port),
    embeddedBroker,
    close: embeddedBroker.close,
  }
}

/** An MQTT client with the correct credentials of a unit by default. */
export const unitClient = (
  broker: Pick<TestBroker, 'unitUrl'>,
  unit: string,
  options: IClientOptions = {},
): MqttClient =>
  mqtt.connect(broker.unitUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(testFactoryKey, unit),
    clean: true,
    reconnectPeriod: 0,
    ...options,
  })

/** The same, once connected; rejects if refused. */
export const connectUnit = async (broker: Pick<TestBroker, 'unitUrl'>, unit: string, options: IClientOptions = {}) => {
  const client = unitClient(broker, unit, options)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}
