import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { requireSession } from './require-session.ts'

export type PictureParts = Pick<CallEntry, 'queue'> & {
  sessions: Sessions
  /** Refuses if the picture does not exist for this person. */
  findPicture(caller: User, id: string): Promise<{ type: string; content: Buffer }>
}

type PictureRequest = FastifyRequest<{ Params: { id: string } }>

/**
 * Small pictures of pages, for signed-in people with access. A browser revalidates each time; as the content never
 * changes, the answer needs no content.
 */
export const registerPictures = (app: FastifyInstance, { queue, sessions, findPicture }: PictureParts): void => {
  const find = async ({ params: { id }, headers }: PictureRequest) => {
    const user = await requireSession(sessions, headers)
    return findPicture(user, id)
  }

  app.get('/pictures/:id', { exposeHeadRoute: false }, async (request: PictureRequest, reply) => {
    const payer = allowanceKeyOf(sessions.accountOf(request.headers), request.ip)
    const { type, content } = await queue.run(payer, () => find(request))
    const tag = `"${request.params.id}"`
    reply.header('cache-control', 'private, no-cache').header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.status(304).send()
    return reply.type(type).header('content-length', content.length).send(content)
  })
}
