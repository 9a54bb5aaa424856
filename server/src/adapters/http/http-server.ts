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
    /** Where pages fetch the pictures of maps; nowhere without it. */
    tilesUrl?: string | undefined
    /** Milliseconds in which a request must have come whole, and after which a connection that does not move is cut. */
    requestTimeoutMs?: number
  }

/** Milliseconds in which a file must have come whole, and what was waiting before it. */
const longestRequestMs = uploadTimes.longestMs + uploadQueueLimits.longestWaitMs

const isUpload = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url?.startsWith('/files/') === true &&
  /^multipart\/form-data\b/.test(headers['content-type'] ?? '')

/** Cuts a request that does not come whole in time. Files that are sent have times of their own. */
const limitTime = (request: IncomingMessage, timeoutMs: number): void => {
  if (request.method === 'GET' || isUpload(request)) return
  const late = setTimeout(() => request.destroy(), timeoutMs)
  request.once('close', () => clearTimeout(late))
}

/** What Fastify itself refuses, in our own codes. */
const codeOf = (error: FastifyError): 'PAYLOAD_TOO_LARGE' | 'INVALID_INPUT' | 'TOO_MANY_REQUESTS' | null => {
  if (error.statusCode === 413) return 'PAYLOAD_TOO_LARGE'
  if (error.statusCode === 429) return 'TOO_MANY_REQUESTS'
  return typeof error.statusCode === 'number' && error.statusCode < 500 && error.code?.startsWith('FST_')
    ? 'INVALID_INPUT'
    : null
}

/** Whoever asked is gone, or was cut off, before it had come whole or was answered: nobody reads the answer, and it is no failure of ours. */
const isBrokenOff = (
  { destroyed, complete }: IncomingMessage,
  answer: ServerResponse,
  { code }: FastifyError,
): boolean => (destroyed && !complete) || (answer.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE')

/** A channel of which a message could not be read is at an end; only what is not the browser's doing is an error. */
const endChannel = (error: Error & { code?: string }, socket: WebSocket, request: FastifyRequest): void => {
  if (error.code?.startsWith('WS_ERR_')) request.log.info({ reason: error.message }, 'realtime channel garbled')
  else request.log.error({ err: error }, 'realtime channel failed')
  socket.terminate()
}

const refuse = (reply: FastifyReply, { status, body }: Failure): FastifyReply => {
  const { retryAfterS } = (body.details ?? {}) as { retryAfterS?: number }
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.status(status).send(body)
}

/** A path as the log has it: the secret of a calendar, or of a mail, is nobody's but its owner's. */
const loggedPath = (url: string): string => (url.split('?')[0] ?? '').replace(/^\/(calendar|unsubscribe)\/.*/, '/$1/…')

/** A bare HTTP server with our manners: request ids, coded errors, safe headers, no foreign origin on anything that writes. */
export const createHttpServer = async (parts: HttpServerParts): Promise<FastifyInstance> => {
  const gatekeeper = createGatekeeper(parts)
  const { requestTimeoutMs = 30_000 } = parts
  const admitted = new WeakSet<IncomingMessage>()
  const app = Fastify({
    loggerInstance: parts.log,
    genReqId: () => randomUUID(),
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
    // An address that cannot be read reaches no hook and no handler of errors.
    frameworkErrors: (_error, request, reply) => {
      refuse(reply as unknown as FastifyReply, refusalAnswer('INVALID_INPUT', request.id))
    },
  })
  const secure = parts.publicUrl.startsWith('https:')
  // A realtime channel comes as an upgrade, which no request handler of the server sees.
  app.addHook('onRequest', async (request, reply) => {
    const retryAfterS = admitted.has(request.raw) ? 0 : gatekeeper.ask(request.raw)
    if (retryAfterS === 0) return
    await gatekeeper.hold()
    return refuse(reply, refusalAnswer('TOO_MANY_REQUESTS', request.id, { retryAfterS }))
  })
  await app.register(helmet, {
    hsts: secure,
    contentSecurityPolicy: {
      directives: contentPolicy(parts),
    },
  })
  // Answers are made anew each time, so quickly rather than well; files of the web client are compressed by its build.
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
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !isSameOrigin(request, parts)) {
      return refuse(reply, refusalAnswer('FOREIGN_ORIGIN', request.id))
    }
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = isBrokenOff(request.raw, reply.raw, error) ? 'INVALID_INPUT' : codeOf(error)
    return refuse(reply, known ? refusalAnswer(known, request.id) : toFailure(error, request.id, request.log))
  })
  app.setNotFoundHandler((request, reply) => refuse(reply, refusalAnswer('NOT_FOUND', request.id)))
  app.addHook('onResponse', async (request, reply) => {
    // Of a flood there are too many for a line each: the metrics and the security log count them.
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
