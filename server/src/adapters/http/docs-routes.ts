import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { openApiDocument } from '@vigilux/contract/openapi.ts'
import unitProtocol from '@vigilux/device-plane/async-api.json' with { type: 'json' }
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import manifest from '../../../package.json' with { type: 'json' }
import { docsPage } from './docs-page.ts'

/** The default of 11 takes fifty times as long, for a tenth fewer bytes. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** One text, prepared once in every encoding. */
const prepare = async (type: string, text: string) => {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text, brotliOptions), promisify(gzip)(text)])
  return { type, text, br, gzip: gz, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, etag, ...compressed }: Prepared,
): FastifyReply => {
  reply.header('cache-control', 'public, max-age=300').header('etag', etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const acceptedEncodings = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => acceptedEncodings.includes(one))
  reply.type(type)
  return encoding ? reply.header('content-encoding', encoding).send(compressed[encoding]) : reply.send(text)
}

const renderDocs = async () => {
  const document = openApiDocument(manifest.version)
  return {
    json: await prepare('application/json; charset=utf-8', JSON.stringify(document)),
    units: await prepare(
      'application/json; charset=utf-8',
      JSON.stringify({ ...unitProtocol, info: { ...unitProtocol.info, version: manifest.version } }),
    ),
    page: await prepare('text/html; charset=utf-8', docsPage(document)),
  }
}

/**
 * The public API description: `/api/docs` to read, `/api/docs/openapi.json` for tools, and the unit protocol in
 * `/api/docs/asyncapi.json`.
 */
export const registerDocs = (app: FastifyInstance): void => {
  let renderedDocs: ReturnType<typeof renderDocs> | null = null
  const docs = () => {
    renderedDocs ??= renderDocs()
    return renderedDocs
  }
  const routeOptions = { compress: false } as const
  app.get('/api/docs', routeOptions, async (request, reply) => send(request, reply, (await docs()).page))
  app.get('/api/docs/openapi.json', routeOptions, async (request, reply) => send(request, reply, (await docs()).json))
  app.get('/api/docs/asyncapi.json', routeOptions, async (request, reply) => send(request, reply, (await docs()).units))
}
