import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { User } from '../../kernel/caller.ts'
import type { RequestHeaders, Sessions } from '../../ports/sessions.ts'

/** Messages accepted before the session is known; the connection is not read meanwhile. */
const maxEarlyMessages = 20

/** Milliseconds in which a program without headers must send its token. */
const signInWithinMs = 5_000

/** Incoming messages of a socket, kept until a reader takes them over. */
export const holdMessages = (socket: WebSocket) => {
  const messages: string[] = []
  let arrived = (): void => undefined
  let receive = (text: string): void => {
    if (messages.length < maxEarlyMessages) messages.push(text)
    arrived()
  }
  socket.on('message', (raw) => receive(String(raw)))
  socket.pause()

  /** The first message, removed from the others; null if none arrives in time. The socket is read only meanwhile. */
  const takeFirst = async (): Promise<string | null> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    arrived = resolve
    const timeout = setTimeout(resolve, signInWithinMs)
    socket.once('close', resolve)
    if (messages.length === 0) {
      socket.resume()
      await promise
      socket.pause()
    }
    clearTimeout(timeout)
    return messages.shift() ?? null
  }

  return {
    takeFirst,
    handTo(reader: (text: string) => void): void {
      receive = reader
      for (const text of messages) reader(text)
    },
  }
}

const authentication = z.object({
  action: z.literal('authenticate'),
  data: z.object({ token: z.string().max(200) }),
})

/** The header from a program's first message; null for any other message. */
const headersIn = (text: string | null): RequestHeaders | null => {
  try {
    const { token } = authentication.parse(JSON.parse(text ?? '')).data
    return { authorization: `Bearer ${token}` }
  } catch {
    return null
  }
}

/** The person of a channel, and the headers by which each of its calls is judged. */
export type ChannelSession = { user: User; headers: RequestHeaders }

type SignInParts = {
  sessions: Pick<Sessions, 'isClaimed'>
  /** Takes a place among the sockets of this address without a token yet; null if none is left. */
  enterWaiting(): (() => void) | null
  /** Looks the session up in turn. */
  find(headers: RequestHeaders): Promise<User | null>
  /** The headers of the request; null if its cookie must not be used, because a foreign page sent it. */
  headers: RequestHeaders | null
}

/** The headers from a program's first message. */
const readSentHeaders = async (
  messages: Pick<ReturnType<typeof holdMessages>, 'takeFirst'>,
  { enterWaiting }: Pick<SignInParts, 'enterWaiting'>,
): Promise<RequestHeaders | null> => {
  const leaveWaiting = enterWaiting()
  if (!leaveWaiting) return null
  try {
    return headersIn(await messages.takeFirst())
  } finally {
    leaveWaiting()
  }
}

/**
 * Finds the person opening a channel: by its token or cookie, or by the token in the first message of a program without
 * access to headers. Null if nobody may open it.
 */
export const signInToChannel = async (
  messages: Pick<ReturnType<typeof holdMessages>, 'takeFirst'>,
  { sessions, enterWaiting, find, headers }: SignInParts,
): Promise<ChannelSession | null> => {
  const isClaimed = headers !== null && sessions.isClaimed(headers)
  const sentHeaders = isClaimed ? headers : await readSentHeaders(messages, { enterWaiting })
  const user = sentHeaders && (await find(sentHeaders))
  return user && { user, headers: sentHeaders }
}
