import { Worker } from 'node:worker_threads'
import { fail } from './refusal.ts'

export type WorkerRequest = { id: number; name: string; input: unknown }
export type WorkerResponse = { id: number; output: unknown } | { id: number; error: string }

// biome-ignore lint/suspicious/noExplicitAny: whatever one function takes and another returns
type WorkerFunctions = Record<string, (input: any) => unknown>
export type WorkerThread<W extends WorkerFunctions> = {
  /** Runs one of the functions; refuses with SERVER_BUSY where too much waits already. */
  run<N extends keyof W & string>(name: N, input: Parameters<W[N]>[0]): Promise<ReturnType<W[N]>>
}

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

const entry = new URL('./worker-thread-entry.ts', import.meta.url)
/** More than every turn of a node can ask for at once is a fault of ours. */
const maxWaiting = 64
/** What has not ended by then never will: the thread is ended, and the next order starts another. */
const timeoutMs = 60_000

/**
 * Pure functions of a module in a thread of their own: what takes long to compute holds up nobody who waits for the event loop. The
 * thread is started by the first order, and by the first one after it has died; what it was given then is refused, and whoever asked
 * has it still. Numbers, texts and bytes go to and fro as copies.
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
