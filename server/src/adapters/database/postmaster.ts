import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The main process of a PostgreSQL server, as its data folder names it. */
export type Postmaster = { pid: number; socketFolder: string }

/** The pid files of the server's folder and of the socket in it. */
const pidFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

const isPostmasterOf = (folder: string, pid: number): boolean => {
  try {
    // Every process of the server has its data folder as working directory.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}

/** The PostgreSQL server running on a data folder. */
export const runningPostmaster = (folder: string): Postmaster | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid = '', , , , socketFolder = ''] = lines
  return isPostmasterOf(folder, Number(pid))
    ? { pid: Number(pid), socketFolder: resolve(folder, socketFolder) }
    : undefined
}

/**
 * Shutdown signals with their timeouts: fast shutdown, immediate shutdown, then a signal to end even a stopped process.
 */
const endings: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]
const pollIntervalMs = 20

/** Stops the PostgreSQL server of a data folder. During crash recovery a fast shutdown may wait forever. */
export const stopPostmaster = async (folder: string): Promise<void> => {
  const running = runningPostmaster(folder)
  if (!running) return
  const isGone = () => !isPostmasterOf(folder, running.pid)
  for (const [signal, ms] of endings) {
    if (!isGone()) process.kill(running.pid, signal)
    for (let waitedMs = 0; waitedMs < ms && !isGone(); waitedMs += pollIntervalMs) await sleep(pollIntervalMs)
    if (isGone()) return
  }
  throw new Error(`The PostgreSQL server ${running.pid} on ${folder} does not stop`)
}

/**
 * Stops a PostgreSQL server orphaned by a killed process. Then removes its pid files: PostgreSQL would not start while
 * another process has the same number.
 */
export const stopOrphan = async (folder: string): Promise<void> => {
  await stopPostmaster(folder)
  for (const file of pidFiles) rmSync(join(folder, file), { force: true })
}
