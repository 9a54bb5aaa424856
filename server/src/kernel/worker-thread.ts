import { Worker } from 'node:worker_threads'
import { fail } from './refusal.ts'

export type WorkerRequest = { id: number; name: string; input: unknown }
export type WorkerResponse = { id: number; output: unknown } | { id: number; error: string }

// biome-ignore lint/suspicious/noExplicitAny: whatever one function takes and another returns
type WorkerFunctions = Record<string, (input: any) => unknown>
export type WorkerThread<W extends WorkerFunctions> = {
  /** Runs one of the functions; refuses with SERVER_BUSY if too many calls wait. */
  run<N extends keyof W & string>(name: N, input: Parameters<W[N]>[0]): Promise<ReturnType<W[N]>>
}

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

const entry = new URL('./worker-thread-entry.ts', import.meta.url)
/** Exceeds what all turns of a node can request at once, so more is a defect. */
const maxWaiting = 64
/** Milliseconds after which a call counts as hung: the thread is terminated, and the next call starts another. */
const timeoutMs = 60_000

/**
 * Runs pure functions of a module in a thread, so that long computations do not block the event loop. The first call
 * starts the thread, as does the first call after it died. Calls pending at that time are refused, and the caller still
 * has its input. Numbers, texts and bytes are copied.
 */
export const openWorkerThread = <W extends WorkerFunctions>(module: URL): WorkerThread<W> => {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()

  const failAll = (died: Worker, error: Error): void => {
    if (worker !== died) return
    worker = null
    const asked = [...waiting.values()]
    waiting.clear()
    for (const one of asked) one.reject(error)
  }

  const start = (): Worker => {
    const begun = new Worker(entry, { workerData: module.href })
    begun.unref()
    begun.on('message', (report: WorkerResponse) => {
      const asked = waiting.get(report.id)
      waiting.delete(report.id)
      if ('error' in report) asked?.reject(new Error(`${module.pathname}: ${report.error}`))
      else asked?.resolve(report.output)
    })
    begun.on('error', (error) => failAll(begun, error instanceof Error ? error : new Error(String(error))))
    begun.on('exit', () => failAll(begun, new Error(`the thread of ${module.pathname} ended`)))
    return begun
  }

  return {
    async run(name, input) {
      if (waiting.size >= maxWaiting) return fail('SERVER_BUSY', { retryAfterS: 5 })
      worker ??= start()
      const mine = worker
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const id = ++last
      waiting.set(id, { resolve, reject })
      const late = setTimeout(() => void mine.terminate(), timeoutMs)
      mine.postMessage({ id, name, input } satisfies WorkerRequest)
      return (await promise.finally(() => clearTimeout(late))) as ReturnType<W[typeof name]>
    },
  }
}
