import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import type { Log } from '../kernel/log.ts'
import type { GatewayPorts } from './simulator-process.ts'

const bridgeMain = fileURLToPath(new URL('../../../bridge/src/main.ts', import.meta.url))

export type BridgesOptions = { mqttUrl: string; factoryKey: string; dataDir: string; log: Log }

/** The bridges of the demo: processes with nothing but a gateway and a broker. */
export type Bridges = {
  connect(ports: GatewayPorts): void
  stop(): Promise<void>
}

const start = (unit: string, port: number, { mqttUrl, factoryKey, dataDir, log }: BridgesOptions): ChildProcess => {
  // With the server's own memory limits.
  const child = spawn(process.execPath, [...process.execArgv, bridgeMain], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      BRIDGE_GATEWAY: `ws://127.0.0.1:${port}`,
      BRIDGE_PLATFORM: mqttUrl,
      BRIDGE_STATE: join(dataDir, unit),
      BRIDGE_UNIT: unit,
      BRIDGE_PASSWORD: unitPassword(factoryKey, unit),
      BRIDGE_ENROLLED: 'yes',
      BRIDGE_TEST_SPREAD_S: '2',
      // Without the compiler for TypeScript in memory, from the second start on.
      NODE_COMPILE_CACHE: join(dataDir, 'code'),
    },
  })
  child.stderr?.on('data', (bytes: Buffer) => log.error({ output: String(bytes), unit }, 'a bridge complains'))
  log.info({ pid: child.pid, unit }, 'a bridge runs')
  return child
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export const createBridges = (options: BridgesOptions): Bridges => {
  const children = new Map<string, ChildProcess>()
  let work: Promise<void> = Promise.resolve()
  const replace = async (unit: string, port: number): Promise<void> => {
    const before = children.get(unit)
    if (before) await end(before)
    children.set(unit, start(unit, port, options))
  }
  return {
    connect: (ports) => {
      for (const [unit, port] of Object.entries(ports)) work = work.then(() => replace(unit, port))
    },
    stop: async () => {
      await work
      await Promise.all(children.values().map((child) => end(child)))
    },
  }
}
