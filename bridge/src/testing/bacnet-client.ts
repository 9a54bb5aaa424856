import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** A BACnet/IP client for the tests, written from ASHRAE 135 and from nothing of the server. */

/** A tag with its content: bytes, or the tags between an opening and a closing one. */
export type Tag = { tag: number; isContext: boolean; bytes: Buffer; children: Tag[] | null }

class TagParser {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The tags up to the end, or up to a closing tag. */
  list(closing: number | null): Tag[] {
    const tags: Tag[] = []
    while (this.#at < this.#bytes.length) {
      const first = this.#byte()
      const isClosing = (first & 15) === 15
      if (isClosing && first >> 4 === closing) return tags
      if (isClosing) throw new Error(`closing tag ${first >> 4}, not ${closing}`)
      tags.push(this.#tag(first))
    }
    if (closing !== null) throw new Error('no closing tag')
    return tags
  }

  #tag(first: number): Tag {
    const [tag, isContext] = [first >> 4, (first & 8) !== 0]
    if ((first & 15) === 14) return { tag, isContext, bytes: Buffer.alloc(0), children: this.list(tag) }
    const isBoolean = !isContext && tag === 1
    const bytes = isBoolean ? Buffer.from([first & 7]) : this.#take(this.#length(first & 7))
    return { tag, isContext, bytes, children: null }
  }

  #length(low: number): number {
    if (low !== 5) return low
    const extended = this.#byte()
    return extended === 254 ? this.#take(2).readUInt16BE() : extended
  }

  #byte(): number {
    return this.#take(1).readUInt8()
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Error('a value beyond the end')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

export const parseTags = (bytes: Buffer): Tag[] => new TagParser(bytes).list(null)

export type Id = [type: number, instance: number]
const number = (bytes: Buffer): number => bytes.readUIntBE(0, bytes.length)
const idOf = (bytes: Buffer): Id => [bytes.readUInt32BE() >>> 22, bytes.readUInt32BE() & 0x3fffff]

/** The value of an application tag. */
export const decode = ({ tag, bytes }: Tag): unknown => {
  if (tag === 1) return bytes[0] === 1
  if (tag === 2 || tag === 9) return number(bytes)
  if (tag === 4) return bytes.readFloatBE()
  if (tag === 7) return bytes.subarray(1).toString()
  if (tag === 8)
    return Array.from({ length: (bytes.length - 1) * 8 - (bytes[0] ?? 0) }, (_, at) =>
      Boolean((bytes[1 + (at >> 3)] ?? 0) & (0x80 >> (at & 7))),
    )
  return tag === 12 ? idOf(bytes).join('.') : bytes
}

const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
export const contextId = (tag: number, [type, instance]: Id): number[] => [
  (tag << 4) | 0x0c,
  ...u32(((type << 22) | instance) >>> 0),
]
export const contextNumber = (tag: number, value: number): number[] => {
  const bytes = u32(value)
  while (bytes.length > 1 && bytes[0] === 0) bytes.shift()
  return [(tag << 4) | 8 | bytes.length, ...bytes]
}
const group = (tag: number, ...content: number[]): number[] => [(tag << 4) | 14, ...content, (tag << 4) | 15]

export type Answer =
  | { kind: 'ack'; service: number; tags: Tag[] }
  | { kind: 'error'; errorClass: number; code: number }
  | { kind: 'reject' | 'abort'; reason: number }

export type Notification = { processId: number; object: string; value: unknown; flags: boolean[]; isConfirmed: boolean }
export type Datagram = { isRequest: boolean; bytes: Buffer }

const properties = { presentValue: 85, statusFlags: 111 }

export class BacnetClient {
  readonly #socket: Socket = createSocket('udp4')
  readonly #server: number
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #invokeId = 0
  readonly notifications: Notification[] = []
  /** Datagrams of unconfirmed services, without their notifications of changes. */
  readonly heard: { service: number; tags: Tag[] }[] = []
  readonly datagrams: Datagram[] = []
  /** Confirmed notifications are acknowledged. */
  acknowledges = true
  /** Calls of unacknowledged confirmed notifications. */
  readonly unanswered: number[] = []

  constructor(server: number) {
    this.#server = server
    this.#socket.on('message', (bytes) => this.#receive(bytes))
  }

  async open(): Promise<this> {
    this.#socket.bind(0, '127.0.0.1')
    await once(this.#socket, 'listening')
    return this
  }

  get port(): number {
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }

  sendRaw(bytes: Buffer): void {
    this.datagrams.push({ isRequest: true, bytes })
    this.#socket.send(bytes, this.#server, '127.0.0.1')
  }

  send(apdu: readonly number[], network: readonly number[] = [1, 4]): void {
    const bytes = Buffer.from([0x81, 0x0a, 0, 0, ...network, ...apdu])
    bytes.writeUInt16BE(bytes.length, 2)
    this.sendRaw(bytes)
  }

  confirmed(service: number, data: readonly number[], { first = 0x00, accepts = 5 } = {}): Promise<Answer> {
    this.#invokeId = (this.#invokeId + 1) % 256
    const invokeId = this.#invokeId
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.#waiting.set(invokeId, resolve)
    this.send([first, accepts, invokeId, service, ...data])
    return promise
  }

  unconfirmed(service: number, data: readonly number[] = []): void {
    this.send([0x10, service, ...data], [1, 0])
  }

  /** The values of a property; a string for a refusal, such as `error 2.40`. */
  async read(id: Id, property: number, index?: number): Promise<unknown[] | string> {
    const answer = await this.confirmed(12, [
      ...contextId(0, id),
      ...contextNumber(1, property),
      ...(index === undefined ? [] : contextNumber(2, index)),
    ])
    return answer.kind === 'ack' ? (answer.tags.at(-1)?.children ?? []).map(decode) : textOf(answer)
  }

  /** Several properties: their values, or class and code of the refusal. */
  async readSeveral(id: Id, ids: readonly number[]): Promise<Map<number, unknown[] | string> | string> {
    const list = ids.flatMap((property) => contextNumber(0, property))
    const answer = await this.confirmed(14, [...contextId(0, id), ...group(1, ...list)])
    if (answer.kind !== 'ack') return textOf(answer)
    const results = answer.tags[1]?.children ?? []
    const found = new Map<number, unknown[] | string>()
    for (const [at, { tag, bytes }] of results.entries()) {
      const next = results[at + 1]
      if (tag !== 2 || !next) continue
      const values = (next.children ?? []).map(decode)
      found.set(number(bytes), next.tag === 5 ? `error ${values.join('.')}` : values)
    }
    return found
  }

  /** `ack`, or the refusal. */
  async write(id: Id, property: number, value: readonly number[]): Promise<string> {
    const data = [...contextId(0, id), ...contextNumber(1, property), ...group(3, ...value)]
    return textOf(await this.confirmed(15, data))
  }

  async subscribe(id: Id, { processId = 1, confirmed = false, lifetimeS = 0 } = {}): Promise<string> {
    const flags = [0x29, confirmed ? 1 : 0, ...contextNumber(3, lifetimeS)]
    return textOf(await this.confirmed(5, [...contextNumber(0, processId), ...contextId(1, id), ...flags]))
  }

  async cancel(id: Id, processId = 1): Promise<string> {
    return textOf(await this.confirmed(5, [...contextNumber(0, processId), ...contextId(1, id)]))
  }

  #receive(bytes: Buffer): void {
    this.datagrams.push({ isRequest: false, bytes: Buffer.from(bytes) })
    if (bytes[1] === 0) return
    // Behind a router, the network part has an address.
    const apdu = bytes.subarray((bytes.readUInt8(5) & 0x20) === 0 ? 6 : 10 + bytes.readUInt8(8))
    const [first = 0, second = 0, third = 0] = apdu
    const type = first >> 4
    if (type === 0) this.#notified(apdu.subarray(4), { invokeId: apdu.readUInt8(2) })
    else if (type === 1 && second === 2) this.#notified(apdu.subarray(2), {})
    else if (type === 1) this.heard.push({ service: second, tags: parseTags(apdu.subarray(2)) })
    else {
      this.#waiting.get(second)?.(answerOf(type, third, apdu.subarray(3)))
      this.#waiting.delete(second)
    }
  }

  #notified(data: Buffer, { invokeId }: { invokeId?: number }): void {
    const [process, , object, , values] = parseTags(data)
    const content = values?.children ?? []
    const ofProperty = (property: number): Tag[] => {
      const at = content.findIndex(({ tag, bytes }) => tag === 0 && number(bytes) === property)
      return content[at + 1]?.children ?? []
    }
    if (invokeId === undefined || this.acknowledges)
      this.notifications.push({
        processId: number(process?.bytes ?? Buffer.from([0])),
        object: idOf(object?.bytes ?? Buffer.alloc(4)).join('.'),
        value: ofProperty(properties.presentValue).map(decode)[0],
        flags: ofProperty(properties.statusFlags).map(decode)[0] as boolean[],
        isConfirmed: invokeId !== undefined,
      })
    if (invokeId === undefined) return
    if (this.acknowledges) this.send([0x20, invokeId, 1], [1, 0])
    else this.unanswered.push(invokeId)
  }
}

const answerOf = (type: number, third: number, rest: Buffer): Answer => {
  if (type === 5) {
    const [errorClass = 0, code = 0] = parseTags(rest).map(decode) as number[]
    return { kind: 'error', errorClass, code }
  }
  if (type === 6 || type === 7) return { kind: type === 6 ? 'reject' : 'abort', reason: third }
  return { kind: 'ack', service: third, tags: parseTags(rest) }
}

const textOf = (answer: Answer): string => {
  if (answer.kind === 'ack') return 'ack'
  return answer.kind === 'error' ? `error ${answer.errorClass}.${answer.code}` : `${answer.kind} ${answer.reason}`
}
