import type { BusClock } from './bus-clock.ts'
import { type ForwardFrame, type Heard, type Priority, type SendOutcome, type Traffic, timing } from './frames.ts'

/** Gear as the bus knows it. */
export type BusGear = {
  /** Milliseconds between the end of a frame and its answer. */
  readonly answerDelayMs: number
  /** Executes a frame ended at `now`. Returns the byte of its answer, or null. */
  hear(frame: ForwardFrame, now: number): number | null
  /** The bus has had no power for too long. */
  systemFailed(now: number): void
}

type Waiting = {
  frame: ForwardFrame
  priority: Priority
  sender: string
  since: number
  done: (outcome: SendOutcome) => void
}

const none: Heard = { kind: 'none' }
/** Answers of equal value within this time look like one. */
const coincidenceMs = 0.1

/** One DALI line at the level of frames: one frame at a time, with the timing of the standard. */
export class DaliBus {
  readonly gears: BusGear[]
  readonly #clock: BusClock
  readonly #waiting: Waiting[] = []
  readonly #listeners = new Set<(traffic: Traffic) => void>()
  #isOn = true
  #isBusy = false
  /** End of the last frame. */
  #idleSince = Number.NEGATIVE_INFINITY
  #start: { cancel(): void } | null = null
  #failure: { cancel(): void } | null = null
  /** Frames about to collide with the frame of an unseen master. */
  collisions = 0

  constructor(clock: BusClock, gears: BusGear[]) {
    this.#clock = clock
    this.gears = gears
  }

  get isOn(): boolean {
    return this.#isOn
  }
  /** Frames waiting for the bus. */
  get waiting(): number {
    return this.#waiting.length
  }

  listen(listener: (traffic: Traffic) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  send(frame: ForwardFrame, priority: Priority, sender: string): Promise<SendOutcome> {
    if (!this.#isOn) return Promise.resolve({ result: 'noPower', heard: none })
    return new Promise((done) => {
      this.#waiting.push({ frame, priority, sender, since: this.#clock.now(), done })
      this.#arm()
    })
  }

  setPower(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    const at = this.#clock.now()
    this.#emit({ kind: 'power', at, isOn })
    this.#failure?.cancel()
    if (isOn) return
    for (const { done } of this.#waiting.splice(0)) done({ result: 'noPower', heard: none })
    this.#failure = this.#clock.after(timing.systemFailure, () => {
      for (const gear of this.gears) gear.systemFailed(this.#clock.now())
      this.#emit({ kind: 'systemFailure', at: this.#clock.now() })
    })
  }

  /** Starts the first frame in turn: a higher priority waits less. */
  #arm(): void {
    if (this.#isBusy) return
    this.#start?.cancel()
    this.#start = null
    const startOf = ({ since, priority }: Waiting) => Math.max(since, this.#idleSince + timing.pause[priority])
    const [first] = this.#waiting.toSorted((one, other) => startOf(one) - startOf(other) || one.since - other.since)
    if (!first) return
    const at = startOf(first)
    this.#start = this.#clock.after(Math.max(0, at - this.#clock.now()), () => {
      this.#waiting.splice(this.#waiting.indexOf(first), 1)
      this.#transmit(first, Math.max(at, this.#idleSince))
    })
  }

  #transmit(waiting: Waiting, startedAt: number): void {
    this.#isBusy = true
    const endsAt = startedAt + timing.forward[waiting.frame.bits]
    this.#clock.after(Math.max(0, endsAt - this.#clock.now()), () => {
      const { frame, sender } = waiting
      if (!this.#isOn) this.#release(waiting, endsAt, { result: 'noPower', heard: none })
      else if (this.collisions > 0) {
        this.collisions--
        this.#release(waiting, endsAt, { result: 'collision', heard: none })
      } else {
        this.#emit({ kind: 'forward', at: endsAt, sender, frame })
        this.#answer(waiting, endsAt)
      }
    })
  }

  #answer(waiting: Waiting, endedAt: number): void {
    const answers = this.gears.flatMap((gear) => {
      const value = gear.hear(waiting.frame, endedAt)
      return value === null ? [] : { value, delayMs: gear.answerDelayMs }
    })
    const [first] = answers
    if (!first) {
      this.#release(waiting, endedAt, { result: 'sent', heard: none })
      return
    }
    const isOne = answers.every(
      ({ value, delayMs }) => value === first.value && Math.abs(delayMs - first.delayMs) <= coincidenceMs,
    )
    const heard: Heard = isOne ? { kind: 'byte', value: first.value } : { kind: 'garbled' }
    const endsAt = endedAt + Math.max(...answers.map(({ delayMs }) => delayMs)) + timing.backward
    this.#clock.after(Math.max(0, endsAt - this.#clock.now()), () => {
      if (this.#isOn) this.#emit({ kind: 'backward', at: endsAt, to: waiting.sender, heard })
      this.#release(waiting, endsAt, this.#isOn ? { result: 'sent', heard } : { result: 'noPower', heard: none })
    })
  }

  #release({ done }: Waiting, endedAt: number, outcome: SendOutcome): void {
    this.#isBusy = false
    this.#idleSince = endedAt
    done(outcome)
    this.#arm()
  }

  #emit(traffic: Traffic): void {
    for (const listener of this.#listeners) listener(traffic)
  }
}
