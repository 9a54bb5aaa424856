import { useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import type { UploadLink } from '@vigilux/contract/features/files/file.ts'
import { useEffect, useRef, useState } from 'react'
import type { ActionName } from '../../shared/api/actions.ts'
import { failureOf } from '../../shared/api/api-failure.ts'
import { sendFile } from '../../shared/api/upload.ts'
import { actionKey } from '../../shared/api/use-action.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'

/** The upload in progress: file name, and sent fraction from 0 to 1. */
export type Sending = { name: string; part: number }

export type AttachOptions = {
  /** Maximum file size in bytes. */
  maxBytes: number
  /** Requests an upload link from the server. */
  askLeave: (file: File) => Promise<UploadLink>
  /** The list to refetch afterwards. */
  refresh: ActionName
  /** Stores a file on this device until it is online; without this function an upload needs a line. */
  keep?: (file: File) => Promise<void>
}

/** The server's refusal for a file of this size. */
function refusalOf({ size }: File, maxBytes: number): ApiFailure | undefined {
  if (size === 0) return new ApiFailure('FILE_EMPTY', 400)
  return size > maxBytes ? new ApiFailure('PAYLOAD_TOO_LARGE', 413) : undefined
}

/** Uploads files in sequence; a failure stops the rest and names its file. */
export function useAttach({ maxBytes, askLeave, refresh, keep }: AttachOptions) {
  const queries = useQueryClient()
  const isDisconnected = useIsDisconnected()
  const [sendingFile, setSendingFile] = useState<Sending>()
  const [failure, setFailure] = useState<{ name: string; error: unknown }>()
  const runningUpload = useRef<AbortController>(undefined)
  useEffect(() => () => runningUpload.current?.abort(), [])

  const uploadFile = async (file: File, signal: AbortSignal) => {
    const refusal = refusalOf(file, maxBytes)
    if (refusal) throw refusal
    if (isDisconnected && keep) return keep(file)
    setSendingFile({ name: file.name, part: 0 })
    try {
      const link = await askLeave(file)
      await sendFile(link, file, { signal, onProgress: (part) => setSendingFile({ name: file.name, part }) })
    } catch (error) {
      // The line was lost midway: the complete file is sent later, exactly once.
      if (keep && !signal.aborted && failureOf(error).status === 0) return keep(file)
      throw error
    }
    await queries.invalidateQueries({ queryKey: actionKey(refresh) })
  }

  const attach = async (files: readonly File[]) => {
    const controller = new AbortController()
    runningUpload.current = controller
    setFailure(undefined)
    for (const file of files) {
      try {
        await uploadFile(file, controller.signal)
      } catch (error) {
        if (!controller.signal.aborted) setFailure({ name: file.name, error })
        break
      }
    }
    setSendingFile(undefined)
  }
  return { attach, sending: sendingFile, failure, cancel: () => runningUpload.current?.abort() }
}
