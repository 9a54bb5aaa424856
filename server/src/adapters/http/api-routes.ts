import type { FastifyInstance } from 'fastify'
import { refusalAnswer } from '../../kernel/answer.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dispatch } from '../../kernel/dispatch.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'

export type ApiParts = {
  dispatch: Dispatch
  sessions: Sessions
  /** Counts calls by action and outcome, and how long they took. */
  measure(action: string, outcome: string, seconds: number): void
}

/** `POST /api`: `{ action, ...payload }` in, `{ data }` or `{ error, message, details?, requestId }` out. */
export const registerApi = (app: FastifyInstance, { dispatch, sessions, measure }: ApiParts): void => {
  app.post('/api', async (request, reply) => {
    const started = performance.now()
    const body = request.body
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      const { status, body: answer } = refusalAnswer('INVALID_INPUT', request.id)
      return reply.status(status).send(answer)
    }
    const { action, ...input } = body as Record<string, unknown>
    const user = await sessions.find(request.headers)
    const caller: Caller = user ?? { kind: 'anonymous', address: request.ip }
    let outcome = 'ok'
    try {
      return {
        data: await dispatch({ action: action ?? fail('UNKNOWN_ACTION'), input, caller, requestId: request.id }),
      }
    } catch (error) {
      outcome = (error as { code?: string }).code ?? 'error'
      throw error
    } finally {
      const known = outcome === 'UNKNOWN_ACTION' ? 'unknown' : String(action)
      measure(known, outcome, (performance.now() - started) / 1000)
    }
  })
}
