import { ApiFailure } from '@vigilux/client/failure.ts'
import type { UploadedFile, UploadLink } from '@vigilux/contract/features/files/file.ts'
import { parseData } from './call.ts'

type SendOptions = {
  /** Called with the sent fraction, 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file to a link from an action and reports progress, which `fetch` cannot. Rejects with the server's
 * refusal, with `network_error`, or with the signal's reason.
 */
export function sendFile({ url }: UploadLink, file: File, { onProgress, signal }: SendOptions): Promise<UploadedFile> {
  const form = new FormData()
  // First, because browsers write a quotation mark in the file's own name as `%22`.
  form.append('name', file.name)
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const body = new Response(request.responseText, { status: request.status })
      parseData(body).then((data) => resolve(data as UploadedFile), reject)
    })
    request.addEventListener('error', () => reject(new ApiFailure('network_error', 0)))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', url)
    request.send(form)
  })
}
