import { Worker } from 'node:worker_threads'
import { type Fail, failWith } from './refusal.ts'

const fail: Fail<'SERVER_BUSY'> = failWith()

export type WorkerRequest = { id: number; name: string; input: unknown }
export type WorkerResponse = { id: number; output: unknown } | { id: number; error: string }

// biome-ignore lint/suspicious/noExplicitAny: whatever one function takes and another returns
type WorkerFunctions = Record<string, (input: any) => unknown>
export type WorkerThread<W extends WorkerFunctions> = {
  /** Runs one of the functions; refuses with SERVER_BUSY if too many calls wait. */
  run<N extends keyof W & string>(name: N, input: Parameters<W[N]>[0]): Promise<ReturnType<W[N]>>
}

type PendingCall = { resolve(output: unknown): void; reject(error: Error): void }

const entry = new URL('./worker-thread-entry.ts', import.meta.url)
/** Exceeds the simultaneous requests of all turns of a node, so more is a defect. */
const maxWaiting = 64
/** Milliseconds after which a call counts as hung: the thread is terminated, and the next call starts another. */
const timeoutMs = 60_000

/**
 * Runs pure functions of a module in a thread, so long computations do not block the event loop. The first call starts
 * the thread, as does the first call after it died; pending calls are then refused, and the caller still has its input.
 */
export const openWorkerThread = <W extends WorkerFunctions>(module: URL): WorkerThread<W> => {
  let worker: Worker | null = null
  let last = 0
  const pending = new Map<number, PendingCall>()

  const failAll = (deadWorker: Worker, error: Error): void => {
    if (worker !== deadWorker) return
    worker = null
    const pendingCalls = [...pending.values()]
    pending.clear()
    for (const pendingCall of pendingCalls) pendingCall.reject(error)
  }

  const start = (): Worker => {
    const startedWorker = new Worker(entry, { workerData: module.href })
    startedWorker.unref()
    startedWorker.on('message', (report: WorkerResponse) => {
      const pendingCall = pending.get(report.id)
      pending.delete(report.id)
      if ('error' in report) pendingCall?.reject(new Error(`${module.pathname}: ${report.error}`))
      else pendingCall?.resolve(report.output)
    })
    startedWorker.on('error', (error) =>
      failAll(startedWorker, error instanceof Error ? error : new Error(String(error))),
    )
    startedWorker.on('exit', () => failAll(startedWorker, new Error(`the thread of ${module.pathname} ended`)))
    return startedWorker
  }

  return {
    async run(name, input) {
      if (pending.size >= maxWaiting) return fail('SERVER_BUSY', { retryAfterS: 5 })
      worker ??= start()
      const currentWorker = worker
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const id = ++last
      pending.set(id, { resolve, reject })
      const timeout = setTimeout(() => void currentWorker.terminate(), timeoutMs)
      currentWorker.postMessage({ id, name, input } satisfies WorkerRequest)
      return (await promise.finally(() => clearTimeout(timeout))) as ReturnType<W[typeof name]>
    },
  }
}
