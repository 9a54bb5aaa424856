import { type Sheet, sheetLimits } from './sheet.ts'

const startWorker = (): Worker => new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' })

/** Reads a file in a worker; aborts when it is too large or takes too long. */
export async function readFile(
  file: File,
  language: string,
  start = startWorker,
  ms: number = sheetLimits.ms,
): Promise<Sheet> {
  if (file.size > sheetLimits.bytes) return { failed: 'tooLarge' }
  const bytes = await file.arrayBuffer()
  const worker = start()
  try {
    return await new Promise<Sheet>((resolve) => {
      setTimeout(() => resolve({ failed: 'tooSlow' }), ms)
      worker.onmessage = ({ data }: MessageEvent<Sheet>) => resolve(data)
      worker.onerror = () => resolve({ failed: 'broken' })
      worker.postMessage({ bytes, language }, [bytes])
    })
  } finally {
    worker.terminate()
  }
}
