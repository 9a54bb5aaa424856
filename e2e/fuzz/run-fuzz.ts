import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { percentile } from '../../bench/measure.ts'
import { measureBeside, startBusyProcess } from '../support/floods.ts'
import { type Coverage, computeCoverage, tallyCodes } from './coverage.ts'
import type { Driven, FromDriver, Order, Replay, ToDriver } from './driver.ts'
import type { LoggedError, Memory } from './server-process.ts'
import type { UnitCounts } from './unit-lane.ts'
import { type FuzzWorld, openWorld } from './world.ts'

export type FuzzOptions = {
  seconds: number
  /**
   * The same seed makes the same inputs; their results depend on concurrent calls. Each seed has its share of the time.
   */
  seeds: readonly number[]
  /** Multiplies the number of callers: the call limit per minute bounds the useful inputs. */
  scale: number
  /** Maximum inputs per second; by default the capacity of the server. */
  perSecond?: number
  replay?: Replay
  /** Suspends the database now and then, if it is a separate process. */
  faults?: boolean
  print?(line: string): void
}

export type FuzzReport = Omit<Driven, 'tally' | 'newestInputs'> & {
  total: number
  coverage: Coverage
  /** Answers by code; `''` means success. */
  codes: Record<string, number>
  errors: LoggedError[]
  errorCount: number
  /** The unexpected end of the server, and its newest inputs. */
  exit: { exitState: string; newestInputs: string[] } | null
  /** Latency of another caller meanwhile, and beside a busy process, in milliseconds. */
  idleLatency: { p50: number; p99: number; calls: number; busyP99: number }
  /** Bytes after garbage collection, over the run. */
  memory: Memory[]
}

const driverPath = fileURLToPath(new URL('driver.ts', import.meta.url))
const restoreIntervalMs = 2_000
const memoryMs = 20_000
const fault = { everyMs: 20_000, durationMs: 3_000, afterwardsMs: 8_000 }

/** Calls of a normal visitor, varied to stay within every limit of an action. */
const createIdleCaller = ({ idleClient, server }: FuzzWorld) => {
  const calls = [
    () => idleClient.call('getUnitsDetails', { plantId: server.idlePlant.plantId }),
    () => idleClient.call('getAllPlants', {}),
    () => idleClient.call('getUserInfos', {}),
  ]
  let nextCall = 0
  // A failed call shows up in the findings.
  return async () => calls[nextCall++ % calls.length]?.().catch(() => undefined)
}

/** Sends the inputs from a separate process. */
const openDriver = (print: (line: string) => void) => {
  const child = fork(driverPath, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = (message: ToDriver) => void (child.connected && child.send(message))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process that fuzzes ended with ${code}`)
  })
  ended.catch(() => undefined)
  const drive = (order: Order): Promise<Driven> => {
    const { promise, resolve } = Promise.withResolvers<Driven>()
    child.removeAllListeners('message')
    child.on('message', (message: FromDriver) => {
      if (message.kind === 'done') resolve(message)
      else print(`so far: ${JSON.stringify(message.inputs)}`)
    })
    send(order)
    return Promise.race([promise, ended])
  }
  return { send, drive, end: () => void child.kill() }
}

/** Supervises the server during the run. */
const superviseServer = ({ server, signalDatabase }: FuzzWorld, send: (message: ToDriver) => void, faults: boolean) => {
  const memory: Memory[] = []
  const sampleServer = async () => {
    if (server.exit() === null) memory.push(await server.memory())
  }
  const stopDatabase = async () => {
    send({ mayBeUnavailable: true })
    signalDatabase?.('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, fault.durationMs))
    signalDatabase?.('SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, fault.afterwardsMs))
    send({ mayBeUnavailable: false })
  }
  const timers = [
    setInterval(() => void (server.exit() === null && server.tend().catch(() => undefined)), restoreIntervalMs),
    setInterval(() => void sampleServer().catch(() => undefined), memoryMs),
    ...(faults && signalDatabase ? [setInterval(() => void stopDatabase(), fault.everyMs)] : []),
  ]
  const stopTimers = () => {
    for (const timer of timers) clearInterval(timer)
  }
  return { memory, look: () => sampleServer().catch(() => undefined), stopTimers }
}

const second = (first: Record<string, number>, second: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(first), ...Object.keys(second)])].map((key) => [
      key,
      (first[key] ?? 0) + (second[key] ?? 0),
    ]),
  )

/** Findings of consecutive seeds. */
const mergeDriven = (first: Driven, other: Driven): Driven => ({
  inputs: second(first.inputs, other.inputs),
  findings: [...first.findings, ...other.findings],
  tally: Object.fromEntries(
    [...new Set([...Object.keys(first.tally), ...Object.keys(other.tally)])].map((action) => [
      action,
      second(first.tally[action] ?? {}, other.tally[action] ?? {}),
    ]),
  ),
  unitCounts: second(first.unitCounts, other.unitCounts) as UnitCounts,
  newestInputs: other.newestInputs,
})

/** Fuzzes a separate server for a time, on the database and the broker of `TEST_DATABASE` and `TEST_BROKER`. */
export const runFuzz = async (options: FuzzOptions): Promise<FuzzReport> => {
  const { seconds, seeds, scale, perSecond, replay, faults = false, print = () => undefined } = options
  const world = await openWorld({ scale })
  const driver = openDriver(print)
  let supervision: ReturnType<typeof superviseServer> | null = null
  try {
    const { server, scene } = world
    const call = createIdleCaller(world)
    const busy = await measureBeside(startBusyProcess(2_000), call)
    const memoryBefore = await server.memory()
    supervision = superviseServer(world, driver.send, faults)
    const driveAll = async () => {
      const all: Driven[] = []
      const order = {
        scene,
        seconds: seconds / seeds.length,
        ...(perSecond && { perSecond }),
        ...(replay && { replay }),
      }
      for (const seed of seeds) all.push(await driver.drive({ ...order, seed }))
      return all.reduce(mergeDriven)
    }
    const driving = driveAll()
    const tookMs = await measureBeside(driving, call)
    const { tally, newestInputs, ...driven } = await driving
    supervision.stopTimers()
    await supervision.look()
    const memory = [memoryBefore, ...supervision.memory]
    const exitState = server.exit()
    return {
      ...driven,
      total: Object.values(driven.inputs).reduce((total, n) => total + n, 0),
      coverage: computeCoverage(tally),
      codes: tallyCodes(tally),
      errors: server.errors,
      errorCount: server.errorCount(),
      exit:
        exitState === null
          ? null
          : { exitState: `${exitState}\n${server.complaints.slice(-5).join('')}`, newestInputs },
      idleLatency: {
        p50: percentile(tookMs, 0.5),
        p99: percentile(tookMs, 0.99),
        calls: tookMs.length,
        busyP99: percentile(busy, 0.99),
      },
      memory,
    }
  } finally {
    supervision?.stopTimers()
    driver.end()
    await world.close()
  }
}
