import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Pictures } from '../../ports/pictures.ts'
import type { PictureRequest, PictureResult } from './picture-process.ts'

const processPath = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

export type PictureLimits = {
  /** Milliseconds for one picture. */
  timeoutMs: number
  /** Megabytes of memory for each decoder; a pixel takes four bytes, so 256 suffice for about 50 million. */
  decoderMb: number
}

const defaultLimits: PictureLimits = { timeoutMs: 20_000, decoderMb: 256 }

/** 64-KiB pages of WebAssembly memory per megabyte. */
const pagesPerMb = 16

const run = (order: PictureRequest, { timeoutMs, decoderMb }: PictureLimits, signal: AbortSignal) =>
  new Promise<Uint8Array | null>((resolve, reject) => {
    const child = fork(processPath, {
      execArgv: [`--wasm-max-mem-pages=${decoderMb * pagesPerMb}`, '--max-old-space-size=128'],
      // It gets no environment variables of the server.
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

/** Shrinks each picture in a separate process, limited in time and in the memory of its decoders. */
export const wasmPictures = (limits: Partial<PictureLimits> = {}): Pictures => ({
  preview: (content, form, signal) => run({ content, form }, { ...defaultLimits, ...limits }, signal),
})
