import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Flood, FloodOutcome } from './flooder.ts'

const flooder = fileURLToPath(new URL('./flooder.ts', import.meta.url))

/** Lets a flood loose from a process of its own, and answers what came back. */
export const flood = async (options: Flood): Promise<FloodOutcome> => {
  const { stdout } = await promisify(execFile)(process.execPath, [flooder, JSON.stringify(options)])
  return JSON.parse(stdout) as FloodOutcome
}

/** A process that is busy and asks nothing: what the machine itself is slowed down by. */
export const busyProcess = (ms: number): Promise<FloodOutcome> =>
  flood({ url: '', transport: 'none', action: '', count: ms })

const pauseMs = 25
/** Fewer calls say nothing about one in a hundred. */
const fewestCalls = 40

/** Milliseconds of each of another person's calls, one after the other, while the work is under way. */
export const timesBeside = async (work: Promise<unknown>, call: () => Promise<unknown>): Promise<number[]> => {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const took: number[] = []
  while (!isOver || took.length < fewestCalls) {
    const began = performance.now()
    await call()
    took.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await ended
  return took
}
