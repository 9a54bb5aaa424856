import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payerOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import type { FrontDoor } from '../../kernel/incoming-calls.ts'
import { fileCost, fileWindowBytes } from '../../kernel/limits.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { signedIn } from './signed-in.ts'
import type { Unsent } from './unsent.ts'

/** A document whose lines are made while they are sent. */
export type MadeFile = { name: string; type: string; lines: AsyncIterable<string> }

export type MadeFileParts = Pick<FrontDoor, 'admission' | 'queue'> & {
  sessions: Sessions
  unsent: Unsent
  /** The document that a link names; refuses where the link does not hold for this person. */
  findMade(caller: User, token: string): Promise<MadeFile>
}

type MadeRequest = FastifyRequest<{ Params: { token: string } }>

/** Documents that nobody has stored go down here, each by a link that an action gave to one session. */
export const registerMadeFiles = (app: FastifyInstance, parts: MadeFileParts): void => {
  const { admission, queue, sessions, unsent, findMade } = parts

  const find = async ({ params: { token }, headers }: MadeRequest): Promise<MadeFile> => {
    const user = await signedIn(sessions, headers)
    return findMade(user, token)
  }

  app.get('/files/made/:token', { exposeHeadRoute: false }, async (request: MadeRequest, reply) => {
    const account = sessions.accountOf(request.headers)
    const payer = payerOf(account, request.ip)
    const waitS = unsent.isTooMuch(payer) ? 1 : admission.charge(account, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const { name, type, lines } = await queue.run(payer, () => find(request))
    unsent.track(payer, reply.raw, fileWindowBytes)
    reply.header('cache-control', 'private, no-store').header('content-disposition', contentDisposition(name))
    return reply.type(type).send(Readable.from(lines))
  })
}
