import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import websocket from '@fastify/websocket'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { WebSocket } from 'ws'
import { type Failure, refusalAnswer, toFailure } from '../../kernel/answer.ts'
import { maxCallBytes, uploadQueueLimits, uploadTimes } from '../../kernel/limits.ts'
import { createGatekeeper, type GatekeeperParts, trustOf } from './gatekeeper.ts'
import { contentPolicy, permissionsPolicy } from './page-policies.ts'
import { isSameOrigin, type SameOriginOptions } from './same-origin.ts'

export type HttpServerParts = GatekeeperParts &
  SameOriginOptions & {
    log: FastifyBaseLogger
    /** Source of map tiles for pages, if configured. */
    tilesUrl?: string | undefined
    /** Whether the node stops soon: proxies then close their connections after the next answer. */
    isLeaving?(): boolean
    /** Milliseconds in which a request must be complete, and after which an idle connection is closed. */
    requestTimeoutMs?: number
  }

/** Milliseconds in which an upload must be complete, including its wait for a place. */
const longestRequestMs = uploadTimes.longestMs + uploadQueueLimits.longestWaitMs

const isUpload = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url?.startsWith('/files/') === true &&
  /^multipart\/form-data\b/.test(headers['content-type'] ?? '')

/** Closes a request not complete in time. Uploads have their own limits. */
const limitTime = (request: IncomingMessage, timeoutMs: number): void => {
  if (request.method === 'GET' || isUpload(request)) return
  const timeout = setTimeout(() => request.destroy(), timeoutMs)
  request.once('close', () => clearTimeout(timeout))
}

/** Codes for Fastify's own refusals. */
const codeOf = (error: FastifyError): 'PAYLOAD_TOO_LARGE' | 'INVALID_INPUT' | 'TOO_MANY_REQUESTS' | null => {
  if (error.statusCode === 413) return 'PAYLOAD_TOO_LARGE'
  if (error.statusCode === 429) return 'TOO_MANY_REQUESTS'
  return typeof error.statusCode === 'number' && error.statusCode < 500 && error.code?.startsWith('FST_')
    ? 'INVALID_INPUT'
    : null
}

/**
 * Whether the client disconnected, or was disconnected, before the request was complete or answered: nobody reads the
 * answer, and it is no failure of the server.
 */
const isBrokenOff = (
  { destroyed, complete: isComplete }: IncomingMessage,
  answer: ServerResponse,
  { code }: FastifyError,
): boolean => (destroyed && !isComplete) || (answer.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE')

/** Ends a channel after an unreadable message; logs an error only if the browser did not cause it. */
const endChannel = (error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest): void => {
  if (error.code?.startsWith('WS_ERR_'))
    request.log.info({ requestId: request.id, reason: error.message }, 'unreadable message on a realtime channel')
  else request.log.error({ requestId: request.id, err: error }, 'realtime channel failed')
  socket.terminate()
}

const refuse = (reply: FastifyReply, { status, body }: Failure): FastifyReply => {
  const { retryAfterS } = (body.details ?? {}) as { retryAfterS?: number }
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.status(status).send(body)
}

/** The path as logged, without the secret of a calendar or mail. */
const loggedPath = (url: string): string => (url.split('?')[0] ?? '').replace(/^\/(calendar|unsubscribe)\/.*/, '/$1/…')

/** A bare HTTP server with request ids, coded errors, safe headers, and no foreign origin on writes. */
export const createHttpServer = async (parts: HttpServerParts): Promise<FastifyInstance> => {
  const gatekeeper = createGatekeeper(parts)
  const { requestTimeoutMs = 30_000 } = parts
  const admitted = new WeakSet<IncomingMessage>()
  const app = Fastify({
    loggerInstance: parts.log,
    genReqId: () => randomUUID(),
    // Lines name the request themselves; a child logger would add the id under a second name.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxCallBytes,
    serverFactory: (handle) =>
      createServer({ headersTimeout: requestTimeoutMs, requestTimeout: longestRequestMs }, (request, response) => {
        const retryAfterS = gatekeeper.ask(request)
        if (retryAfterS > 0) return void gatekeeper.refuse(request, response, retryAfterS)
        admitted.add(request)
        limitTime(request, requestTimeoutMs)
        handle(request, response)
      }).setTimeout(requestTimeoutMs),
    trustProxy: trustOf(parts.trustProxy),
    routerOptions: { maxParamLength: 300 },
    // A malformed address reaches no hook and no error handler.
    frameworkErrors: (_error, request, reply) => {
      refuse(reply as unknown as FastifyReply, refusalAnswer('INVALID_INPUT', request.id))
    },
  })
  const secure = parts.publicUrl.startsWith('https:')
  // A realtime channel is an upgrade, which no request handler of the server sees.
  app.addHook('onRequest', async (request, reply) => {
    const retryAfterS = admitted.has(request.raw) ? 0 : gatekeeper.ask(request.raw)
    if (retryAfterS === 0) return
    await gatekeeper.hold()
    return refuse(reply, refusalAnswer('TOO_MANY_REQUESTS', request.id, { retryAfterS }))
  })
  // Node keeps the first of two such headers; which one was meant is unknown.
  app.addHook('onRequest', async (request, reply) => {
    const names = request.raw.rawHeaders.filter((_, place) => place % 2 === 0)
    const tokens = names.filter((name) => name.toLowerCase() === 'authorization').length
    if (tokens > 1) return refuse(reply, refusalAnswer('NOT_SIGNED_IN', request.id))
  })
  await app.register(helmet, {
    hsts: secure,
    contentSecurityPolicy: {
      directives: contentPolicy(parts),
    },
  })
  // Answers are generated each time, so compress fast; the build compresses the files of the web client.
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
  })
  await app.register(websocket, {
    options: { perMessageDeflate: false, maxPayload: maxCallBytes },
    errorHandler: endChannel,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', permissionsPolicy)
    if (parts.isLeaving?.()) reply.header('connection', 'close')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !isSameOrigin(request, parts)) {
      return refuse(reply, refusalAnswer('FOREIGN_ORIGIN', request.id))
    }
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const knownCode = isBrokenOff(request.raw, reply.raw, error) ? 'INVALID_INPUT' : codeOf(error)
    return refuse(reply, knownCode ? refusalAnswer(knownCode, request.id) : toFailure(error, request.id, request.log))
  })
  app.setNotFoundHandler((request, reply) => refuse(reply, refusalAnswer('NOT_FOUND', request.id)))
  app.addHook('onResponse', async (request, reply) => {
    // A flood is too much for a line each: metrics and security log count it.
    if (reply.statusCode === 429) return
    const line = {
      requestId: request.id,
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
    }
    if (reply.statusCode >= 400) request.log.info(line, 'request refused')
    else request.log.debug(line, 'request')
  })
  return app
}
