import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost, fileWindowBytes } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { requireSession } from './require-session.ts'
import type { UnsentResponses } from './unsent-responses.ts'

const fail: Fail<'TOO_MANY_REQUESTS'> = failWith()

/** A document whose lines are generated while they are sent. */
export type GeneratedFile = { name: string; type: string; lines: AsyncIterable<string> }

export type GeneratedFileParts = Pick<CallEntry, 'admission' | 'queue'> & {
  sessions: Sessions
  unsent: UnsentResponses
  /** The document of a link; refuses if the link is invalid for this person. */
  findGenerated(caller: User, token: string): Promise<GeneratedFile>
}

type GeneratedFileRequest = FastifyRequest<{ Params: { token: string } }>

/** Downloads of generated documents, each by a link issued by an action to one session. */
export const registerGeneratedFiles = (app: FastifyInstance, parts: GeneratedFileParts): void => {
  const { admission, queue, sessions, unsent: unsentResponses, findGenerated } = parts

  const find = async ({ params: { token }, headers }: GeneratedFileRequest): Promise<GeneratedFile> => {
    const user = await requireSession(sessions, headers)
    return findGenerated(user, token)
  }

  app.get('/files/made/:token', { exposeHeadRoute: false }, async (request: GeneratedFileRequest, reply) => {
    const account = sessions.accountOf(request.headers)
    const payer = allowanceKeyOf(account, request.ip)
    const waitS = unsentResponses.isTooMuch(payer) ? 1 : admission.charge(account, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const { name, type, lines } = await queue.run(payer, () => find(request))
    unsentResponses.track(payer, reply.raw, fileWindowBytes)
    reply.header('cache-control', 'private, no-store').header('content-disposition', contentDisposition(name))
    return reply.type(type).send(Readable.from(lines))
  })
}
