import { ApiFailure } from './failure.ts'

/** The realtime channel: one WebSocket, its attempts and when it gives up, and calls over it. */

/** `offline` while the browser has no network: attempts do not count until it has. */
export type ConnectionState = 'connecting' | 'connected' | 'closed' | 'offline' | 'error'

/** `attempt` of `attempts`: transport attempts while closed, attempts with a refreshed session while in error. */
export type ConnectionStatus = {
  state: ConnectionState
  attempt: number
  attempts: number
  socketId: string | undefined
}

export type RealtimeMessage = { action: string; data: unknown; id?: string; key?: string }

export type ConnectionEnd = 'revoked' | 'sessionEnded' | 'connectionLost'

export type ConnectionOptions = {
  url: string
  /** Sent as soon as the socket is open, for programs with a token. */
  firstMessage?: RealtimeMessage
  /** Refreshes the session: false when nobody is signed in; throws when the server cannot be reached. */
  refreshSession: () => Promise<boolean>
  onStatus: (status: ConnectionStatus) => void
  onMessage: (message: RealtimeMessage) => void
  /** Reconnected after a loss: missed data must be refetched. */
  onReconnected: () => void
  onEnd: (reason: ConnectionEnd) => void
  /** Whether the browser has a network. */
  isOnline?: () => boolean
  timing?: Partial<ConnectionTiming>
}

export type ConnectionTiming = {
  attempts: number
  attemptDelayMs: number
  sessionRetries: number
  openTimeoutMs: number
  /** Delay after the server asked for fewer requests. */
  tooManyDelayMs: number
  /** Interval of attempts while offline, because some systems report no network although there is one. */
  offlineDelayMs: number
}

/** Specification section 9: five attempts 3 s apart, then three with a refreshed session. */
const defaultTiming: ConnectionTiming = {
  attempts: 5,
  attemptDelayMs: 3000,
  sessionRetries: 3,
  openTimeoutMs: 10_000,
  tooManyDelayMs: 10_000,
  offlineDelayMs: 10_000,
}

/** Close code of the server when the session was ended elsewhere. */
export const revokedCloseCode = 4401
/** Close code of the server when this browser sent too many requests or has too many channels open. */
const tooManyCloseCode = 4429

export class RealtimeConnection {
  private readonly options: ConnectionOptions
  private readonly timing: ConnectionTiming
  private socket: WebSocket | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private everConnected = false
  private stopped = false
  private heartbeatMs: number | undefined
  status: ConnectionStatus

  constructor(options: ConnectionOptions) {
    this.options = options
    this.timing = { ...defaultTiming, ...options.timing }
    this.status = { state: 'connecting', attempt: 1, attempts: this.timing.attempts, socketId: undefined }
  }

  start(): void {
    this.open()
  }

  stop(): void {
    this.stopped = true
    this.dropSocket()
  }

  /** Connects at once and resets all attempts: the person asked, or the network is back. */
  tryNow(): void {
    if (this.stopped || this.status.state === 'connected') return
    this.failures = 0
    this.dropSocket()
    this.open()
  }

  /** Reports a lost network, without waiting for the socket to notice. */
  lost(): void {
    if (this.stopped || this.status.state !== 'connected') return
    this.dropSocket()
    this.fail()
  }

  send(message: RealtimeMessage): void {
    this.socket?.send(JSON.stringify(message))
  }

  private open(): void {
    const socket = new WebSocket(this.options.url)
    this.socket = socket
    this.report(this.everConnected || this.failures > 0 ? this.lossState() : 'connecting')
    this.timer = setTimeout(() => this.closedBy(socket, 0), this.timing.openTimeoutMs)
    const { firstMessage } = this.options
    if (firstMessage) socket.onopen = () => socket.send(JSON.stringify(firstMessage))
    socket.onmessage = (event) => this.receive(String(event.data))
    socket.onclose = (event) => this.closedBy(socket, event.code)
    socket.onerror = () => undefined // a close always follows
  }

  private receive(text: string): void {
    const message = parseMessage(text)
    if (!message) return
    if (message.action === 'connected') this.opened(message.data)
    this.restartSilenceTimer()
    this.options.onMessage(message)
  }

  private opened(data: unknown): void {
    clearTimeout(this.timer)
    const { socketId, heartbeatMs } = (data ?? {}) as { socketId?: string; heartbeatMs?: number }
    this.heartbeatMs = heartbeatMs
    this.failures = 0
    const isReconnect = this.everConnected
    this.everConnected = true
    this.report('connected', socketId)
    if (isReconnect) this.options.onReconnected()
  }

  /** A server that is silent for two heartbeats is considered lost. */
  private restartSilenceTimer(): void {
    clearTimeout(this.silence)
    if (this.heartbeatMs) this.silence = setTimeout(() => this.lost(), this.heartbeatMs * 2)
  }

  private closedBy(socket: WebSocket, code: number): void {
    if (this.stopped || socket !== this.socket) return
    this.dropSocket()
    if (code !== revokedCloseCode) this.fail(code === tooManyCloseCode)
    else if (this.status.state === 'connected') void this.sessionChanged()
    else this.end('revoked')
  }

  /** Handles the end of the channel's session; a new password, for example, starts a new one. */
  private async sessionChanged(): Promise<void> {
    this.report('closed')
    const isSignedIn = await this.options.refreshSession().catch(() => false)
    if (this.stopped || this.socket) return
    if (isSignedIn) this.open()
    else this.end('revoked')
  }

  private fail(isRateLimited = false): void {
    const { attempts, sessionRetries, attemptDelayMs, tooManyDelayMs, offlineDelayMs } = this.timing
    if (this.isOffline()) {
      this.report('offline')
      this.timer = setTimeout(() => this.open(), offlineDelayMs)
      return
    }
    // The loss of a good connection does not count as a failed attempt.
    if (this.status.state !== 'connected') this.failures += 1
    if (this.failures >= attempts + sessionRetries) {
      this.end('connectionLost')
      return
    }
    this.report(this.lossState())
    const pauseMs = this.failures === 0 ? 0 : attemptDelayMs
    this.timer = setTimeout(() => void this.attempt(), isRateLimited ? tooManyDelayMs : pauseMs)
  }

  private async attempt(): Promise<void> {
    if (this.failures >= this.timing.attempts) {
      const isSignedIn = await this.options.refreshSession().catch(() => undefined)
      if (this.stopped || this.socket) return
      if (isSignedIn === false) {
        this.end('sessionEnded')
        return
      }
      // Started offline from the device's saved data: there was no connection to lose, whatever the browser reports.
      if (isSignedIn === undefined && !this.everConnected) {
        this.report('offline')
        this.timer = setTimeout(() => void this.attempt(), this.timing.offlineDelayMs)
        return
      }
    }
    this.open()
  }

  private isOffline(): boolean {
    return this.options.isOnline?.() === false
  }

  private lossState(): ConnectionState {
    if (this.isOffline()) return 'offline'
    return this.failures >= this.timing.attempts ? 'error' : 'closed'
  }

  private report(state: ConnectionState, socketId?: string): void {
    const { attempts, sessionRetries } = this.timing
    const hasFailed = state === 'error'
    const attempt = (hasFailed ? this.failures - attempts : this.failures) + 1
    this.status = { state, attempt, attempts: hasFailed ? sessionRetries : attempts, socketId }
    this.options.onStatus(this.status)
  }

  private end(reason: ConnectionEnd): void {
    this.stop()
    this.report('error')
    this.options.onEnd(reason)
  }

  private dropSocket(): void {
    clearTimeout(this.timer)
    clearTimeout(this.silence)
    const socket = this.socket
    this.socket = undefined
    if (!socket) return
    socket.onclose = null
    socket.onmessage = null
    socket.close()
  }
}

type Wire = { status: ConnectionStatus; send: (message: RealtimeMessage) => void }
type Refused = { error?: string; status?: number; details?: unknown; requestId?: string }
type Waiting = { resolve: (data: unknown) => void; reject: (failure: ApiFailure) => void }

type CallTiming = { pollMs: number; connectWaitMs: number; answerMs: number }

/** Specification section 9: an action waits for the connection for at most 10 s, and the server answers within 5 s. */
const defaultCallTiming: CallTiming = { pollMs: 500, connectWaitMs: 10_000, answerMs: 10_000 }

const createNoAnswerFailure = () => new ApiFailure('realtime_no_answer', 0)

/** Actions sent over the realtime channel and their answers, matched by id. */
export class PendingCalls {
  private readonly wire: Wire
  private readonly timing: CallTiming
  private readonly waiting = new Map<string, Waiting>()

  constructor(wire: Wire, timing: Partial<CallTiming> = {}) {
    this.wire = wire
    this.timing = { ...defaultCallTiming, ...timing }
  }

  /** Waits for the connection, sends once, and resolves with the answer's data. */
  async call(action: string, input: object, key?: string): Promise<unknown> {
    await this.untilConnected()
    const id = crypto.randomUUID()
    let answerTimeout: ReturnType<typeof setTimeout> | undefined
    try {
      return await new Promise((resolve, reject) => {
        answerTimeout = setTimeout(() => reject(createNoAnswerFailure()), this.timing.answerMs)
        this.waiting.set(id, { resolve, reject })
        this.wire.send({ action, id, ...(key !== undefined && { key }), data: input })
      })
    } finally {
      clearTimeout(answerTimeout)
      this.waiting.delete(id)
    }
  }

  /** True when the message was the answer to a call. */
  settle(message: RealtimeMessage): boolean {
    const call = this.waiting.get(message.id ?? '')
    if (!call) return false
    const data = (message.data ?? {}) as Refused
    if (typeof data.error === 'string') call.reject(new ApiFailure(data.error, data.status ?? 400, data))
    else call.resolve(message.data)
    return true
  }

  /** The connection is gone, so the outcome of these calls is unknown: a caller with an idempotency key retries. */
  abandon(): void {
    for (const call of this.waiting.values()) call.reject(createNoAnswerFailure())
  }

  private async untilConnected(): Promise<void> {
    const end = Date.now() + this.timing.connectWaitMs
    while (this.wire.status.state !== 'connected') {
      if (Date.now() >= end) throw new ApiFailure('realtime_not_connected', 0)
      await new Promise((resolve) => setTimeout(resolve, this.timing.pollMs))
    }
  }
}

function parseMessage(text: string): RealtimeMessage | undefined {
  try {
    const message = JSON.parse(text) as RealtimeMessage
    return typeof message?.action === 'string' ? message : undefined
  } catch {
    return undefined // not ours: a proxy's page, or half a message
  }
}
