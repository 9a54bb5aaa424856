import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { channelLimits } from '../../kernel/limits.ts'
import { closeCodes } from './close-codes.ts'

/** A message to many browsers, made once for all of them. */
export type Broadcast = {
  text: string
  /** The same as it goes over the wire: one final, unmasked text frame of RFC 6455. */
  frame: Buffer
}

const textFrame = 0x81

/** The length of the body as the frame says it: in 7, 16 or 64 bits. */
const headOf = (length: number): Buffer => {
  if (length < 126) return Buffer.from([textFrame, length])
  const isLong = length > 0xffff
  const head = Buffer.alloc(isLong ? 10 : 4)
  head[0] = textFrame
  head[1] = isLong ? 127 : 126
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2)
  else head.writeUInt16BE(length, 2)
  return head
}

export const broadcastOf = (message: { action: string; data: unknown }): Broadcast => {
  const text = JSON.stringify(message)
  const body = Buffer.from(text)
  return { text, frame: Buffer.concat([headOf(body.length), body]) }
}

/** Milliseconds in which the other end may take the close code before the connection is cut. */
const closeTimeoutMs = 1000

export type SocketWriter = ReturnType<typeof createSocketWriter>

/**
 * The way out to one browser. Answers and events count against the same backlog, so that what a browser does not take
 * is bounded; one that stays behind is closed.
 */
export const createSocketWriter = (
  socket: WebSocket,
  wire: Pick<Socket, 'write'>,
  now: () => number = () => performance.now(),
) => {
  let fullSince: number | null = null
  let isShut = false

  const isFull = (): boolean => {
    if (socket.bufferedAmount <= channelLimits.backlogBytes) fullSince = null
    else fullSince ??= now()
    return fullSince !== null
  }

  /** A peer that does not read never answers the closing either: it is cut off. */
  const shut = (code: number, reason: string): void => {
    if (isShut) return
    isShut = true
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
  }

  return {
    isFull,
    isShut: () => isShut,
    backlog: () => socket.bufferedAmount,
    send: (text: string): void => {
      if (!isShut) socket.send(text)
    },
    /** Writes a frame that is made already beside the library, which would make and write head and body for each browser. */
    broadcast: ({ frame }: Broadcast): void => {
      if (!isShut && socket.readyState === socket.OPEN) wire.write(frame)
    },
    shut,
    /** To be called now and then: closes a browser that has been behind for too long. */
    check(): void {
      if (isFull() && fullSince !== null && now() - fullSince > channelLimits.patienceMs)
        shut(closeCodes.tooSlow, 'too slow, resync')
    },
  }
}
