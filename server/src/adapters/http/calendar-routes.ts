import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { UnsentResponses } from './unsent-responses.ts'

const fail: Fail<'TOO_MANY_REQUESTS' | 'NOT_FOUND'> = failWith()

export type CalendarRouteParts = Pick<CallEntry, 'admission' | 'queue'> & {
  unsent: UnsentResponses
  /** The calendar behind a secret address; null if there is none, for whatever reason. */
  findCalendar(secret: string): Promise<string | null>
}

type CalendarRequest = FastifyRequest<{ Params: { file: string } }>

const fileExtension = '.ics'

/** Calendars for programs without sign-in: the secret in the address is the only credential. */
export const registerCalendars = (app: FastifyInstance, parts: CalendarRouteParts): void => {
  const { admission, queue, unsent: unsentResponses, findCalendar } = parts
  app.get('/calendar/:file', async (request: CalendarRequest, reply) => {
    const payer = allowanceKeyOf(null, request.ip)
    const waitS = unsentResponses.isTooMuch(payer) ? 1 : admission.charge(null, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const { file } = request.params
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    const secret = file.endsWith(fileExtension) ? file.slice(0, -fileExtension.length) : ''
    const calendar = (await queue.run(payer, () => findCalendar(secret))) ?? fail('NOT_FOUND')
    unsentResponses.track(payer, reply.raw, Buffer.byteLength(calendar))
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}
