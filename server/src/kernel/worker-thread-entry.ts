import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerRequest, WorkerResponse } from './worker-thread.ts'

/** Entry of the worker thread: runs the functions of the given module one after the other. */
const work: Record<string, (input: unknown) => unknown> = await import(workerData as string)

const runRequest = ({ id, name, input }: WorkerRequest): WorkerResponse => {
  try {
    const output = work[name]?.(input)
    return { id, output }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (order: WorkerRequest) => parentPort?.postMessage(runRequest(order)))
