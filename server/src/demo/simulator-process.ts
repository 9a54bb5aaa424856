import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from '../kernel/log.ts'

const simulatorMain = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))
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
  log: Log
}

const waitForPanel = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('the simulator has no output'))
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = line.startsWith('{') ? (JSON.parse(line) as { panelPort?: number | null }) : {}
      if (typeof said.panelPort === 'number') resolve(said.panelPort)
    })
  })

/** Starts the simulated estate as a process of its own, which speaks to us over MQTT alone. */
export const startSimulator = async (options: SimulatorOptions): Promise<SimulatorProcess> => {
  const args = [simulatorMain, '--broker', options.mqttUrl, '--units', options.estatePath ?? demoEstate]
  args.push('--speed', String(options.speed), '--panel-port', '0', '--state', options.stateFile)
  if (options.still) args.push('--still')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, UNIT_FACTORY_KEY: options.factoryKey },
  })
  child.stderr?.on('data', (bytes: Buffer) => options.log.error({ said: String(bytes) }, 'the simulator complains'))
  const panelPort = await waitForPanel(child)
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
