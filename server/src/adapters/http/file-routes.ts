import type { Readable } from 'node:stream'
import { parseByteRange } from '@vigilux/contract/features/files/file.rules.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost, fileWindowBytes } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { ByteRange } from '../../ports/files.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { requireSession } from './require-session.ts'
import type { UnsentResponses } from './unsent-responses.ts'

const fail: Fail<'TOO_MANY_REQUESTS'> = failWith()

/** A file readable by the caller, before it is opened in the storage. */
export type FoundFile = {
  name: string
  type: string
  bytes: number
  sha256: string | null
  open(range: ByteRange | null): Promise<Buffer | Readable>
}

export type FileParts = Pick<CallEntry, 'admission' | 'queue'> & {
  sessions: Sessions
  unsent: UnsentResponses
  /** The file of a link; refuses if the link is invalid for this person. */
  findFile(caller: User, token: string): Promise<FoundFile>
  /** The same for a link of an inspector's page, which needs no session. */
  findSharedFile(token: string): Promise<FoundFile>
}

type FileRequest = FastifyRequest<{ Params: { token: string } }>

/** The requested range of the file; the whole file if it changed since the download began. */
const rangeOf = ({ headers }: FileRequest, { bytes, sha256 }: FoundFile) => {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === `"${sha256}"` ? parseByteRange(headers.range, bytes) : null
}

/** Sends the bytes as a download of any type: the browser never displays them in our origin. */
const describe = (reply: FastifyReply, { name, type, sha256 }: FoundFile): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', contentDisposition(name))
    .header('accept-ranges', 'bytes')
    .header('etag', `"${sha256}"`)

/** Downloads of files, each by a link issued by an action to one session, or to an inspector's page. */
export const registerFiles = (app: FastifyInstance, parts: FileParts): void => {
  const { admission, queue, sessions, unsent: unsentResponses, findFile, findSharedFile } = parts

  const find = async ({ params: { token }, headers }: FileRequest): Promise<FoundFile> => {
    const user = await requireSession(sessions, headers)
    return findFile(user, token)
  }

  const send = async (request: FileRequest, reply: FastifyReply, findRequested: () => Promise<FoundFile>) => {
    const account = sessions.accountOf(request.headers)
    const payer = allowanceKeyOf(account, request.ip)
    const waitS = unsentResponses.isTooMuch(payer) ? 1 : admission.charge(account, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const file = await queue.run(payer, findRequested)
    unsentResponses.track(payer, reply.raw, Math.min(file.bytes, fileWindowBytes))
    const range = rangeOf(request, file)
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${file.bytes}`).send()
    // Outside of the queue: a slow storage must not block a turn.
    const content = await file.open(range)
    describe(reply, file).header('content-length', range ? range.to - range.from + 1 : file.bytes)
    if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${file.bytes}`)
    return reply.send(content)
  }

  // Not compressed: length and ranges must match the file.
  const options = { compress: false, exposeHeadRoute: false } as const
  app.get('/files/:token', options, (request: FileRequest, reply) => send(request, reply, () => find(request)))
  app.get('/files/shared/:token', options, (request: FileRequest, reply) =>
    send(request, reply, () => findSharedFile(request.params.token)),
  )
}
