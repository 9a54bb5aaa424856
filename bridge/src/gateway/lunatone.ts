import { WebSocket } from 'ws'
import type { Clock, Timer } from '../clock.ts'
import { EchoFilter } from './echo-filter.ts'
import type { FrameOutcome, Gateway, GatewayEvent, GatewayInfo, OutgoingFrame } from './gateway.ts'
import { busStatuses, isOwnType, type LunatoneMessage, message, otherMessage } from './lunatone.wire.ts'
import { LunatoneRequest } from './lunatone-request.ts'
import { infoAddressOf, isAlive } from './probe.ts'
import { ReconnectPause } from './reconnect-pause.ts'

const greetingMs = 10_000
const probeEveryMs = 30_000
/** Probes without an answer after which the gateway counts as hung. */
const maxFailedProbes = 2
/** Frames without a confirmation after which the connection is made again. */
const maxTimeouts = 3
/** Time for dropping late confirmations of a timed-out frame. */
const drainMs = 2_000
/** Unreadable messages in a row after which the connection is made again. */
const maxNonsense = 20

export type LunatoneOptions = { url: string; clock: Clock; random?: () => number; probe?: typeof isAlive }

type LineState = { request: LunatoneRequest | null; drainedAt: number; timeouts: number }

/** Driver of the Lunatone DALI-2 IoT and of all gateways with its WebSocket protocol. */
export class Lunatone implements Gateway {
  readonly address: string
  info: GatewayInfo | null = null
  readonly #options: LunatoneOptions
  readonly #listeners: ((event: GatewayEvent) => void)[] = []
  readonly #lines = new Map<number, LineState>()
  readonly #echoes: EchoFilter
  readonly #pause: ReconnectPause
  #socket: WebSocket | null = null
  #timers: Timer[] = []
  #isWanted = false
  #nonsense = 0
  #failedProbes = 0

  constructor(options: LunatoneOptions) {
    this.#options = options
    this.address = new URL(options.url).hostname
    this.#echoes = new EchoFilter(options.clock)
    this.#pause = new ReconnectPause(options.random)
  }

  listen(listener: (event: GatewayEvent) => void): void {
    this.#listeners.push(listener)
  }

  open(): void {
    this.#isWanted = true
    this.#connect()
  }

  close(): void {
    this.#isWanted = false
    this.#drop('closed')
    for (const timer of this.#timers.splice(0)) timer.cancel()
  }

  async send(line: number, frame: OutgoingFrame): Promise<FrameOutcome> {
    const { clock } = this.#options
    const state = this.#lineState(line)
    const drain = state.drainedAt - clock.now()
    if (drain > 0) await new Promise<void>((resolve) => clock.after(drain, resolve))
    const socket = this.#socket
    if (!this.info || socket?.readyState !== WebSocket.OPEN) return { isSent: false, why: 'gatewayGone' }
    if (state.request) throw new Error(`line ${line} has a frame under way`)
    const outcome = await new Promise<FrameOutcome>((finish) => {
      state.request = new LunatoneRequest(clock, frame, finish)
      this.#echoes.expect(line, frame)
      socket.send(JSON.stringify({ type: 'daliFrame', data: frameData(line, frame) }))
    })
    state.request = null
    this.#echoes.finish(line)
    this.#judge(state, outcome)
    return outcome
  }

  #lineState(line: number): LineState {
    const state = this.#lines.get(line) ?? { request: null, drainedAt: 0, timeouts: 0 }
    this.#lines.set(line, state)
    return state
  }

  #judge(state: LineState, outcome: FrameOutcome): void {
    if (outcome.isSent) {
      state.timeouts = 0
      this.#pause.reset()
    } else if (outcome.why === 'nonsense') this.#emit({ kind: 'nonsense', why: 'the answer has no meaning' })
    else if (outcome.why === 'timeout') {
      state.timeouts++
      state.drainedAt = this.#options.clock.now() + drainMs
      if (state.timeouts >= maxTimeouts) this.#drop('the gateway confirms no frame')
    }
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url, {
      perMessageDeflate: false,
      maxPayload: 65_536,
      handshakeTimeout: greetingMs,
    })
    this.#socket = socket
    this.#nonsense = 0
    this.#failedProbes = 0
    const isCurrent = () => this.#socket === socket
    const greeting = this.#options.clock.after(2 * greetingMs, () => {
      if (isCurrent() && !this.info) this.#drop('the gateway sends no greeting')
    })
    socket.on('message', (content) => isCurrent() && this.#receive(String(content)))
    socket.on('error', (error) => isCurrent() && this.#drop(error.message))
    socket.on('close', () => isCurrent() && this.#drop('the gateway closed the connection'))
    this.#timers.push(greeting)
    this.#armProbe(socket)
  }

  #armProbe(socket: WebSocket): void {
    const { clock, url, probe = isAlive } = this.#options
    const timer = clock.after(probeEveryMs, async () => {
      if (this.#socket !== socket) return
      this.#failedProbes = (await probe(infoAddressOf(url))) ? 0 : this.#failedProbes + 1
      if (this.#socket !== socket) return
      if (this.#failedProbes >= maxFailedProbes) this.#drop('the gateway does not answer GET /info')
      else this.#armProbe(socket)
    })
    this.#timers.push(timer)
  }

  /** Ends the connection, and reconnects after a pause. A close handshake may never end, so it does not wait for it. */
  #drop(why: string): void {
    const socket = this.#socket
    this.#socket = null
    this.info = null
    for (const timer of this.#timers.splice(0)) timer.cancel()
    socket?.removeAllListeners()
    socket?.on('error', () => undefined)
    socket?.terminate()
    for (const state of this.#lines.values()) {
      state.drainedAt = 0
      state.timeouts = 0
      state.request?.end({ isSent: false, why: 'gatewayGone' })
    }
    if (!this.#isWanted) return
    this.#emit({ kind: 'closed', why })
    this.#timers.push(this.#options.clock.after(this.#pause.next(), () => this.#connect()))
  }

  #receive(content: string): void {
    const read = readMessage(content)
    if (read === 'ignored') return
    if (!read) {
      this.#emit({ kind: 'nonsense', why: 'the gateway sends unreadable messages' })
      if (++this.#nonsense >= maxNonsense) this.#drop('the gateway sends unreadable messages')
      return
    }
    this.#nonsense = 0
    this.#act(read)
  }

  #act(read: LunatoneMessage): void {
    switch (read.type) {
      case 'info':
        this.info = infoOf(read.data)
        this.#emit({ kind: 'opened', info: this.info })
        return
      case 'daliFrame':
        this.#lines.get(read.data.line)?.request?.confirm(read.data.result)
        return
      case 'daliAnswer':
        this.#lines.get(read.data.line)?.request?.answer(read.data.result, read.data.daliData)
        return
      case 'daliStatus': {
        const status = busStatuses[read.data.status]
        if (status) this.#emit({ kind: 'bus', line: read.data.line, status })
        return
      }
      case 'daliMonitor':
        this.#watch(read.data)
    }
  }

  #watch({ line, bits, data }: Extract<LunatoneMessage, { type: 'daliMonitor' }>['data']): void {
    const frame = (data ?? []).filter((byte) => byte !== null)
    if ((bits !== 16 && bits !== 24 && bits !== 25) || frame.length === 0) return
    if (bits === 16 && this.#echoes.isOwn(line, frame)) return
    this.#emit({ kind: 'foreign', line, bits, data: frame })
  }

  #emit(event: GatewayEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

const frameData = (line: number, { data, isTwice, expectsAnswer, priority }: OutgoingFrame): object => ({
  line,
  numberOfBits: 16,
  mode: { sendTwice: isTwice, waitForAnswer: expectsAnswer, priority },
  daliData: data,
})

const infoOf = ({ name, version, descriptor }: Extract<LunatoneMessage, { type: 'info' }>['data']): GatewayInfo => {
  const { protocolVersionMajor: major, protocolVersionMinor: minor } = descriptor
  const protocol = descriptor.protocolVersion ?? (major == null ? null : `${major}.${minor ?? 0}`)
  return { name: name ?? null, firmware: version ?? null, protocol, lines: descriptor.lines }
}

const readMessage = (content: string): LunatoneMessage | 'ignored' | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    return null
  }
  const read = message.safeParse(parsed)
  if (read.success) return read.data
  // Messages of the other parts of a gateway, which differ with its firmware.
  const { success, data } = otherMessage.safeParse(parsed)
  return success && !isOwnType(data.type) ? 'ignored' : null
}
