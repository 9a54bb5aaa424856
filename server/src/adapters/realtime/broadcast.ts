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
