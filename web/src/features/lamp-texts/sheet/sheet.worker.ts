import { readSheetFile } from './read-sheet.ts'

// Beside the page, so that a file that takes long holds nobody up and can be left.
addEventListener('message', async ({ data }: MessageEvent<{ bytes: ArrayBuffer; language: string }>) => {
  postMessage(await readSheetFile(new Uint8Array(data.bytes), data.language))
})
