import { once } from 'node:events'
import WebSocket from 'ws'
import type { CallInput } from './call-inputs.ts'
import type { Answer, Sender } from './http-lane.ts'

type Message = { action: string; id?: string; data?: { error?: string; socketId?: string } }
type Channel = {
  socket: WebSocket
  socketId: string
  isOpen(): boolean
  next(id: string | null): Promise<Message | null>
}

const maxWaitMs = 20_000
/** Messages without a request. */
const unsolicited = new Set(['connected', 'heartbeat'])

/** The server refuses unreadable messages without their id. */
const isAnswerTo = (id: string | null, { id: responseId, action }: Message): boolean =>
  !unsolicited.has(action) && (responseId === (id ?? undefined) || action === 'error')

const statusOf = (error: string | undefined, statuses: Readonly<Record<string, number>>): number =>
  error === undefined ? 200 : (statuses[error] ?? 500)

const open = async (url: string, { cookie, address }: Sender): Promise<Channel> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, {
    headers: { cookie, 'x-forwarded-for': address },
  })
  const waiters = new Set<(message: Message | null) => void>()
  let socketId = ''
  let isOpen = true
  socket.on('message', (raw) => {
    const message = JSON.parse(String(raw)) as Message
    if (message.action === 'connected') socketId = message.data?.socketId ?? ''
    for (const receive of waiters) receive(message)
  })
  socket.on('close', () => {
    isOpen = false
    for (const receive of waiters) receive(null)
  })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'message'), once(socket, 'close')]).catch(() => undefined)
  return {
    socket,
    socketId,
    isOpen: () => isOpen,
    next: (id) => {
      const { promise, resolve, reject } = Promise.withResolvers<Message | null>()
      const timeout = setTimeout(() => reject(new Error(`no answer within ${maxWaitMs} ms`)), maxWaitMs)
      const receive = (message: Message | null) => {
        if (message === null || isAnswerTo(id, message)) resolve(message)
      }
      waiters.add(receive)
      return promise.finally(() => {
        clearTimeout(timeout)
        waiters.delete(receive)
      })
    },
  }
}

const write = ({ socket }: Channel, { action, framing }: CallInput, text: string, id: string): string | null => {
  const wrapped = `{"action":${JSON.stringify(action)},"id":${JSON.stringify(id)},"data":${text}}`
  if (framing === 'ping') socket.ping('x'.repeat(125))
  if (framing === 'no-id') socket.send(`{"action":${JSON.stringify(action)},"data":${text}}`)
  else if (framing === 'long-id') socket.send(wrapped.replace(id, 'x'.repeat(200)))
  else if (framing === 'bare') socket.send(text)
  else if (framing === 'not-utf8') socket.send(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { binary: false })
  else if (framing === 'fragments') {
    socket.send(wrapped.slice(0, wrapped.length >> 1), { fin: false })
    socket.send(wrapped.slice(wrapped.length >> 1), { fin: true })
  } else socket.send(wrapped, { binary: framing === 'binary' })
  return ['no-id', 'bare', 'not-utf8'].includes(framing) ? null : id
}

/** Sends calls over realtime channels, one per caller, sequentially. Reopens a closed channel. */
export const openSocketLane = (url: string, statuses: Readonly<Record<string, number>>) => {
  const channels = new Map<string, Channel>()
  let count = 0

  const channelOf = async (sender: Sender): Promise<Channel> => {
    const channel = channels.get(sender.cookie)
    if (channel?.isOpen()) return channel
    const openChannel = await open(url, sender)
    channels.set(sender.cookie, openChannel)
    return openChannel
  }

  return {
    socketId: async (sender: Sender) => (await channelOf(sender)).socketId,
    /** Null if the channel was closed instead of an answer. */
    async send(input: CallInput, text: string, sender: Sender): Promise<Answer | null> {
      const channel = await channelOf(sender)
      if (!channel.isOpen()) return null
      const id = `fuzz-${++count}`
      const answer = channel.next(write(channel, input, text, id))
      const message = await answer
      if (!message) return null
      const { data } = message
      return { status: statusOf(data?.error, statuses), text: JSON.stringify(data?.error ? data : { data }) }
    },
    close(): void {
      for (const { socket } of channels.values()) socket.terminate()
    },
  }
}
