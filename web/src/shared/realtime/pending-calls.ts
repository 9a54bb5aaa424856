import { ApiFailure, throwWithTexts } from '../api/api-failure.ts'
import type { ConnectionStatus, RealtimeMessage } from './connection.ts'

type Wire = { status: ConnectionStatus; send: (message: RealtimeMessage) => void }
type Refused = { error?: string; status?: number; details?: unknown; requestId?: string }
type Waiting = { resolve: (data: unknown) => void; reject: (failure: ApiFailure) => void }

export type CallTiming = { pollMs: number; connectWaitMs: number; answerMs: number }

/** Specification section 9: an action started while connecting waits, polling every 500 ms, at most 10 s. The server answers within 5 s. */
const defaultTiming: CallTiming = { pollMs: 500, connectWaitMs: 10_000, answerMs: 10_000 }

const createNoAnswerFailure = () => new ApiFailure('realtime_no_answer', 0)

/** Actions sent over the realtime channel and their answers, matched by id. */
export class PendingCalls {
  private readonly wire: Wire
  private readonly timing: CallTiming
  private readonly waiting = new Map<string, Waiting>()

  constructor(wire: Wire, timing: Partial<CallTiming> = {}) {
    this.wire = wire
    this.timing = { ...defaultTiming, ...timing }
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
    if (typeof data.error === 'string')
      throwWithTexts(new ApiFailure(data.error, data.status ?? 400, data)).catch(call.reject)
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
