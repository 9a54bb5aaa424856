import { readSheetFile } from './read-sheet.ts'

// In a worker: a slow file must not block the page, and can be cancelled.
addEventListener('message', async ({ data }: MessageEvent<{ bytes: ArrayBuffer; language: string }>) => {
  postMessage(await readSheetFile(new Uint8Array(data.bytes), data.language))
})
