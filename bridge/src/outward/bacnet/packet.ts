/** Packets of BACnet/IP (ASHRAE 135, annex J): virtual link, network layer, and the head of the application layer. */

const bvlcType = 0x81
const bvlc = { result: 0x00, forwarded: 0x04, unicast: 0x0a, broadcast: 0x0b } as const
/** Negative answers to functions of a broadcast management device, which this device is not. */
const refusals: Readonly<Record<number, number>> = {
  1: 0x0010,
  2: 0x0020,
  5: 0x0030,
  6: 0x0040,
  7: 0x0050,
  9: 0x0060,
}
const networkVersion = 1
const control = { networkMessage: 0x80, destination: 0x20, source: 0x08, expectsReply: 0x04 } as const
const globalBroadcast = 0xffff

export const maxPacket = 1497
export const maxApdu = 1476

/** Where a client is: its address, and its network behind a router. */
export type Peer = { address: string; port: number; network: { number: number; mac: Buffer } | null }

export type Packet =
  | { kind: 'apdu'; peer: Peer; apdu: Buffer }
  | { kind: 'refused'; answer: Buffer }
  | { kind: 'ignored' }

const ignored: Packet = { kind: 'ignored' }

/** The content of a datagram. Content for other devices is ignored. */
export const parsePacket = (bytes: Buffer, from: { address: string; port: number }): Packet => {
  if (bytes.length < 4 || bytes.length > maxPacket || bytes[0] !== bvlcType || bytes.readUInt16BE(2) !== bytes.length)
    return ignored
  const code = bytes[1] as number
  const refusal = refusals[code]
  if (refusal !== undefined) {
    const answer = Buffer.from([bvlcType, bvlc.result, 0, 6, 0, 0])
    answer.writeUInt16BE(refusal, 4)
    return { kind: 'refused', answer }
  }
  if (code === bvlc.unicast || code === bvlc.broadcast) return parseNetwork(bytes.subarray(4), from)
  if (code !== bvlc.forwarded || bytes.length < 10) return ignored
  const origin = { address: [...bytes.subarray(4, 8)].join('.'), port: bytes.readUInt16BE(8) }
  return parseNetwork(bytes.subarray(10), origin)
}

const parseNetwork = (bytes: Buffer, from: { address: string; port: number }): Packet => {
  if (bytes.length < 3 || bytes[0] !== networkVersion) return ignored
  const flags = bytes[1] as number
  if ((flags & control.networkMessage) !== 0) return ignored
  let at = 2
  if ((flags & control.destination) !== 0) {
    if (bytes.length < at + 3 || bytes.readUInt16BE(at) !== globalBroadcast) return ignored
    at += 3 + (bytes[at + 2] as number)
  }
  let network: Peer['network'] = null
  if ((flags & control.source) !== 0) {
    if (bytes.length < at + 3) return ignored
    const end = at + 3 + (bytes[at + 2] as number)
    network = { number: bytes.readUInt16BE(at), mac: Buffer.from(bytes.subarray(at + 3, end)) }
    at = end
  }
  // The hop count.
  if ((flags & control.destination) !== 0) at += 1
  if (bytes.length < at + 2) return ignored
  return { kind: 'apdu', peer: { ...from, network }, apdu: bytes.subarray(at) }
}

/** A datagram to one client, through its router if it is behind one. */
export const buildPacket = (apdu: Buffer, network: Peer['network'], expectsReply = false): Buffer => {
  const flags = (network ? control.destination : 0) | (expectsReply ? control.expectsReply : 0)
  const route = network
    ? Buffer.concat([Buffer.from([network.number >> 8, network.number & 0xff, network.mac.length]), network.mac])
    : Buffer.alloc(0)
  const hops = network ? Buffer.from([0xff]) : Buffer.alloc(0)
  const head = Buffer.from([bvlcType, bvlc.unicast, 0, 0, networkVersion, flags])
  const packet = Buffer.concat([head, route, hops, apdu])
  packet.writeUInt16BE(packet.length, 2)
  return packet
}

const types = { confirmed: 0, unconfirmed: 1, simpleAck: 2, complexAck: 3, error: 5, reject: 6, abort: 7 } as const
const segmented = 0x08
const sentByServer = 0x01

export type Apdu =
  | { kind: 'confirmed'; invokeId: number; service: number; isSegmented: boolean; maxAnswer: number; data: Buffer }
  | { kind: 'unconfirmed'; service: number; data: Buffer }
  /** The answer to a notification of ours; `isGood` if it was acknowledged. */
  | { kind: 'answer'; invokeId: number; isGood: boolean }
  | { kind: 'ignored' }

/** Lengths accepted by clients, by their code. */
const acceptedLengths = [50, 128, 206, 480, 1024, 1476]

export const parseApdu = (apdu: Buffer): Apdu => {
  const first = apdu[0] as number
  const type = first >> 4
  if (type === types.confirmed) {
    const isSegmented = (first & segmented) !== 0
    if (apdu.length < (isSegmented ? 6 : 4)) return { kind: 'ignored' }
    return {
      kind: 'confirmed',
      isSegmented,
      maxAnswer: Math.min(acceptedLengths[(apdu[1] as number) & 0x0f] ?? maxApdu, maxApdu),
      invokeId: apdu[2] as number,
      service: apdu[isSegmented ? 5 : 3] as number,
      data: apdu.subarray(isSegmented ? 6 : 4),
    }
  }
  if (type === types.unconfirmed) return { kind: 'unconfirmed', service: apdu[1] as number, data: apdu.subarray(2) }
  const isAnswer = type === types.simpleAck || type === types.error || type === types.reject || type === types.abort
  if (!isAnswer) return { kind: 'ignored' }
  return { kind: 'answer', invokeId: apdu[1] as number, isGood: type === types.simpleAck }
}

const head = (type: number, ...bytes: number[]): Buffer => Buffer.from([type << 4, ...bytes])

export const buildApdu = {
  confirmed: (invokeId: number, service: number, data: Buffer) =>
    // No segments, answers of up to 1476 octets.
    Buffer.concat([head(types.confirmed, 0x05, invokeId, service), data]),
  unconfirmed: (service: number, data: Buffer) => Buffer.concat([head(types.unconfirmed, service), data]),
  simpleAck: (invokeId: number, service: number) => head(types.simpleAck, invokeId, service),
  complexAck: (invokeId: number, service: number, data: Buffer) =>
    Buffer.concat([head(types.complexAck, invokeId, service), data]),
  error: (invokeId: number, service: number, data: Buffer) =>
    Buffer.concat([head(types.error, invokeId, service), data]),
  reject: (invokeId: number, reason: number) => head(types.reject, invokeId, reason),
  abort: (invokeId: number, reason: number) => Buffer.from([(types.abort << 4) | sentByServer, invokeId, reason]),
}
