import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Flood, FloodOutcome } from './flooder.ts'

const flooder = fileURLToPath(new URL('./flooder.ts', import.meta.url))

/** Lets a flood loose from a process of its own, and answers what came back. */
export const startFlood = async (options: Flood): Promise<FloodOutcome> => {
  const { stdout } = await promisify(execFile)(process.execPath, [flooder, JSON.stringify(options)])
  return JSON.parse(stdout) as FloodOutcome
}

/** A process that is busy and asks nothing: what the machine itself is slowed down by. */
export const startBusyProcess = (ms: number): Promise<FloodOutcome> =>
  startFlood({ url: '', transport: 'none', action: '', count: ms })

const pauseMs = 25
/** Fewer calls say nothing about one in a hundred. */
const minCalls = 40

/** Milliseconds of each of another person's calls, one after the other, while the work is under way. */
export const measureBeside = async (work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> => {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const took: number[] = []
  while (!isOver || took.length < minCalls) {
    const began = performance.now()
    await call()
    took.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await ended
  return took
}
