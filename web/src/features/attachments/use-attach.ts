import { useQueryClient } from '@tanstack/react-query'
import { type AttachmentCategory, attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../shared/api/api-failure.ts'
import { callOnce } from '../../shared/api/call-once.ts'
import { sendFile } from '../../shared/api/upload.ts'
import { actionKey } from '../../shared/api/use-action.ts'

/** What is under way: the file, and the part of it that has gone out, 0 to 1. */
export type Sending = { name: string; part: number }

/** What the server would refuse of a file by its length alone. */
function refusalOf({ size }: File): ApiFailure | undefined {
  if (size === 0) return new ApiFailure('FILE_EMPTY', 400)
  return size > attachmentLimits.bytes ? new ApiFailure('PAYLOAD_TOO_LARGE', 413) : undefined
}

/** Attaches files one after the other; what goes wrong with one ends the rest, and says which it was. */
export function useAttach(plantId: string) {
  const queries = useQueryClient()
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<{ name: string; error: unknown }>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const sendOne = async (file: File, category: AttachmentCategory, signal: AbortSignal) => {
    const refusal = refusalOf(file)
    if (refusal) throw refusal
    setSending({ name: file.name, part: 0 })
    const link = await callOnce('uploadAttachment', { plantId, category, bytes: file.size })
    await sendFile(link, file, { signal, onProgress: (part) => setSending({ name: file.name, part }) })
    await queries.invalidateQueries({ queryKey: actionKey('getAttachments') })
  }

  const attach = async (files: readonly File[], category: AttachmentCategory) => {
    const begun = new AbortController()
    running.current = begun
    setFailure(undefined)
    for (const file of files) {
      try {
        await sendOne(file, category, begun.signal)
      } catch (error) {
        if (!begun.signal.aborted) setFailure({ name: file.name, error })
        break
      }
    }
    setSending(undefined)
  }
  return { attach, sending, failure, cancel: () => running.current?.abort() }
}
