import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pollUntil } from './api-client.ts'

const program = fileURLToPath(new URL('../../bridge/src/main.ts', import.meta.url))
const printedAddress = /"address":"127\.0\.0\.1:(\d+)"/

/** The bridge to building systems in its own process, with BACnet/IP on a free port. */
export const startOutwardBridge = async ({ url, plantId, token }: { url: string; plantId: string; token: string }) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-building-'))
  writeFileSync(join(folder, 'token'), token)
  const args = ['--server', url, '--plant', plantId, '--token-file', join(folder, 'token'), '--state', folder]
  const bacnet = ['--bacnet', '127.0.0.1:0', '--bacnet-device', '1', '--commands']
  const bridge = spawn(process.execPath, [program, 'outward', ...args, ...bacnet], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(bridge, 'exit').then(([code]) => Number(code))
  let printed = ''
  for (const output of [bridge.stdout, bridge.stderr])
    output.on('data', (text) => {
      printed += String(text)
    })
  /** The port printed after this many characters. */
  const portAfter = async (start: number): Promise<number> =>
    Number(await pollUntil('the interface', () => printedAddress.exec(printed.slice(start))?.[1]))
  const close = async (): Promise<void> => {
    bridge.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { port: await portAfter(0), portAfter, printed: () => printed, exited, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type OutwardBridge = Awaited<ReturnType<typeof startOutwardBridge>>
