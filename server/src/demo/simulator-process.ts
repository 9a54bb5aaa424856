import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { type DescribedUnit, describedUnit } from './estate-file.ts'

const simulatorMain = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))
const describer = fileURLToPath(new URL('../../../simulator/src/describe.ts', import.meta.url))
export const demoEstate = fileURLToPath(new URL('../../../simulator/estates/demo.json', import.meta.url))

/** `panelPort` is 0 while the simulator restarts. */
export type SimulatorProcess = { readonly panelPort: number; stop(): Promise<void> }

export type SimulatorOptions = {
  mqttUrl: string
  factoryKey: string
  speed: number
  estatePath?: string
  /** File in which the units' memories survive a restart. */
  stateFile: string
  /** Nothing happens automatically: tests trigger everything. */
  still?: boolean
  /** Called for each repair by the estate's technician. */
  onRepair?(repair: Repair): void
  /** Called at each start with the ports of the gateways of bridged units. */
  onGateways?(ports: GatewayPorts): void
  log: Log
}

/** A repair by the technician: a lamp of a unit, or the unit itself if `addr` is null. */
const repair = z.object({ unit: z.string(), addr: z.int().nullable(), faults: z.array(z.string()) })
export type Repair = z.infer<typeof repair>

/** Output of the simulator, one JSON line each. */
const gatewayPorts = z.record(z.string(), z.int())
export type GatewayPorts = z.infer<typeof gatewayPorts>
const describing = z.object({
  panelPort: z.int().nullable().optional(),
  gateways: gatewayPorts.optional(),
  repaired: repair.optional(),
})
type Description = z.infer<typeof describing>

const waitForPanel = (child: ChildProcess, onDescription: (description: Description) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('the simulator has no output'))
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const description = line.startsWith('{') ? describing.parse(JSON.parse(line)) : {}
      if (typeof description.panelPort === 'number') resolve(description.panelPort)
      onDescription(description)
    })
  })

/** A line has half a kilobyte to fifty; an estate has some thousand lamps. */
const maxDescription = 16 * 1024 * 1024

/** Asks the simulator to describe its enrolled units: each with its lamps, and its next tests. */
export const describeEstate = async (estatePath: string): Promise<DescribedUnit[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [describer, estatePath], {
    maxBuffer: maxDescription,
  })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => describedUnit.parse(JSON.parse(line)))
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

const open = async (options: SimulatorOptions): Promise<{ child: ChildProcess; panelPort: number }> => {
  const args = [simulatorMain, '--broker', options.mqttUrl, '--units', options.estatePath ?? demoEstate]
  args.push('--speed', String(options.speed), '--panel-port', '0', '--state', options.stateFile)
  if (options.still) args.push('--still')
  // With the server's own memory limits.
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, UNIT_FACTORY_KEY: options.factoryKey },
  })
  child.stderr?.on('data', (bytes: Buffer) => options.log.error({ output: String(bytes) }, 'the simulator complains'))
  const panelPort = await waitForPanel(child, ({ repaired, gateways }) => {
    if (repaired) options.onRepair?.(repaired)
    if (gateways) options.onGateways?.(gateways)
  })
  options.log.info({ pid: child.pid }, 'the simulator runs')
  return { child, panelPort }
}

/** Pause before a crashed simulator is restarted: doubled each time, until one has run for the longest pause. */
const pauseMs = { first: 1_000, longest: 60_000 }

/**
 * Starts the simulated estate as a separate process, which communicates only over MQTT. A crashed one is restarted with
 * its units' memories.
 */
export const startSimulator = async (options: SimulatorOptions): Promise<SimulatorProcess> => {
  const stopController = new AbortController()
  const { signal } = stopController
  let running: Awaited<ReturnType<typeof open>> | null = await open(options)
  const runUntilExit = async (): Promise<void> => {
    if (!running) return
    const { child } = running
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    if (!hasEnded(child)) await once(child, 'exit')
    signal.removeEventListener('abort', end)
    running = null
    if (!signal.aborted) options.log.error({ code: child.signalCode ?? child.exitCode }, 'the simulator ended')
  }
  const restartUntilAborted = async (): Promise<void> => {
    for (let pause = pauseMs.first; !signal.aborted; ) {
      const since = performance.now()
      await runUntilExit()
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pause = performance.now() - since > pauseMs.longest ? pauseMs.first : Math.min(2 * pause, pauseMs.longest)
      if (!signal.aborted) running = await open(options).catch(logError)
    }
    await runUntilExit()
  }
  const logError = (error: unknown): null => {
    options.log.error({ error }, 'the simulator does not start')
    return null
  }
  const exited = restartUntilAborted()
  return {
    get panelPort() {
      return running?.panelPort ?? 0
    },
    async stop() {
      stopController.abort()
      await exited
    },
  }
}
