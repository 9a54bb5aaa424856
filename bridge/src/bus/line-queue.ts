import { type Clock, pause } from '../clock.ts'
import type { Answer, FrameOutcome, Gateway, NotSent, Priority } from '../gateway/gateway.ts'
import { CommissioningWatch } from './commissioning-watch.ts'
import type { Failure, Outcome, Step, Transaction } from './transaction.ts'

/** Repetitions of a transaction into which another master sent. */
const maxDisturbed = 6
/** Repetitions of a transaction whose frame was lost. */
const maxLost = 3
const lostPauseMs = 40
/** Pauses while the buffer of the gateway is full: they grow, up to a quarter of a minute in all. */
const maxFull = 10
const fullPauseMs = 250

/** Losses after which another try makes sense. */
const passing: ReadonlySet<NotSent> = new Set(['collision', 'busy', 'timeout', 'nonsense'])

type Waiting = { transaction: Transaction; priority: Priority; finish(outcome: Outcome): void }

/** One transaction at a time on a line, the most urgent first. */
export class LineQueue {
  readonly #gateway: Gateway
  readonly #line: number
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  readonly #watch = new CommissioningWatch()
  #isRunning = false
  /** Frames of other masters so far. */
  #foreign = 0
  /** Milliseconds in which own frames occupied the bus, for its load. */
  busyMs = 0

  constructor(gateway: Gateway, line: number, clock: Clock) {
    this.#gateway = gateway
    this.#line = line
    this.#clock = clock
  }

  /** Whether another master gives out addresses. Nothing is sent meanwhile. */
  get isSilent(): boolean {
    return this.#watch.isOn(this.#clock.now())
  }

  run = (transaction: Transaction, priority: Priority): Promise<Outcome> =>
    new Promise((finish) => {
      this.#waiting.push({ transaction, priority, finish })
      if (!this.#isRunning) void this.#work()
    })

  /** Frame of another master. Returns whether it ended the other master's commissioning. */
  hearForeign(bits: number, data: readonly number[]): boolean {
    this.#foreign++
    return this.#watch.hear(bits, data, this.#clock.now())
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      const startedAt = this.#clock.now()
      const outcome = await this.#perform(next)
      this.busyMs += this.#clock.now() - startedAt
      next.finish(outcome)
      // The code waiting for this outcome may request the next transaction before others are chosen.
      await Promise.resolve()
    }
    this.#isRunning = false
  }

  #takeNext(): Waiting | undefined {
    const [first] = this.#waiting.toSorted((one, other) => one.priority - other.priority)
    if (first) this.#waiting.splice(this.#waiting.indexOf(first), 1)
    return first
  }

  async #perform({ transaction, priority }: Waiting): Promise<Outcome> {
    let [disturbed, lost, full] = [0, 0, 0]
    for (;;) {
      const outcome = await this.#attempt(transaction, priority)
      if (outcome.isDone) return outcome
      const { why } = outcome
      if (why === 'disturbed' && ++disturbed < maxDisturbed) continue
      if (why === 'bufferFull' && ++full < maxFull) await pause(this.#clock, fullPauseMs * full)
      else if (isPassing(why) && ++lost < maxLost) await pause(this.#clock, lostPauseMs)
      else return outcome
    }
  }

  async #attempt(transaction: Transaction, priority: Priority): Promise<Outcome> {
    const foreign = this.#foreign
    const isSingle = transaction.length === 1 && !transaction[0]?.isTwice
    const answers: Answer[] = []
    for (const [at, step] of transaction.entries()) {
      if (this.isSilent) return { isDone: false, why: 'otherController' }
      const sent = await this.#send(step, at === 0 ? priority : 1)
      if (!sent.isSent) return { isDone: false, why: sent.why }
      if (!isSingle && this.#foreign !== foreign) return { isDone: false, why: 'disturbed' }
      if (step.asks) answers.push(sent.answer)
    }
    return { isDone: true, answers }
  }

  #send({ data, isTwice = false, asks = false }: Step, priority: Priority): Promise<FrameOutcome> {
    return this.#gateway.send(this.#line, { data, isTwice, expectsAnswer: asks, priority })
  }
}

const isPassing = (why: Failure): boolean => why !== 'disturbed' && why !== 'otherController' && passing.has(why)
