import { randomUUID } from 'node:crypto'
import { errorMessages } from '@vigilux/contract/error-messages.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { addressKey, allowanceKeyOf } from '../../kernel/admission.ts'
import { createAllowances } from '../../kernel/allowances.ts'
import { type Failure, refusalAnswer, toFailure } from '../../kernel/answer.ts'
import { inDatabaseLane } from '../../kernel/database-lane.ts'
import type { CallEntry } from '../../kernel/incoming-calls.ts'
import { allowances, bytesPerPoint, channelLimits } from '../../kernel/limits.ts'
import type { Log } from '../../kernel/log.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'
import { isSameOrigin, type SameOriginOptions } from '../http/same-origin.ts'
import { type ChannelSession, holdMessages, signInToChannel } from './channel-sign-in.ts'
import { closeCodes } from './close-codes.ts'
import { createOpenChannels } from './open-channels.ts'
import type { WatcherHub } from './watcher-hub.ts'
import { createSocketWriter, type SocketWriter } from './watcher-hub.ts'

type SocketReaderParts = {
  socket: WebSocket
  outlet: SocketWriter
  /** The caller's allowance: 0, or the seconds after which to retry. */
  admit(bytes: number): number
  /** Answers one message; never throws. */
  answer(text: string): Promise<void>
}

/** Milliseconds until a paused channel is checked again. */
const recheckMs = 250

/** Leading characters of a refused message searched for its id. */
const headChars = 300

const pointsOf = (text: string): number => 1 + Math.floor(text.length / bytesPerPoint)

/** The id of an unread message: our client writes it at the beginning. */
const messageIdOf = (text: string): string | undefined => /"id":"([\w-]{1,100})"/.exec(text.slice(0, headChars))?.[1]

const refusalOf = (text: string, retryAfterS: number): string =>
  JSON.stringify({
    action: 'error',
    id: messageIdOf(text),
    data: {
      error: 'TOO_MANY_REQUESTS',
      status: errorStatus.TOO_MANY_REQUESTS,
      message: errorMessages.TOO_MANY_REQUESTS,
      details: { retryAfterS },
    },
  })

/**
 * Each message is counted before it is read; above the limit it costs only a short refusal, and reading pauses until
 * there is room, so the sender has to wait. A continuing sender is disconnected.
 */
export const createSocketReader = ({ socket, outlet: socketWriter, admit, answer }: SocketReaderParts) => {
  const messages = createAllowances(allowances.message)
  const refusals = createAllowances(allowances.refusedMessage)
  let unanswered = 0
  let quietUntil = 0

  const mustPause = (): boolean =>
    unanswered >= channelLimits.unanswered || socketWriter.isFull() || performance.now() < quietUntil

  const regulate = (): void => {
    if (socketWriter.isShut()) return
    if (mustPause()) socket.pause()
    else socket.resume()
  }
  const timer = setInterval(regulate, recheckMs)
  socket.on('close', () => clearInterval(timer))

  const refuse = (text: string, retryAfterS: number): void => {
    quietUntil = performance.now() + retryAfterS * 1000
    socketWriter.send(refusalOf(text, retryAfterS))
    if (refusals.take('') > 0) socketWriter.shut(closeCodes.tooMany, 'too many requests')
  }

  const receiveMessage = (text: string): void => {
    if (socketWriter.isShut()) return
    // Nothing is executed for a browser that reads no answers.
    const waitS = socketWriter.isFull() ? 1 : messages.take('', pointsOf(text)) || admit(text.length)
    if (waitS > 0) refuse(text, waitS)
    else {
      unanswered++
      void answer(text).finally(() => {
        unanswered--
        regulate()
      })
    }
    regulate()
  }

  return { receive: receiveMessage, regulate }
}

export type RealtimeParts = CallEntry &
  SameOriginOptions & {
    sessions: Sessions
    hub: WatcherHub
    log: Log
  }

const message = z.object({
  action: z.string().max(60),
  data: z.record(z.string(), z.unknown()).default({}),
  id: z.string().max(100).optional(),
  /** The idempotency key; the dispatcher validates it. */
  key: z.unknown().optional(),
})

/** Milliseconds between session checks of open channels, so a revoked session ends without being used. */
const sessionCheckMs = 10_000
/** The same for access tokens, which must end within 2 s on every node, even if the message about it was lost. */
const tokenCheckMs = 1_500

/** Sent to the browser on connect: silence for twice as long means a lost network. */
const heartbeatMs = 4_000

/** A refusal on the channel: the HTTP status is next to the code. */
const toRefusal = ({ status, body }: Failure) => ({ ...body, status })

/** The realtime channel: the same calls as over HTTP, and the events of the watched plant. */
export const registerRealtime = (app: FastifyInstance, parts: RealtimeParts): void => {
  const channels = createOpenChannels(channelLimits)

  const answerTo = (socketWriter: SocketWriter, headers: RequestHeaders, address: string) => async (text: string) => {
    const requestId = randomUUID()
    const isWanted = () => !socketWriter.isShut() && !socketWriter.isFull()
    const reply = (content: { action: string; id?: string | undefined; data: unknown }) =>
      socketWriter.send(JSON.stringify(content))
    let call: z.infer<typeof message>
    try {
      call = message.parse(JSON.parse(text))
    } catch {
      return reply({ action: 'error', data: toRefusal(refusalAnswer('INVALID_INPUT', requestId)) })
    }
    const { action, id, key } = call
    try {
      const data = await parts.calls({
        action,
        input: call.data,
        headers,
        address,
        requestId,
        key,
        isAwaited: isWanted,
      })
      reply({ action, id, data })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN')
        socketWriter.shut(closeCodes.sessionEnded, 'session ended')
      else reply({ action, id, data: toRefusal(toFailure(error, requestId, parts.log)) })
    }
  }

  /** Looks a session up in turn, like every database query. */
  const findIn = (address: string) => (headers: RequestHeaders) => {
    const payer = allowanceKeyOf(parts.sessions.accountOf(headers), address)
    return parts.queue.run(payer, () => parts.sessions.find(headers))
  }

  const join = (socket: WebSocket, { user, headers }: ChannelSession, socketWriter: SocketWriter): void => {
    const recheck = () =>
      void inDatabaseLane({ kind: 'call' }, () => parts.sessions.find(headers)).then(
        (found) => found ?? socketWriter.shut(closeCodes.sessionEnded, 'session ended'),
        () => undefined,
      )
    const { broadcast: send, backlog, shut: close } = socketWriter
    const socketId = parts.hub.add(user, { send, backlog, close, recheck })
    const check = setInterval(recheck, user.token ? tokenCheckMs : sessionCheckMs)
    const heartbeat = setInterval(() => {
      socketWriter.check()
      if (!socketWriter.isFull()) socketWriter.send('{"action":"heartbeat","data":{}}')
    }, heartbeatMs)
    socket.on('close', () => {
      clearInterval(check)
      clearInterval(heartbeat)
      parts.hub.remove(socketId)
    })
    socketWriter.send(JSON.stringify({ action: 'connected', data: { socketId, heartbeatMs } }))
  }

  const open = async (socket: WebSocket, request: FastifyRequest, socketWriter: SocketWriter): Promise<void> => {
    const { ip: address } = request
    // Attached before the first await, to lose no messages arriving meanwhile.
    const messages = holdMessages(socket)
    const headers = isSameOrigin(request, parts) ? request.headers : null
    const session = await signInToChannel(messages, {
      sessions: parts.sessions,
      enterWaiting: () => channels.enter(`waiting at ${addressKey(address)}`, address),
      find: findIn(address),
      headers,
    })
    if (!session) return socketWriter.shut(closeCodes.sessionEnded, 'no session')
    const { userId: account } = session.user
    const leaveChannel = channels.enter(account, address)
    if (!leaveChannel) return socketWriter.shut(closeCodes.tooMany, 'too many channels')
    socket.on('close', leaveChannel)
    if (socket.readyState !== socket.OPEN) return leaveChannel()
    join(socket, session, socketWriter)
    const socketReader = createSocketReader({
      socket,
      outlet: socketWriter,
      admit: (bytes) => parts.admission.admit({ kind: 'call', address, account, bytes }),
      answer: answerTo(socketWriter, session.headers, address),
    })
    messages.handTo(socketReader.receive)
    socketReader.regulate()
  }

  app.get('/realtime', { websocket: true }, (socket, request) => {
    socket.on('error', () => socket.terminate())
    const socketWriter = createSocketWriter(socket, request.raw.socket)
    open(socket, request, socketWriter).catch((error: unknown) => {
      if (error instanceof Refusal) return socketWriter.shut(closeCodes.tooMany, error.code)
      parts.log.error({ err: error }, 'realtime channel could not be opened')
      socketWriter.shut(1011, 'error')
    })
  })
}
