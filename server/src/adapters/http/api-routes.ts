import type { FastifyInstance } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import { refusalAnswer } from '../../kernel/answer.ts'
import type { IncomingCalls } from '../../kernel/incoming-calls.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { UnsentResponses } from './unsent-responses.ts'

export type ApiParts = { calls: IncomingCalls; sessions: Pick<Sessions, 'accountOf'>; unsent: UnsentResponses }

/** `POST /api`: `{ action, ...payload }` in, `{ data }` or `{ error, message, details?, requestId }` out. */
export const registerApi = (app: FastifyInstance, { calls, sessions, unsent: unsentResponses }: ApiParts): void => {
  app.post('/api', async (request, reply) => {
    const { body, headers, ip: address, id: requestId } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const { status, body: answer } = refusalAnswer('INVALID_INPUT', requestId)
      return reply.status(status).send(answer)
    }
    const { action, ...input } = body as Record<string, unknown>
    const payer = allowanceKeyOf(sessions.accountOf(headers), address)
    const isWanted = () => !request.socket.destroyed && !unsentResponses.isTooMuch(payer)
    const key = headers['idempotency-key']
    const data = await calls({ action, input, headers, address, requestId, key, isAwaited: isWanted })
    // A download address is answered as plain text, as the specification requires.
    const isAddress = typeof data === 'string'
    const text = isAddress ? data : JSON.stringify({ data })
    unsentResponses.track(payer, reply.raw, text.length)
    reply.header('cache-control', 'no-store')
    if (isAddress) return reply.type('text/plain; charset=utf-8').send(text)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
