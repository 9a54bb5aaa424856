import type { FastifyInstance } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { UnsentResponses } from './unsent-responses.ts'

const fail: Fail<'TOO_MANY_REQUESTS'> = failWith()

export type VerifierRouteParts = Pick<CallEntry, 'admission' | 'queue'> & {
  unsent: UnsentResponses
  /** The verifier as a single-file program. */
  verifierScript(): Promise<string>
}

/** Public download of the export verifier. */
export const registerVerifier = (app: FastifyInstance, parts: VerifierRouteParts): void => {
  const { admission, queue, unsent: unsentResponses, verifierScript } = parts
  app.get('/verify/vigilux-verify.mjs', { exposeHeadRoute: false }, async (request, reply) => {
    const payer = allowanceKeyOf(null, request.ip)
    const waitS = unsentResponses.isTooMuch(payer) ? 1 : admission.charge(null, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const script = await queue.run(payer, verifierScript)
    unsentResponses.track(payer, reply.raw, Buffer.byteLength(script))
    reply.header('cache-control', 'no-cache').header('content-disposition', 'attachment; filename="vigilux-verify.mjs"')
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}
