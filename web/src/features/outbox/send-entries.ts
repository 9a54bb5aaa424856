import { failureOf } from '../../shared/api/api-failure.ts'
import { write } from '../../shared/api/channel.ts'
import { sendFile } from '../../shared/api/upload.ts'
import { findConflictingText } from './conflict.ts'
import { type Entry, isSendable } from './entry.ts'
import { changeEntry, findOutboxFile, getOutbox, readOutbox, recordSent } from './outbox.ts'

const networkErrorCodes: ReadonlySet<string> = new Set([
  'network_error',
  'realtime_no_answer',
  'realtime_not_connected',
])

/** Whether it may go later as it is: no line, nobody signed in, or a server that is busy or away. */
const isTransient = (error: unknown): boolean => {
  const { code, status } = failureOf(error)
  return networkErrorCodes.has(code) || status === 401 || status === 429 || status >= 500
}

/** An entry as it is after the server has refused it. */
const withRefusal = (entry: Entry, error: unknown): Entry => {
  const theirs = findConflictingText(error)
  return theirs ? { ...entry, theirs } : { ...entry, refusal: failureOf(error).code }
}

async function sendPhoto(entry: Entry): Promise<void> {
  const photo = await findOutboxFile(entry)
  // Its bytes went with storage that the browser has cleared: there is nothing to send any more.
  if (!photo) return
  const input = { ...entry.input, bytes: photo.size }
  const link = await write('uploadLampPhoto', input as never)
  const { id } = await sendFile(link, photo, { onProgress: () => undefined, signal: new AbortController().signal })
  const { topic, addr } = entry.input
  // What was done at that lamp waits behind its photo, and is said with it.
  for (const one of getOutbox().entries) {
    const { lamp, photos } = one.input as { lamp?: { topic: string; addr: number }; photos?: string[] }
    if (lamp?.topic === topic && lamp?.addr === addr)
      await changeEntry({ ...one, input: { ...one.input, photos: [...(photos ?? []), id] } })
  }
}

const send = (entry: Entry): Promise<unknown> => {
  if (entry.action === 'uploadLampPhoto') return sendPhoto(entry)
  const { lamp: _, ...input } = entry.input
  const named = { ...input, ...(entry.action !== 'postponeRoundItem' && { workId: entry.id }) }
  return write(entry.action, named as never, entry.id)
}

/** Sends what can go, in its order; what is refused is marked and holds up no other. Returns whether the line held. */
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

/** Sends what waits, once for all tabs of this browser; a second call meanwhile awaits the first. */
export function sendEntries(): Promise<boolean> {
  sendInProgress ??= withSendLock(sendAll).finally(() => {
    sendInProgress = undefined
  })
  return sendInProgress
}

const withSendLock = async (work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('vigilux.outbox', work) : work()
