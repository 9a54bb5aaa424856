import type { FastifyInstance } from 'fastify'
import { refusalAnswer } from '../../kernel/answer.ts'
import type { IncomingCalls } from '../../kernel/incoming-calls.ts'

/** `POST /api`: `{ action, ...payload }` in, `{ data }` or `{ error, message, details?, requestId }` out. */
export const registerApi = (app: FastifyInstance, calls: IncomingCalls): void => {
  app.post('/api', async (request, reply) => {
    const { body, headers, ip: address, id: requestId } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const { status, body: answer } = refusalAnswer('INVALID_INPUT', requestId)
      return reply.status(status).send(answer)
    }
    const { action, ...input } = body as Record<string, unknown>
    const isWanted = () => !request.socket.destroyed
    return { data: await calls({ action, input, headers, address, requestId, isWanted }) }
  })
}
