import type { Readable } from 'node:stream'
import { type ManualAddress, manualAddress } from '@vigilux/contract/features/catalogue/manual.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowanceKeyOf } from '../../kernel/admission.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { fileCost, fileWindowBytes } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { UnsentResponses } from './unsent-responses.ts'

const fail: Fail<'TOO_MANY_REQUESTS' | 'PRODUCT_NOT_FOUND'> = failWith()

export type ManualRouteParts = Pick<CallEntry, 'admission' | 'queue'> & {
  unsent: UnsentResponses
  /** Refuses if there is no such product. */
  findManual(
    payer: string,
    address: ManualAddress,
  ): Promise<{ name: string; key: string; open(): Promise<Buffer | Readable> }>
}

type ManualRequest = FastifyRequest<{ Params: { language: string; file: string } }>

const fileExtension = '.pdf'

/** The requested manual, limited to valid values. */
const addressOf = ({ language, file }: ManualRequest['params']): ManualAddress => {
  const read = manualAddress.safeParse({
    language,
    code: file.endsWith(fileExtension) ? file.slice(0, -fileExtension.length) : '',
  })
  return read.success ? read.data : fail('PRODUCT_NOT_FOUND')
}

/** Public manuals of products: no session is read, and they contain no data of plants. */
export const registerManuals = (
  app: FastifyInstance,
  { admission, queue, unsent: unsentResponses, findManual }: ManualRouteParts,
) => {
  app.get(
    '/manuals/:language/:file',
    { compress: false, exposeHeadRoute: false },
    async (request: ManualRequest, reply) => {
      const payer = allowanceKeyOf(null, request.ip)
      const waitS = unsentResponses.isTooMuch(payer) ? 1 : admission.charge(null, request.ip, fileCost - 1)
      if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
      const address = addressOf(request.params)
      const manual = await queue.run(payer, () => findManual(payer, address))
      const etag = `"${manual.key}"`
      reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      unsentResponses.track(payer, reply.raw, fileWindowBytes)
      // Outside of the queue: generating it must not block a turn.
      const content = await manual.open()
      return reply.type('application/pdf').header('content-disposition', contentDisposition(manual.name)).send(content)
    },
  )
}
