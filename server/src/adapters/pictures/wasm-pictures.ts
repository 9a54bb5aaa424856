import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pictures } from '../../ports/pictures.ts'
import type { PictureRequest, PictureResult } from './picture-process.ts'

const processPath = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

export type PictureLimits = {
  /** Milliseconds for one picture. */
  timeoutMs: number
  /** Megabytes of memory for each decoder; four bytes a pixel, so 256 are enough for some 50 million. */
  decoderMb: number
}

const defaultLimits: PictureLimits = { timeoutMs: 20_000, decoderMb: 256 }

/** Pages of WebAssembly memory of 64 KiB in a megabyte. */
const pagesPerMb = 16

const run = (order: PictureRequest, { timeoutMs, decoderMb }: PictureLimits, signal: AbortSignal) =>
  new Promise<Uint8Array | null>((resolve, reject) => {
    const child = fork(processPath, {
      execArgv: [`--wasm-max-mem-pages=${decoderMb * pagesPerMb}`, '--max-old-space-size=128'],
      // It needs nothing of what the server knows.
      env: {},
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('error', (error) => (signal.aborted ? reject(error) : resolve(null)))
    child.once('exit', () => resolve(null))
    child.once('message', (result) => resolve((result as PictureResult).picture))
    child.send(order, () => undefined)
  })

/** Makes pictures small in a process for each, limited in time and in the memory of its decoders. */
export const wasmPictures = (limits: Partial<PictureLimits> = {}): Pictures => ({
  preview: (content, form, signal) => run({ content, form }, { ...defaultLimits, ...limits }, signal),
})
