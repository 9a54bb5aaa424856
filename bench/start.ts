import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/src/testing/free-port.ts'
import type { Figure } from './measure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const secondsUntilUrl = async (dataDir: string): Promise<number> => {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), MQTT_PORT: String(await freePort()) },
  })
  try {
    const printed = Promise.withResolvers<number>()
    // Read to the end: a server whose output nobody takes would stop at its next word.
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('runs at')) printed.resolve((performance.now() - began) / 1000)
    })
    child.once('exit', () => printed.reject(new Error('npm start ended without printing its URL')))
    return await printed.promise
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

/** `npm start` until it prints its URL: with an empty data folder, and once more on the same one. */
export const benchStart = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-bench-'))
  const first = await secondsUntilUrl(join(folder, 'data'))
  const second = await secondsUntilUrl(join(folder, 'data'))
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: 'npm start, no data yet', value: first, unit: 's', note: 'installed and built' },
    { name: 'npm start, warm', value: second, unit: 's' },
  ]
}
