import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { databaseFolder } from '../server/src/adapters/database/data-folder.ts'
import { runningPostmaster } from '../server/src/adapters/database/postmaster.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import type { Figure } from './measure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Uptime of the demo before its memory is measured as idle. */
const restMs = 30_000

const numberIn = (path: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1])

/** Memory in MiB of `npm start`: server, database and simulated units. Shared memory counts once. */
const memoryOfServer = (npm: number): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const childrenOf = (parent: number) =>
    pids.filter((pid) => numberIn(`/proc/${pid}/status`, 'PPid') === parent).map(Number)
  const descendants = (parent: number): number[] =>
    childrenOf(parent).flatMap((child) => [child, ...descendants(child)])
  const server = descendants(npm).find((pid) =>
    /server\/src\/bin\/main/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
  )
  if (server === undefined) throw new Error('no process of the server was found')
  const all = [server, ...descendants(server)]
  return all.reduce((total, pid) => total + numberIn(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) / 1024
}

type Start = { seconds: number; restMiB: number }

const startOnce = async (dataDir: string): Promise<Start> => {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), MQTT_PORT: String(await freePort()) },
  })
  try {
    const printed = Promise.withResolvers<number>()
    // Drain its output, because a server with a full pipe would block.
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('runs at')) printed.resolve((performance.now() - startedAt) / 1000)
    })
    child.once('exit', () => printed.reject(new Error('npm start ended without printing its URL')))
    const seconds = await printed.promise
    await new Promise((resolve) => setTimeout(resolve, restMs))
    return { seconds, restMiB: memoryOfServer(Number(child.pid)) }
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    // The server outlives its npm process.
    while (runningPostmaster(databaseFolder(dataDir))) await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** `npm start` until it prints its URL, with an empty data folder and again with it; and its memory afterwards. */
export const benchStart = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-bench-'))
  const first = await startOnce(join(folder, 'data'))
  const second = await startOnce(join(folder, 'data'))
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: 'npm start, no data yet', value: first.seconds, unit: 's', note: 'installed and built' },
    { name: 'npm start, warm', value: second.seconds, unit: 's' },
    { name: 'memory at rest', value: second.restMiB, unit: 'MiB', note: 'demo server, database, broker and units' },
  ]
}
