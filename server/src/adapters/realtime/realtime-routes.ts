import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { failureOf, refusalAnswer } from '../../kernel/answer.ts'
import type { Dispatch } from '../../kernel/dispatch.ts'
import type { Log } from '../../kernel/log.ts'
import type { Sessions } from '../../ports/sessions.ts'
import { isOwnOrigin } from '../http/own-origin.ts'
import { closeCodes, type WatcherHub } from './watcher-hub.ts'

export type RealtimeParts = { dispatch: Dispatch; sessions: Sessions; hub: WatcherHub; publicUrl: string; log: Log }

const message = z.object({
  action: z.string().max(60),
  data: z.record(z.string(), z.unknown()).default({}),
  id: z.string().max(100).optional(),
})

/** Sessions of open channels are looked at again this often, so that a revoked one ends without being used. */
const sessionCheckMs = 10_000

/** Told to the browser with the connection: silence for twice as long means that the network is gone. */
const heartbeatMs = 4_000

/** The realtime channel: the same dispatcher as HTTP, and what the watched plant has to tell. */
export const registerRealtime = (app: FastifyInstance, parts: RealtimeParts): void => {
  const answer = async (socket: WebSocket, request: FastifyRequest, text: string): Promise<void> => {
    const requestId = randomUUID()
    const say = (reply: { action: string; id?: string | undefined; data: unknown }) =>
      socket.send(JSON.stringify(reply))
    let call: z.infer<typeof message>
    try {
      call = message.parse(JSON.parse(text))
    } catch {
      say({ action: 'error', data: refusalAnswer('INVALID_INPUT', requestId).body })
      return
    }
    const { action, id } = call
    try {
      const user = await parts.sessions.find(request.headers)
      if (!user) {
        socket.close(closeCodes.sessionEnded, 'session ended')
        return
      }
      const data = await parts.dispatch({ action, input: call.data, caller: user, requestId })
      say({ action, id, data })
    } catch (error) {
      say({ action, id, data: failureOf(error, requestId, parts.log).body })
    }
  }

  const open = async (socket: WebSocket, request: FastifyRequest): Promise<void> => {
    // Attached before anything is awaited: what arrives meanwhile must not be lost.
    const early: string[] = []
    let receive = (text: string) => void early.push(text)
    socket.on('message', (raw) => receive(String(raw)))
    socket.on('error', () => socket.terminate())
    const user = isOwnOrigin(request, parts.publicUrl) ? await parts.sessions.find(request.headers) : null
    if (!user) {
      socket.close(closeCodes.sessionEnded, 'no session')
      return
    }
    const recheck = () =>
      void parts.sessions.find(request.headers).then(
        (found) => found ?? socket.close(closeCodes.sessionEnded, 'session ended'),
        () => undefined,
      )
    const socketId = parts.hub.add(user.userId, {
      send: (text) => socket.send(text),
      backlog: () => socket.bufferedAmount,
      close: (code, reason) => socket.close(code, reason),
      recheck,
    })
    const check = setInterval(recheck, sessionCheckMs)
    const beat = setInterval(() => socket.send(JSON.stringify({ action: 'heartbeat', data: {} })), heartbeatMs)
    socket.on('close', () => {
      clearInterval(check)
      clearInterval(beat)
      parts.hub.remove(socketId)
    })
    socket.send(JSON.stringify({ action: 'connected', data: { socketId, heartbeatMs } }))
    receive = (text) => void answer(socket, request, text)
    for (const text of early) receive(text)
  }

  app.get('/realtime', { websocket: true }, (socket, request) => {
    open(socket, request).catch((error: unknown) => {
      parts.log.error({ err: error }, 'realtime channel could not be opened')
      socket.close(1011, 'error')
    })
  })
}
