import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { type DescribedUnit, describedUnit } from './estate-file.ts'

const simulatorMain = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))
const describer = fileURLToPath(new URL('../../../simulator/src/describe.ts', import.meta.url))
export const demoEstate = fileURLToPath(new URL('../../../simulator/estates/demo.json', import.meta.url))

export type SimulatorProcess = { panelPort: number; stop(): Promise<void> }

export type SimulatorOptions = {
  mqttUrl: string
  factoryKey: string
  speed: number
  estatePath?: string
  /** Where the units' own memories outlive a restart. */
  stateFile: string
  /** Nothing happens by itself: tests decide what does. */
  still?: boolean
  /** Hears of what the estate's technician has mended. */
  onRepair?(repair: Repair): void
  log: Log
}

/** Something that the technician has mended: a lamp of a unit, or the unit itself where `addr` is null. */
const repair = z.object({ unit: z.string(), addr: z.int().nullable(), faults: z.array(z.string()) })
export type Repair = z.infer<typeof repair>

/** What the simulator says, a line for each. */
const saying = z.object({ panelPort: z.int().nullable().optional(), repaired: repair.optional() })
type Saying = z.infer<typeof saying>

const waitForPanel = (child: ChildProcess, onSaying: (said: Saying) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('the simulator has no output'))
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = line.startsWith('{') ? saying.parse(JSON.parse(line)) : {}
      if (typeof said.panelPort === 'number') resolve(said.panelPort)
      onSaying(said)
    })
  })

/** A line is half a kilobyte to fifty; an estate has some thousand lamps. */
const longestDescription = 16 * 1024 * 1024

/** Asks the simulator what its enrolled units are: each with its lamps, and when it tests next. */
export const describeEstate = async (estatePath: string): Promise<DescribedUnit[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [describer, estatePath], {
    maxBuffer: longestDescription,
  })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => describedUnit.parse(JSON.parse(line)))
}

/** Starts the simulated estate as a process of its own, which speaks to us over MQTT alone. */
export const startSimulator = async (options: SimulatorOptions): Promise<SimulatorProcess> => {
  const args = [simulatorMain, '--broker', options.mqttUrl, '--units', options.estatePath ?? demoEstate]
  args.push('--speed', String(options.speed), '--panel-port', '0', '--state', options.stateFile)
  if (options.still) args.push('--still')
  // With our own limits of memory.
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, UNIT_FACTORY_KEY: options.factoryKey },
  })
  child.stderr?.on('data', (bytes: Buffer) => options.log.error({ said: String(bytes) }, 'the simulator complains'))
  const panelPort = await waitForPanel(child, ({ repaired }) => repaired && options.onRepair?.(repaired))
  return {
    panelPort,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
