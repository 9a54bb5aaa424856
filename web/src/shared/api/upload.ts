import type { UploadedFile, UploadLink } from '@vigilux/contract/features/files/file.ts'
import { ApiFailure } from './api-failure.ts'
import { parseData } from './call.ts'

type SendOptions = {
  /** Called with the part that has gone out, 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to a link that an action gave, and says how far it is, which `fetch` cannot. Rejects with the refusal of the
 * server, with `network_error`, or with the reason of the signal.
 */
export function sendFile({ url }: UploadLink, file: File, { onProgress, signal }: SendOptions): Promise<UploadedFile> {
  const form = new FormData()
  // First: browsers write a quotation mark of the file's own name as `%22`.
  form.append('name', file.name)
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const answer = new Response(request.responseText, { status: request.status })
      parseData(answer).then((data) => resolve(data as UploadedFile), reject)
    })
    request.addEventListener('error', () => reject(new ApiFailure('network_error', 0)))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', url)
    request.send(form)
  })
}
