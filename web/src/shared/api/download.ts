import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { fetchFromServer } from '@vigilux/client/http.ts'
import type { FileLink } from '@vigilux/contract/features/files/file.ts'
import { saveBlob } from '../save-blob.ts'
import { parseData } from './call.ts'

/** The complete file, or null when the connection ended before the last byte. */
async function attempt(url: string): Promise<Blob | null> {
  const response = await fetchFromServer(url, {})
  if (!response.ok) await parseData(response)
  try {
    return await response.blob()
  } catch {
    return null
  }
}

/**
 * Fetches a file completely before saving it: no partial file is saved. The server cuts the connection when a file
 * proves corrupt at its end; a second request then returns the reason.
 */
export async function fetchFile({ url }: FileLink): Promise<Blob> {
  const file = (await attempt(url)) ?? (await attempt(url))
  if (file === null) throw new ApiFailure('network_error', 0)
  return file
}

/** Requests a link, fetches the file and saves it under its name. */
export function useDownload(askForLink: () => Promise<FileLink>): UseMutationResult<void, ApiFailure, void> {
  return useMutation<void, ApiFailure, void>({
    mutationFn: async () => {
      const link = await askForLink()
      saveBlob(await fetchFile(link), link.name)
    },
  })
}
