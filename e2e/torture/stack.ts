import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { databaseFolder } from '../../server/src/adapters/database/data-folder.ts'
import { runningPostmaster, stopPostmaster } from '../../server/src/adapters/database/postmaster.ts'
import { runningDatabase } from '../../server/src/adapters/database/running-database.ts'
import type { Config } from '../../server/src/config/config.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { type InspectionQuery, inspectDatabase } from '../../server/src/testing/inspect-database.ts'
import { killBackendOf, startPostgresqlCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { canMount, openSmallDisk } from '../../server/src/testing/small-disk.ts'
import { openMosquitto, testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { openBalancer } from '../support/balancer.ts'
import { createKillableProcess, type KillableProcess } from '../support/killable-process.ts'
import { testConfig } from '../support/test-config.ts'
import { type Entry, followJournal } from './journal.ts'
import type { LedgerUnit, LedgerUnitOptions } from './ledger-unit.ts'
import { openMachineClock } from './machine-clock.ts'
import { createSteppedClock } from './stepped-clock.ts'

export const stackNames = ['built-in', 'postgresql'] as const
export type StackName = (typeof stackNames)[number]

/** A part for killing, suspending and restarting. */
export type Part = {
  name: string
  isRunning(): boolean
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  kill(): Promise<void>
  /** No-op while it runs; rejects when its dependency is down. */
  start(): Promise<void>
}

export type Stack = Awaited<ReturnType<typeof openStack>>

const serverPath = fileURLToPath(new URL('../support/killable-server.ts', import.meta.url))
const unitsPath = fileURLToPath(new URL('units-process.ts', import.meta.url))
const builtInDiskMb = 768
const postgresqlDiskMb = 192

const lamps = 8
/** Two processes: half of the units keeps running while the other is down. */
export const estate: readonly (readonly LedgerUnit[])[] = [
  [
    { type: 'logica', serial: '0A1B01', lamps, seed: 1 },
    { type: 'cablecom', serial: '0A1B02', lamps, seed: 2 },
  ],
  [
    { type: 'logica', serial: '0A1B03', lamps, seed: 3 },
    { type: 'sicuro', serial: '0A1B04', lamps, seed: 4 },
  ],
]
export const ledgerUnits = estate.flat().map(({ type, serial }) => unitId(type, serial))

/** Closes all opened parts in reverse order, even if opening fails halfway. */
const createClosing = () => {
  const closing: (() => unknown)[] = []
  return {
    onClose: (end: () => unknown) => void closing.push(end),
    close: async () => {
      for (const end of closing.splice(0).reverse()) await end()
    },
  }
}

type Closing = ReturnType<typeof createClosing>

/** Dependencies of a stack's server. */
type Ground = {
  nodes: number
  config: Partial<Config>
  disk: { fill(): void; free(): void } | null
  databaseUrl(): string
  database: Part | null
  /** Kills one backend process of the database. */
  killBackend(): boolean
  broker: Part | null
  unitMqttUrl: string
  dataDirs: string[]
}

const openBuiltIn = async (folder: string, { onClose }: Closing): Promise<Ground> => {
  const disk = canMount() ? openSmallDisk(join(folder, 'disk'), builtInDiskMb) : null
  if (disk) onClose(disk.close)
  const dataDir = join(disk?.path ?? folder, 'data')
  // The database outlives a killed server.
  onClose(() => stopPostmaster(databaseFolder(dataDir)))
  const mqttPort = await freePort()
  return {
    nodes: 1,
    config: { mqttPort },
    disk,
    dataDirs: [dataDir],
    database: null,
    broker: null,
    killBackend: () => {
      const postmaster = runningPostmaster(databaseFolder(dataDir))
      return postmaster !== undefined && killBackendOf(postmaster.pid)
    },
    databaseUrl: () => {
      const postmaster = runningDatabase(dataDir)
      if (!postmaster) throw new Error('the built-in database does not run')
      return postmaster
    },
    unitMqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
  }
}

const openOutside = async (folder: string, { onClose }: Closing): Promise<Ground> => {
  const cluster = await startPostgresqlCluster({
    isDurable: true,
    ...(canMount() && { diskMb: postgresqlDiskMb }),
  })
  onClose(cluster.stop)
  // A suspended process could not be stopped.
  onClose(() => cluster.signal('SIGCONT'))
  const broker = await openMosquitto(ledgerUnits)
  onClose(broker.close)
  onClose(() => broker.signal('SIGCONT'))
  const databaseUrl = cluster.url('postgres')
  return {
    nodes: 2,
    config: { databaseUrl, mqttUrl: broker.url, filesDir: join(folder, 'files') },
    disk: cluster.disk,
    databaseUrl: () => databaseUrl,
    database: { ...cluster, name: 'database' },
    killBackend: cluster.killBackend,
    broker: { ...broker, name: 'broker' },
    unitMqttUrl: broker.unitUrl,
    dataDirs: [0, 1].map((at) => join(folder, `node-${at}`)),
  }
}

const asPart = (name: string, process: KillableProcess, startSettings: () => object): Part => ({
  name,
  isRunning: process.isRunning,
  signal: process.signal,
  kill: () => process.end('SIGKILL'),
  start: () => process.start(startSettings()),
})

/** Retries the start until it succeeds; returns the error after the timeout. */
const startUntil = async (part: Part, isTimeUp: () => boolean): Promise<string | null> => {
  for (;;) {
    try {
      await part.start()
      return null
    } catch (error) {
      if (isTimeUp()) return (error as Error).message
    }
  }
}

/** A whole product of killable parts, with units with a ledger. `close` ends everything. */
export const openStack = async (name: StackName) => {
  const closing = createClosing()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'vigilux-torture-'))
    closing.onClose(() => rmSync(folder, { recursive: true, force: true }))
    return await openParts(name, folder, closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}

const openParts = async (name: StackName, folder: string, closing: Closing) => {
  const environment = await (name === 'built-in' ? openBuiltIn : openOutside)(folder, closing)
  const ports = await Promise.all(environment.dataDirs.map(freePort))
  const balancer = await openBalancer(ports)
  closing.onClose(balancer.close)
  const url = `http://127.0.0.1:${balancer.port}`
  const [estatePath, output] = [join(folder, 'estate.json'), join(folder, 'said.log')]
  const demoUnits = estate.flat().map((unit) => ({ ...unit, enrolled: true, plant: 'hospital' }))
  writeFileSync(estatePath, JSON.stringify({ units: demoUnits }))
  const machineClock = openMachineClock(join(folder, 'clock'))
  const sharedConfig = {
    ...environment.config,
    publicUrl: url,
    authSecret: 'secret of the stack under torture',
    roomsPerPlant: 1_000_000,
    demoSpeed: 1,
  }
  let aheadMs = 0
  let isTalking = false

  const servers = ports.map((port, at) => {
    const dataDir = environment.dataDirs[at] ?? ''
    mkdirSync(dataDir, { recursive: true })
    return createKillableProcess({
      program: serverPath,
      startFile: join(folder, `server-${at}.json`),
      output,
      processName: { config: testConfig({ ...sharedConfig, port, dataDir }), estatePath, checkOutput: true },
      env: { ...machineClock?.env },
    })
  })
  const journalPathOf = (unit: string): string => join(folder, `${unit}.jsonl`)
  const unitProcesses = estate.map((unitGroup, at) => {
    const line = { brokerUrl: environment.unitMqttUrl, factoryKey: testFactoryKey }
    const units = unitGroup.map(
      (unit): LedgerUnitOptions => ({ ...unit, ...line, journalPath: journalPathOf(unitId(unit.type, unit.serial)) }),
    )
    return createKillableProcess({
      program: unitsPath,
      startFile: join(folder, `units-${at}.json`),
      processName: { units },
      output,
    })
  })
  closing.onClose(() => Promise.all([...servers, ...unitProcesses].map((one) => one.end('SIGKILL'))))

  const nodes = servers.map((one, at) => asPart(`node ${at}`, one, () => ({ aheadMs })))
  const units = unitProcesses.map((one, at) => asPart(`units ${at}`, one, () => ({ isTalking })))
  // The first node fills the database; the others use it.
  for (const part of [...nodes, ...units]) await part.start()

  const journals = ledgerUnits.map((unit) => ({ unit, read: followJournal(journalPathOf(unit)) }))
  return {
    name,
    url,
    nodes,
    units,
    output,
    database: environment.database,
    killBackend: environment.killBackend,
    broker: environment.broker,
    disk: environment.disk,
    /** The product's clock. */
    clock: createSteppedClock((seconds) => {
      aheadMs = seconds * 1_000
      for (const server of servers) server.send({ aheadMs })
    }),
    /** The machine's clock for its processes, including libraries. */
    machineClock: machineClock && createSteppedClock(machineClock.set),
    /** Starts or stops the creation of records by units. */
    setTalking(talks: boolean): void {
      isTalking = talks
      for (const unitProcess of unitProcesses) unitProcess.send({ isTalking })
    },
    /** Unexpected ends of processes since the last call. */
    drainUnexpectedEnds: (): string[] =>
      [...servers, ...unitProcesses].flatMap((serverProcess, at) =>
        serverProcess
          .drainUnexpectedEnds()
          .map((exitReason) => `${[...nodes, ...units][at]?.name} ended with ${exitReason}`),
      ),
    /** The journal file of a unit. */
    ledgerOf: journalPathOf,
    /** Journal entries of units since the last call. */
    drainUpdates: (): { unit: string; entries: Entry[] }[] =>
      journals.map(({ unit, read }) => ({ unit, entries: read() })),
    /** Repairs everything; retries failed starts until `isTimeUp`. Returns the parts without a start. */
    async heal(isTimeUp: () => boolean): Promise<string[]> {
      environment.disk?.free()
      this.clock.settle()
      this.machineClock?.settle()
      const failed: string[] = []
      const parts = [environment.database, environment.broker, ...nodes, ...units].filter((part) => part !== null)
      for (const part of parts) part.signal('SIGCONT')
      for (const part of parts) {
        const failure = await startUntil(part, isTimeUp)
        if (failure !== null) failed.push(`${part.name} does not start: ${failure}`)
      }
      return failed
    },
    inDatabase: async <T>(inspect: (database: InspectionQuery) => Promise<T>): Promise<T> =>
      inspectDatabase(environment.databaseUrl(), inspect),
    close: closing.close,
  }
}
