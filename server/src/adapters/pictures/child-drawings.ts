import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DrawingRead, DrawingRefusal, Drawings, DrawnPlan } from '../../ports/drawings.ts'
import type { DrawingRequest, DrawingResult } from './process-drawing.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const processPath = fileURLToPath(new URL('./drawing-process.ts', import.meta.url))

export type DrawingLimits = {
  /** Milliseconds for one drawing. */
  timeoutMs: number
  /** Megabytes of memory for each decoder; four bytes a pixel. */
  decoderMb: number
  /** Megabytes that plain code may take: a DXF of 20 MB takes some 300. */
  heapMb: number
}

const defaultLimits: DrawingLimits = { timeoutMs: 60_000, decoderMb: 512, heapMb: 1_024 }

/** Pixels of the longer side of a plan. */
const longestSide = 4_096

/** What the process may read: code and a font. The data of the product lie elsewhere. */
const readable = ['node_modules/*', 'server/src/*', 'server/package.json', 'package.json']

/** Pages of WebAssembly memory of 64 KiB in a megabyte. */
const pagesPerMb = 16

const run = (order: DrawingRequest, { timeoutMs, decoderMb, heapMb }: DrawingLimits, signal: AbortSignal) =>
  new Promise<DrawingResult>((resolve, reject) => {
    const child = fork(processPath, {
      // Nothing but reading the product's code is allowed to it: no network, no writing, no process, no native code.
      execArgv: [
        '--permission',
        ...readable.map((path) => `--allow-fs-read=${root}${path}`),
        '--disable-warning=SecurityWarning',
        `--wasm-max-mem-pages=${decoderMb * pagesPerMb}`,
        `--max-old-space-size=${heapMb}`,
      ],
      // It needs nothing of what the server knows.
      env: {},
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('error', (error) => (signal.aborted ? reject(error) : resolve('tooLarge')))
    // It ended without an answer: by its limits.
    child.once('exit', () => resolve('tooLarge'))
    child.once('message', (result) => resolve(result as DrawingResult))
    child.send(order, () => undefined)
  })

/** Turns drawings into pictures in a process for each, limited in time, in memory, and in what it may do. */
export const childDrawings = (limits: Partial<DrawingLimits> = {}): Drawings => {
  const within = { ...defaultLimits, ...limits }
  return {
    read: (content, signal) =>
      run({ content, choice: null, longestSide }, within, signal) as Promise<DrawingRead | DrawingRefusal>,
    draw: (content, choice, signal) =>
      run({ content, choice, longestSide }, within, signal) as Promise<DrawnPlan | DrawingRefusal>,
    cover: (content, signal) =>
      run({ content, choice: 'cover', longestSide }, within, signal) as Promise<Uint8Array | DrawingRefusal>,
  }
}
