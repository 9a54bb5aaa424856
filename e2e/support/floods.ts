import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Flood, FloodOutcome } from './flooder.ts'

const flooder = fileURLToPath(new URL('./flooder.ts', import.meta.url))

/** Starts a flood in its own process and returns its outcome. */
export const startFlood = async (options: Flood): Promise<FloodOutcome> => {
  const { stdout } = await promisify(execFile)(process.execPath, [flooder, JSON.stringify(options)])
  return JSON.parse(stdout) as FloodOutcome
}

/** A process with CPU load alone: the slowdown of the machine itself. */
export const startBusyProcess = (ms: number): Promise<FloodOutcome> =>
  startFlood({ url: '', transport: 'none', action: '', count: ms })

const pauseMs = 25
/** With fewer calls a 99th percentile is meaningless. */
const minCalls = 40

/** Durations in milliseconds of another person's sequential calls while the work runs. */
export const measureBeside = async (work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> => {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const tookMs: number[] = []
  while (!isOver || tookMs.length < minCalls) {
    const startedAt = performance.now()
    await call()
    tookMs.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await ended
  return tookMs
}
