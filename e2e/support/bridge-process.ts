import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pollUntil } from './api-client.ts'

/** As `npm run bridge` starts it. */
const options = ['--optimize-for-size', '--max-semi-space-size=2', '--v8-pool-size=1']
const program = fileURLToPath(new URL('../../bridge/src/main.ts', import.meta.url))

type BridgeSettings = {
  gatewayPort: number
  platform: string
  unit: string
  password: string
  /** Belongs to a plant from the start, as in the demo. */
  isEnrolled?: boolean
}

/** The bridge in its own process, with a state folder for all of its restarts. */
export const createBridgeProcess = () => {
  const state = mkdtempSync(join(tmpdir(), 'vigilux-bridge-'))
  let bridge: ChildProcess | null = null
  let panelPort = 0
  const isRunning = () => bridge !== null && bridge.exitCode === null && bridge.signalCode === null
  const kill = async (): Promise<void> => {
    if (!bridge || !isRunning()) return
    const ended = once(bridge, 'exit')
    bridge.kill('SIGKILL')
    await ended
  }
  const panel = (path: string) => `http://127.0.0.1:${panelPort}${path}`
  return {
    pid: () => bridge?.pid,
    panelPort: () => panelPort,
    async start({ gatewayPort, platform, unit, password, isEnrolled = false }: BridgeSettings): Promise<void> {
      const args = ['--gateway', `ws://127.0.0.1:${gatewayPort}`, '--platform', platform, '--state', state]
      args.push('--unit', unit, '--panel', '0', '--test-spread', '0')
      const env = { ...process.env, BRIDGE_PASSWORD: password, BRIDGE_ENROLLED: isEnrolled ? 'yes' : 'no' }
      const started = spawn(process.execPath, [...options, program, ...args], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        env,
      })
      bridge = started
      if (!started.stdout) throw new Error('the bridge has no output')
      for await (const line of createInterface({ input: started.stdout })) {
        const { event, panelPort: port } = JSON.parse(line) as { event: string; panelPort?: number }
        if (event !== 'bridge started') continue
        panelPort = port ?? 0
        break
      }
      started.stdout.resume()
    },
    kill,
    /** Presses the two keys once the display asks for them. */
    async pressKeys(): Promise<void> {
      const front = async () => (await fetch(panel('/state'))).json() as Promise<{ display: string[] }>
      await pollUntil('the bridge to ask for its keys', async () => (await front()).display[0] === 'CLOUD ENROLMENT')
      const response = await fetch(panel('/press'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ keys: ['SEL', 'OK'] }),
      })
      if (response.status !== 200) throw new Error(`the panel answered ${response.status}`)
    },
    async close(): Promise<void> {
      await kill()
      rmSync(state, { recursive: true, force: true })
    },
  }
}
