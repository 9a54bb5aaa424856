import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { channelLimits } from '../../kernel/limits.ts'
import { closeCodes } from './close-codes.ts'

/** A message to many browsers, encoded once for all. */
export type Broadcast = {
  text: string
  /** Encoded for the wire: one final, unmasked text frame (RFC 6455). */
  frame: Buffer
}

const textFrame = 0x81

/** The length of the body as encoded in the frame: in 7, 16 or 64 bits. */
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

/** Milliseconds in which the peer may answer the close before the connection is cut. */
const closeTimeoutMs = 1000

export type SocketWriter = ReturnType<typeof createSocketWriter>

/**
 * Outgoing messages to one browser. Answers and events share one backlog, which is bounded; a browser that stays behind
 * is disconnected.
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

  /** A peer that does not read never answers the close: it is disconnected. */
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
    /** Writes an encoded frame directly: the library would encode and write head and body per browser. */
    broadcast: ({ frame }: Broadcast): void => {
      if (!isShut && socket.readyState === socket.OPEN) wire.write(frame)
    },
    shut,
    /** Call periodically: disconnects a browser that has been behind for too long. */
    check(): void {
      if (isFull() && fullSince !== null && now() - fullSince > channelLimits.patienceMs)
        shut(closeCodes.tooSlow, 'too slow, resync')
    },
  }
}
