import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DrawingRead, DrawingRefusal, Drawings, DrawnPlan } from '../../ports/drawings.ts'
import type { DrawingRequest, DrawingResult } from './process-drawing.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const processPath = fileURLToPath(new URL('./drawing-process.ts', import.meta.url))

export type DrawingLimits = {
  /** Milliseconds for one drawing. */
  timeoutMs: number
  /** Megabytes of memory for each decoder; a pixel takes four bytes. */
  decoderMb: number
  /** Megabytes for JavaScript: a DXF of 20 MB takes about 300. */
  heapMb: number
}

const defaultLimits: DrawingLimits = { timeoutMs: 60_000, decoderMb: 512, heapMb: 1_024 }

/** Pixels of the longer side of a plan. */
const longestSide = 4_096

/** Paths readable by the process: code and a font. The product's data is elsewhere. */
const readable = ['node_modules/*', 'server/src/*', 'server/package.json', 'package.json']

/** 64-KiB pages of WebAssembly memory per megabyte. */
const pagesPerMb = 16

const run = (order: DrawingRequest, { timeoutMs, decoderMb, heapMb }: DrawingLimits, signal: AbortSignal) =>
  new Promise<DrawingResult>((resolve, reject) => {
    const child = fork(processPath, {
      // The process may only read the product's code: no network, no writing, no child processes, no native code.
      execArgv: [
        '--permission',
        ...readable.map((path) => `--allow-fs-read=${root}${path}`),
        '--disable-warning=SecurityWarning',
        `--wasm-max-mem-pages=${decoderMb * pagesPerMb}`,
        `--max-old-space-size=${heapMb}`,
      ],
      // It gets no environment variables of the server.
      env: {},
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('error', (error) => (signal.aborted ? reject(error) : resolve('tooLarge')))
    // It exited without an answer because of its limits.
    child.once('exit', () => resolve('tooLarge'))
    child.once('message', (result) => resolve(result as DrawingResult))
    child.send(order, () => undefined)
  })

/** Renders each drawing in a separate process, limited in time, memory and permissions. */
export const childDrawings = (limits: Partial<DrawingLimits> = {}): Drawings => {
  const drawingLimits = { ...defaultLimits, ...limits }
  return {
    read: (content, signal) =>
      run({ content, choice: null, longestSide }, drawingLimits, signal) as Promise<DrawingRead | DrawingRefusal>,
    draw: (content, choice, signal) =>
      run({ content, choice, longestSide }, drawingLimits, signal) as Promise<DrawnPlan | DrawingRefusal>,
    cover: (content, signal) =>
      run({ content, choice: 'cover', longestSide }, drawingLimits, signal) as Promise<Uint8Array | DrawingRefusal>,
  }
}
