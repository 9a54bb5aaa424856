import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { BusClock } from './bus-clock.ts'
import type { DaliBus } from './dali-bus.ts'
import { type Heard, type SendOutcome, type Traffic, timing } from './frames.ts'

/** The WebSocket and /info of a Lunatone DALI-2 IoT, in front of virtual lines. */

const bufferSize = 32
const bytes = { 8: 1, 16: 2, 24: 3, 25: 4 } as const

const daliFrame = z.object({
  type: z.literal('daliFrame'),
  data: z.object({
    line: z.int().min(0),
    numberOfBits: z.literal([8, 16, 24, 25]),
    mode: z
      .object({
        sendTwice: z.boolean().default(false),
        waitForAnswer: z.boolean().default(false),
        priority: z.literal([1, 2, 3, 4, 5]).default(3),
      })
      .default({ sendTwice: false, waitForAnswer: false, priority: 3 }),
    daliData: z.array(z.int().min(0).max(255)),
  }),
})
const filtering = z.object({
  type: z.literal('filtering'),
  data: z.object({
    daliMonitor: z.boolean().optional(),
    daliFrame: z.boolean().optional(),
    daliAnswer: z.boolean().optional(),
  }),
})
const request = z.union([daliFrame, filtering])
type FrameRequest = z.infer<typeof daliFrame>['data']

/** Result codes of a confirmation. */
const results = { sent: 0, noPower: 1, collision: 61, bufferFull: 4, noLine: 5, syntax: 6, timeout: 63 } as const

/** Misbehaviour for tests, until it is changed. */
export type GatewayMischief =
  | { kind: 'silent' }
  | { kind: 'rubbish' }
  | { kind: 'refuses'; result: number }
  | { kind: 'otherLine' }
  | { kind: 'closesInFrame' }

export type LunatoneOptions = {
  lines: readonly DaliBus[]
  clock: BusClock
  port?: number
  host?: string
  serial?: number
  firmware?: string
}

type Client = { socket: WebSocket; name: string; filtered: Set<string>; waiting: number }

export class LunatoneGateway {
  readonly #options: LunatoneOptions
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #clients = new Set<Client>()
  readonly #unlisten: (() => void)[]
  #connections = 0
  mischief: GatewayMischief | null = null
  /** Whether GET /info is answered. */
  isInfoServed = true

  constructor(options: LunatoneOptions) {
    this.#options = options
    this.#server = createServer((request, response) => {
      if (request.url !== '/info' || !this.isInfoServed) {
        response.writeHead(this.isInfoServed ? 404 : 503).end()
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.#info()))
    })
    this.#sockets = new WebSocketServer({ server: this.#server, maxPayload: 65_536 })
    this.#sockets.on('connection', (socket) => this.#accept(socket))
    this.#unlisten = options.lines.map((bus, line) => bus.listen((traffic) => this.#show(line, traffic)))
  }

  async listen(): Promise<number> {
    const { port = 0, host = '127.0.0.1' } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    return (this.#server.address() as AddressInfo).port
  }

  get connections(): number {
    return this.#clients.size
  }

  /** Ends all connections without a close handshake, as a gateway without power. */
  drop(): void {
    for (const { socket } of this.#clients) socket.terminate()
  }

  async close(): Promise<void> {
    for (const stop of this.#unlisten) stop()
    this.drop()
    this.#sockets.close()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #info(): object {
    const { lines, serial = 1_234_567, firmware = 'v1.4.1/1.0.9' } = this.#options
    return {
      name: 'dali-iot',
      version: firmware,
      tier: 'basic',
      emergencyLight: false,
      errors: {},
      descriptor: {
        lines: lines.length,
        bufferSize,
        tickResolution: 1978,
        maxYnFrameSize: 32,
        deviceListSpecifier: true,
        protocolVersion: '1.0',
      },
      device: {
        serial,
        gtin: 9010342013607,
        pcb: '9a',
        articleNumber: 89453886,
        articleInfo: '',
        productionYear: 2026,
        productionWeek: 2,
      },
    }
  }

  #accept(socket: WebSocket): void {
    const client: Client = { socket, name: `client ${++this.#connections}`, filtered: new Set(), waiting: 0 }
    this.#clients.add(client)
    socket.on('close', () => this.#clients.delete(client))
    socket.on('error', () => undefined)
    socket.on('message', (content) => this.#receive(client, content))
    this.#send(client, 'info', this.#info())
    for (const [line, bus] of this.#options.lines.entries())
      this.#send(client, 'daliStatus', { line, status: bus.isOn ? 2 : 0 })
  }

  #receive(client: Client, content: RawData): void {
    const { mischief } = this
    if (mischief?.kind === 'silent') return
    if (mischief?.kind === 'rubbish') {
      for (const text of ['{"type":"daliFrame","da', 'null', '[[[]]]', '{"type":"daliAnswer","data":{"line":"x"}}'])
        client.socket.send(text)
      return
    }
    const parsed = request.safeParse(parse(content))
    if (!parsed.success) this.#send(client, 'daliFrame', { line: 0, result: results.syntax })
    else if (parsed.data.type === 'filtering') this.#filter(client, parsed.data.data)
    else if (mischief?.kind === 'refuses')
      this.#send(client, 'daliFrame', { line: parsed.data.data.line, result: mischief.result })
    else void this.#transmit(client, parsed.data.data)
    if (mischief?.kind === 'closesInFrame') client.socket.terminate()
  }

  #filter(client: Client, suppressed: Record<string, boolean | undefined>): void {
    for (const [type, isSuppressed] of Object.entries(suppressed))
      if (isSuppressed) client.filtered.add(type)
      else client.filtered.delete(type)
    this.#send(client, 'filtering', suppressed)
  }

  async #transmit(client: Client, { line, numberOfBits, mode, daliData }: FrameRequest): Promise<void> {
    const bus = this.#options.lines[line]
    const confirm = (result: number) => this.#send(client, 'daliFrame', { line: this.#shown(line), result })
    if (!bus) return confirm(results.noLine)
    if (numberOfBits === 8 || daliData.length !== bytes[numberOfBits]) return confirm(results.syntax)
    const times = mode.sendTwice ? 2 : 1
    if (client.waiting + times > bufferSize) return confirm(results.bufferFull)
    client.waiting += times
    const frame = { bits: numberOfBits, data: daliData } as const
    let outcome: SendOutcome | null = null
    for (let copy = 0; copy < times; copy++) {
      outcome = await bus.send(frame, copy === 0 ? mode.priority : 1, client.name)
      client.waiting--
      confirm(results[outcome.result])
    }
    if (mode.waitForAnswer && outcome) this.#answer(client, line, outcome)
  }

  #answer(client: Client, line: number, { result, heard }: SendOutcome): void {
    const answer = () => this.#send(client, 'daliAnswer', { line: this.#shown(line), ...answerOf(heard) })
    // The gateway waits until no answer can come any more.
    if (heard.kind === 'none' && result === 'sent') this.#options.clock.after(timing.answerWindow, answer)
    else answer()
  }

  /** Number of a line as the gateway reports it. */
  #shown(line: number): number {
    return this.mischief?.kind === 'otherLine' ? line + 1 : line
  }

  #show(line: number, traffic: Traffic): void {
    for (const client of this.#clients) {
      if (traffic.kind === 'power') this.#send(client, 'daliStatus', { line, status: traffic.isOn ? 2 : 0 })
      else if (traffic.kind === 'systemFailure') this.#send(client, 'daliStatus', { line, status: 1 })
      else if (!client.filtered.has('daliMonitor')) this.#send(client, 'daliMonitor', monitorOf(line, traffic))
    }
  }

  #send({ socket }: Client, type: string, data: object): void {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ type, data, timeSignature: { timestamp: Date.now() / 1000, counter: 0 } }))
  }
}

const answerOf = (heard: Heard): { result: number; daliData: number | null } => {
  if (heard.kind === 'none') return { result: 0, daliData: null }
  return heard.kind === 'byte' ? { result: 8, daliData: heard.value } : { result: 63, daliData: null }
}

const monitorOf = (line: number, traffic: Extract<Traffic, { kind: 'forward' | 'backward' }>): object => {
  const times = { tick_us: Math.round(traffic.at * 1000) % 0x7fff_ffff, timestamp: traffic.at / 1000 }
  if (traffic.kind === 'forward') return { ...times, line, bits: traffic.frame.bits, data: traffic.frame.data }
  const isGarbled = traffic.heard.kind === 'garbled'
  const data = traffic.heard.kind === 'byte' ? [traffic.heard.value] : [null]
  return { ...times, line, bits: 8, data, framingError: isGarbled }
}

const parse = (content: RawData): unknown => {
  try {
    return JSON.parse(String(content))
  } catch {
    return null
  }
}
