import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { failureOf, refusalAnswer } from '../../kernel/answer.ts'
import { isOwnOrigin } from './own-origin.ts'

export type HttpServerParts = { log: FastifyBaseLogger; publicUrl: string; bodyLimit?: number; trustProxy?: boolean }

/** Larger calls are refused; files go another way. */
const defaultBodyLimit = 1_048_576

/** What Fastify itself refuses, in our own codes. */
const codeOf = (error: FastifyError): 'PAYLOAD_TOO_LARGE' | 'INVALID_INPUT' | 'TOO_MANY_REQUESTS' | null => {
  if (error.statusCode === 413) return 'PAYLOAD_TOO_LARGE'
  if (error.statusCode === 429) return 'TOO_MANY_REQUESTS'
  return typeof error.statusCode === 'number' && error.statusCode < 500 && error.code?.startsWith('FST_')
    ? 'INVALID_INPUT'
    : null
}

/** A bare HTTP server with our manners: request ids, coded errors, safe headers, no foreign origin on anything that writes. */
export const createHttpServer = async (parts: HttpServerParts): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: parts.log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: parts.bodyLimit ?? defaultBodyLimit,
    trustProxy: parts.trustProxy ?? false,
    routerOptions: { maxParamLength: 300 },
  })
  const secure = parts.publicUrl.startsWith('https:')
  await app.register(helmet, {
    hsts: secure,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
  })
  // Answers are made anew each time, so quickly rather than well; files of the web client are compressed by its build.
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
  })
  await app.register(websocket, { options: { perMessageDeflate: false, maxPayload: defaultBodyLimit } })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !isOwnOrigin(request, parts.publicUrl)) {
      const { status, body } = refusalAnswer('FOREIGN_ORIGIN', request.id)
      return reply.status(status).send(body)
    }
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = codeOf(error)
    const { status, body } = known ? refusalAnswer(known, request.id) : failureOf(error, request.id, request.log)
    return reply.status(status).send(body)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      requestId: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
    }
    if (reply.statusCode >= 400) request.log.info(line, 'request refused')
    else request.log.debug(line, 'request')
  })
  return app
}
