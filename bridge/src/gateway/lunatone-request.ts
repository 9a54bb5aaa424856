import type { Clock, Timer } from '../clock.ts'
import type { Answer, FrameOutcome, OutgoingFrame } from './gateway.ts'
import { answerResult, noAnswerResult, refusals } from './lunatone.wire.ts'

/** Longest time until a frame is confirmed, although other masters use the bus. */
const confirmationMs = 2_000
/** Longest time from the confirmation to the answer. */
const answerMs = 1_000
/** Time for the confirmation of the second copy after the first was refused. */
const secondCopyMs = 200

/** Frame under way: ends with its confirmations and its answer, or at its deadline. */
export class LunatoneRequest {
  readonly frame: OutgoingFrame
  readonly #clock: Clock
  readonly #finish: (outcome: FrameOutcome) => void
  #copies: number
  #refused: FrameOutcome | null = null
  #answer: FrameOutcome | null = null
  #deadline: Timer

  constructor(clock: Clock, frame: OutgoingFrame, finish: (outcome: FrameOutcome) => void) {
    this.#clock = clock
    this.frame = frame
    this.#finish = finish
    this.#copies = frame.isTwice ? 2 : 1
    this.#deadline = this.#arm(confirmationMs)
  }

  confirm(result: number): void {
    if (this.#copies === 0) return
    this.#copies--
    if (result === noAnswerResult) this.#answer ??= { isSent: true, answer: { kind: 'none' } }
    else if (result !== 0) this.#refused ??= { isSent: false, why: refusals[result] ?? 'nonsense' }
    if (this.#copies > 0) this.#wait(this.#refused ? secondCopyMs : confirmationMs)
    else if (this.#refused) this.end(this.#refused)
    else if (!this.frame.expectsAnswer) this.end({ isSent: true, answer: { kind: 'none' } })
    else if (this.#answer) this.end(this.#answer)
    else this.#wait(answerMs)
  }

  answer(result: number, data: unknown): void {
    if (!this.frame.expectsAnswer) return
    const answer = answerOf(result, data)
    this.#answer = answer ? { isSent: true, answer } : { isSent: false, why: 'nonsense' }
    if (this.#copies === 0) this.end(this.#answer)
  }

  end(outcome: FrameOutcome): void {
    this.#deadline.cancel()
    this.#finish(outcome)
  }

  #wait(ms: number): void {
    this.#deadline.cancel()
    this.#deadline = this.#arm(ms)
  }

  #arm(ms: number): Timer {
    return this.#clock.after(ms, () => this.end(this.#refused ?? { isSent: false, why: 'timeout' }))
  }
}

const answerOf = (result: number, data: unknown): Answer | null => {
  if (result === answerResult.none) return { kind: 'none' }
  if (result === answerResult.garbled) return { kind: 'garbled' }
  const value: unknown = Array.isArray(data) ? data[0] : data
  const isByte = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
  return result === answerResult.byte && isByte ? { kind: 'byte', value } : null
}
