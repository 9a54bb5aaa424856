import { useQueryClient } from '@tanstack/react-query'
import type { UploadLink } from '@vigilux/contract/features/files/file.ts'
import { useEffect, useRef, useState } from 'react'
import type { ActionName } from '../../shared/api/actions.ts'
import { ApiFailure, failureOf } from '../../shared/api/api-failure.ts'
import { sendFile } from '../../shared/api/upload.ts'
import { actionKey } from '../../shared/api/use-action.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'

/** What is under way: the file, and the part of it that has gone out, 0 to 1. */
export type Sending = { name: string; part: number }

export type AttachOptions = {
  /** Bytes that a file may have. */
  most: number
  /** Asks the server for leave to send the file. */
  askLeave: (file: File) => Promise<UploadLink>
  /** The list that has one more then. */
  refresh: ActionName
  /** Keeps a file on this device until there is a line; without it, a file needs a line. */
  keep?: (file: File) => Promise<void>
}

/** What the server would refuse of a file by its length alone. */
function refusalOf({ size }: File, most: number): ApiFailure | undefined {
  if (size === 0) return new ApiFailure('FILE_EMPTY', 400)
  return size > most ? new ApiFailure('PAYLOAD_TOO_LARGE', 413) : undefined
}

/** Attaches files one after the other; what goes wrong with one ends the rest, and says which it was. */
export function useAttach({ most, askLeave, refresh, keep }: AttachOptions) {
  const queries = useQueryClient()
  const isAway = useIsDisconnected()
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<{ name: string; error: unknown }>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const sendOne = async (file: File, signal: AbortSignal) => {
    const refusal = refusalOf(file, most)
    if (refusal) throw refusal
    if (isAway && keep) return keep(file)
    setSending({ name: file.name, part: 0 })
    try {
      const link = await askLeave(file)
      await sendFile(link, file, { signal, onProgress: (part) => setSending({ name: file.name, part }) })
    } catch (error) {
      // The line went in the middle: it goes out whole later, and is there once.
      if (keep && !signal.aborted && failureOf(error).status === 0) return keep(file)
      throw error
    }
    await queries.invalidateQueries({ queryKey: actionKey(refresh) })
  }

  const attach = async (files: readonly File[]) => {
    const begun = new AbortController()
    running.current = begun
    setFailure(undefined)
    for (const file of files) {
      try {
        await sendOne(file, begun.signal)
      } catch (error) {
        if (!begun.signal.aborted) setFailure({ name: file.name, error })
        break
      }
    }
    setSending(undefined)
  }
  return { attach, sending, failure, cancel: () => running.current?.abort() }
}
