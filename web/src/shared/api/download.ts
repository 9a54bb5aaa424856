import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { FileLink } from '@vigilux/contract/features/files/file.ts'
import { saveBlob } from '../save-blob.ts'
import { ApiFailure } from './api-failure.ts'
import { fetchFromServer, parseData } from './call.ts'

/** The file whole, or null where the connection ended before its last byte. */
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
 * Fetches a file before any of it is saved, so that half a file is never kept and a refusal is shown in words. The server
 * cuts the connection where a file proves wrong at its end; asked once more, it refuses with the reason.
 */
export async function fetchFile({ url }: FileLink): Promise<Blob> {
  const file = (await attempt(url)) ?? (await attempt(url))
  if (file === null) throw new ApiFailure('network_error', 0)
  return file
}

/** Asks for a link, fetches the file behind it and saves it under its name. */
export function useDownload(askForLink: () => Promise<FileLink>): UseMutationResult<void, ApiFailure, void> {
  return useMutation<void, ApiFailure, void>({
    mutationFn: async () => {
      const link = await askForLink()
      saveBlob(await fetchFile(link), link.name)
    },
  })
}
