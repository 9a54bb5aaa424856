import { errorMessages } from '@vigilux/contract/error-messages.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import type { WebSocket } from 'ws'
import { createAllowances } from '../../kernel/allowances.ts'
import { allowances, bytesPerPoint, channelLimits } from '../../kernel/limits.ts'
import { closeCodes } from './close-codes.ts'
import type { SocketWriter } from './socket-writer.ts'

export type SocketReaderParts = {
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
 * Incoming messages of one browser. Each is counted before it is read; above the limit it costs only a short refusal,
 * and reading pauses until there is room, so that the sender has to wait. A sender that continues is disconnected.
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
    // A browser that reads no answers gets nothing executed.
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
