import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './worker-thread.ts'

/** What runs in the thread: the functions of the module that it was started with, one after the other. */
const work: Record<string, (input: unknown) => unknown> = await import(workerData as string)

const perform = ({ id, name, input }: WorkerRequest): WorkerResponse => {
  try {
    const output = work[name]?.(input)
    return { id, output }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (order: WorkerRequest) => parentPort?.postMessage(perform(order)))
