import type { Clock } from '../clock.ts'
import type { OutgoingFrame } from './gateway.ts'

/** Time after the end of a frame in which its echo may still come. */
const lateMs = 500

type Echo = { text: string; left: number; until: number }

/** Tells own frames in the monitor from those of other masters. */
export class EchoFilter {
  readonly #clock: Clock
  readonly #echoes = new Map<number, Echo[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  expect(line: number, { data, isTwice }: OutgoingFrame): void {
    const echoes = this.#live(line)
    echoes.push({ text: data.join(), left: isTwice ? 2 : 1, until: Number.POSITIVE_INFINITY })
    this.#echoes.set(line, echoes)
  }

  /** The frame of this line is no longer under way. */
  finish(line: number): void {
    for (const echo of this.#live(line)) echo.until = Math.min(echo.until, this.#clock.now() + lateMs)
  }

  isOwn(line: number, data: readonly number[]): boolean {
    const echo = this.#live(line).find(({ text, left }) => left > 0 && text === data.join())
    if (!echo) return false
    echo.left--
    return true
  }

  #live(line: number): Echo[] {
    const live = (this.#echoes.get(line) ?? []).filter(({ left, until }) => left > 0 && until >= this.#clock.now())
    this.#echoes.set(line, live)
    return live
  }
}
