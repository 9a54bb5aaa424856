import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'

const fail: Fail<'TOO_MANY_REQUESTS' | 'NOT_FOUND'> = failWith()

export type UnsubscribeParts = Pick<CallEntry, 'admission' | 'queue'> & {
  /** Ends the mails named by the token; false for a foreign token. */
  unsubscribe(token: string, requestId: string): Promise<boolean>
}

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * Unsubscribes from mails without signing in: mail programs send the request of RFC 8058, people open a page with a
 * button. Opening the address changes nothing, because mail scanners open every address.
 */
export const registerUnsubscribe = (app: FastifyInstance, { admission, queue, unsubscribe }: UnsubscribeParts) => {
  app.register(async (scope) => {
    // The body adds nothing to the address.
    scope.addContentTypeParser('*', { bodyLimit: 1_024 }, (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null))
    })

    scope.get('/unsubscribe/:token', { exposeHeadRoute: false }, (request: UnsubscribeRequest, reply) =>
      reply
        .header('referrer-policy', 'no-referrer')
        .redirect(`/#/unsubscribe/${encodeURIComponent(request.params.token)}`),
    )

    scope.post('/unsubscribe/:token', async (request: UnsubscribeRequest, reply) => {
      const waitS = admission.charge(null, request.ip, fileCost - 1)
      if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
      const { params, id, ip } = request
      const isKnown = await queue.run(allowanceKeyOf(null, ip), () => unsubscribe(params.token, id))
      return isKnown ? reply.status(200).send() : fail('NOT_FOUND')
    })
  })
}
