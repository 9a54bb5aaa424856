import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import { createFairQueue } from '../../kernel/fair-queue.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { uploadCost, uploadQueueLimits, uploadTimes } from '../../kernel/limits.ts'
import { type Fail, failWith, Refusal } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { requireSession } from './require-session.ts'

const fail: Fail<'INVALID_INPUT' | 'FILE_EMPTY' | 'TOO_MANY_REQUESTS'> = failWith()

/** Stores a file under its original name, chunk by chunk; returns its id. */
type StoreFile = (name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<unknown>

export type UploadParts = Pick<CallEntry, 'admission' | 'queue'> & {
  sessions: Sessions
  /** The receiver of an upload link; refuses if the link is invalid for this person. */
  findUpload(caller: User, token: string): Promise<StoreFile>
  times?: typeof uploadTimes
}

type UploadRequest = FastifyRequest<{ Params: { token: string } }>

/** An unreadable form is no defect of the server. */
const refuseForm = () => fail('INVALID_INPUT')

/** The result of the work, unless the signal fires first. */
const ignoreAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  // It may fail later, when nobody awaits it.
  work.catch(() => undefined)
  signal.throwIfAborted()
  const abortion = Promise.withResolvers<never>()
  const giveUp = () => abortion.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, abortion.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * The field `name`, or the file's own name, where browsers escape a quotation mark as `%22` and a line end as `%0D` and
 * `%0A` (HTML, multipart/form-data encoding). Only the field distinguishes a file called `a%22b` from `a"b`.
 */
const nameOf = ({ fields, filename }: MultipartFile): string => {
  const field = fields.name
  if (field && 'value' in field && typeof field.value === 'string') return field.value
  // Undefined without a name, despite the library's declaration.
  return ((filename as string | undefined) ?? '').replaceAll(/%(22|0D|0A)/g, (code) => decodeURIComponent(code))
}

/**
 * The chunks of a file until the signal: a stalled sender is abandoned. A truncated form is rejected, and at the end a
 * sender whose session or token has ended.
 */
const chunksOf = async function* ({ file }: MultipartFile, signal: AbortSignal, checkSender: () => Promise<unknown>) {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const nextChunk = chunks.next().catch(refuseForm)
    const next = await ignoreAborted(nextChunk, signal)
    if (next.done) {
      await checkSender()
      return
    }
    yield next.value
  }
}

/** Aborts an upload when it stalls or takes too long, its sender disconnects, or the server stops. */
const watchUpload = (
  { raw }: UploadRequest,
  { stallMs, longestMs }: typeof uploadTimes,
  closingSignal: AbortSignal,
) => {
  const timeout = new AbortController()
  const endAfter = (ms: number) => () => timeout.abort(new Refusal('FILE_UPLOAD_STALLED', { seconds: ms / 1000 }))
  raw.setTimeout(stallMs, endAfter(stallMs))
  const maxTimer = setTimeout(endAfter(longestMs), longestMs)
  raw.once('close', () => {
    if (!raw.complete) endAfter(stallMs)()
  })
  return { signal: AbortSignal.any([timeout.signal, closingSignal]), stop: () => clearTimeout(maxTimer) }
}

/** Reads the rest of a refused upload, for as long as a browser needs to read the answer. */
const discardRemaining = ({ raw }: UploadRequest, { discardMs }: typeof uploadTimes): void => {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
  const discardTimer = setTimeout(() => raw.destroy(), discardMs)
  raw.once('close', () => clearTimeout(discardTimer))
}

/** Uploads of files, each by a link issued by an action to one session: one file as `multipart/form-data`. */
export const registerUploads = async (app: FastifyInstance, parts: UploadParts): Promise<void> => {
  const { admission, queue, sessions, findUpload, times = uploadTimes } = parts
  const uploads = createFairQueue(uploadQueueLimits)
  const serverClosing = new AbortController()
  // Otherwise the server could not stop before the slowest upload is complete.
  app.addHook('preClose', async () => serverClosing.abort(new Refusal('SERVER_BUSY', { retryAfterS: 5 })))

  const find = async ({ params: { token }, headers }: UploadRequest): Promise<StoreFile> => {
    const user = await requireSession(sessions, headers)
    return findUpload(user, token)
  }

  const receive = async (request: UploadRequest, storeFile: StoreFile): Promise<unknown> => {
    const { signal, stop: stopWatching } = watchUpload(request, times, serverClosing.signal)
    try {
      const file = (await ignoreAborted(request.file().catch(refuseForm), signal)) ?? fail('FILE_EMPTY')
      const checkSender = () => requireSession(sessions, request.headers)
      return await storeFile(nameOf(file), chunksOf(file, signal, checkSender), signal)
    } finally {
      stopWatching()
    }
  }

  const answer = async (request: UploadRequest): Promise<unknown> => {
    const account = sessions.accountOf(request.headers)
    const payer = allowanceKeyOf(account, request.ip)
    const waitS = admission.charge(account, request.ip, uploadCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const storeFile = await queue.run(payer, () => find(request))
    // An upload waiting for a place sends nothing, which is not the sender's fault.
    request.raw.setTimeout(0)
    return uploads.run(payer, () => receive(request, storeFile))
  }

  await app.register(async (scope) => {
    // The receiving feature limits the length.
    await scope.register(multipart, {
      limits: { files: 1, fields: 5, fieldSize: 1_000, parts: 6, headerPairs: 20, fileSize: Number.POSITIVE_INFINITY },
    })
    scope.post('/files/:token', async (request: UploadRequest) => {
      try {
        return { data: await answer(request) }
      } finally {
        request.raw.setTimeout(times.stallMs)
        discardRemaining(request, times)
      }
    })
  })
}
