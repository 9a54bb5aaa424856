import { failureOf } from '../../shared/api/api-failure.ts'
import { sendFile } from '../../shared/api/upload.ts'
import { write } from '../../shared/api/use-action.ts'
import { findConflictingText } from './conflict.ts'
import { type Entry, isSendable } from './entry.ts'
import { changeEntry, findOutboxFile, getOutbox, readOutbox, recordSent } from './outbox.ts'

const networkErrorCodes: ReadonlySet<string> = new Set([
  'network_error',
  'realtime_no_answer',
  'realtime_not_connected',
])

/** Whether a later attempt may succeed: no line, nobody signed in, or a busy or unavailable server. */
const isTransient = (error: unknown): boolean => {
  const { code, status } = failureOf(error)
  return networkErrorCodes.has(code) || status === 401 || status === 429 || status >= 500
}

/** The entry after the server has refused it. */
const withRefusal = (entry: Entry, error: unknown): Entry => {
  const conflictingText = findConflictingText(error)
  return conflictingText ? { ...entry, theirs: conflictingText } : { ...entry, refusal: failureOf(error).code }
}

async function sendPhoto(entry: Entry): Promise<void> {
  const photo = await findOutboxFile(entry)
  // The browser cleared its storage and the photo with it: nothing is left to send.
  if (!photo) return
  const input = { ...entry.input, bytes: photo.size }
  const link = await write('uploadLampPhoto', input as never)
  const { id } = await sendFile(link, photo, { onProgress: () => undefined, signal: new AbortController().signal })
  const { topic, addr } = entry.input
  // Work at this lamp waits for its photo, and is marked as well.
  for (const outboxEntry of getOutbox().entries) {
    const { lamp, photos } = outboxEntry.input as { lamp?: { topic: string; addr: number }; photos?: string[] }
    if (lamp?.topic === topic && lamp?.addr === addr)
      await changeEntry({ ...outboxEntry, input: { ...outboxEntry.input, photos: [...(photos ?? []), id] } })
  }
}

const send = (entry: Entry): Promise<unknown> => {
  if (entry.action === 'uploadLampPhoto') return sendPhoto(entry)
  const { lamp: _, ...input } = entry.input
  const keyedInput = { ...input, ...(entry.action !== 'postponeRoundItem' && { workId: entry.id }) }
  return write(entry.action, keyedInput as never, entry.id)
}

/** Sends entries in order; a refused entry is marked and does not block the others. Returns whether the line held. */
async function sendAll(): Promise<boolean> {
  await readOutbox()
  for (;;) {
    const next = getOutbox().entries.find(isSendable)
    if (!next) return true
    try {
      await send(next)
      await recordSent(next.id)
    } catch (error) {
      if (isTransient(error)) return false
      await changeEntry(withRefusal(next, error))
    }
  }
}

let sendInProgress: Promise<boolean> | undefined

/** Sends the outbox once for all tabs of this browser; a concurrent call awaits the first. */
export function sendEntries(): Promise<boolean> {
  sendInProgress ??= withSendLock(sendAll).finally(() => {
    sendInProgress = undefined
  })
  return sendInProgress
}

const withSendLock = async (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('vigilux.outbox', work) : work()
