import type { DaliBus } from '@vigilux/simulator/dali-bus/dali-bus.ts'
import type { FrameOutcome, Gateway, GatewayEvent, GatewayInfo, OutgoingFrame } from '../gateway/gateway.ts'

let gateways = 0

/** Gateway in front of virtual lines without sockets, for tests with their own clock. */
export class BusGateway implements Gateway {
  readonly address = 'virtual'
  info: GatewayInfo | null = null
  /** Prepared outcomes of the next frames, which then do not reach the bus. */
  readonly outcomes: FrameOutcome[] = []
  readonly #lines: readonly DaliBus[]
  readonly #name = `bridge ${++gateways}`
  readonly #listeners: ((event: GatewayEvent) => void)[] = []
  sent = 0

  constructor(lines: readonly DaliBus[]) {
    this.#lines = lines
    for (const [line, bus] of lines.entries())
      bus.listen((traffic) => {
        if (!this.info) return
        if (traffic.kind === 'power') this.#emit({ kind: 'bus', line, status: traffic.isOn ? 'powered' : 'noPower' })
        if (traffic.kind === 'forward' && traffic.sender !== this.#name)
          this.#emit({ kind: 'foreign', line, bits: traffic.frame.bits, data: traffic.frame.data })
      })
  }

  open(): void {
    this.info = { name: 'virtual', firmware: 'v1.4.1', protocol: '1.0', lines: this.#lines.length }
    this.#emit({ kind: 'opened', info: this.info })
    for (const [line, { isOn }] of this.#lines.entries())
      if (!isOn) this.#emit({ kind: 'bus', line, status: 'noPower' })
  }

  close(): void {
    this.info = null
    this.#emit({ kind: 'closed', why: 'closed' })
  }

  listen(listener: (event: GatewayEvent) => void): void {
    this.#listeners.push(listener)
  }

  async send(line: number, { data, isTwice, expectsAnswer, priority }: OutgoingFrame): Promise<FrameOutcome> {
    const prepared = this.outcomes.shift()
    if (prepared) return prepared
    const bus = this.#lines[line]
    if (!this.info || !bus) return { isSent: false, why: this.info ? 'noLine' : 'gatewayGone' }
    this.sent++
    const frame = { bits: 16, data } as const
    let outcome = await bus.send(frame, priority, this.#name)
    if (isTwice && outcome.result === 'sent') outcome = await bus.send(frame, 1, this.#name)
    if (outcome.result !== 'sent') return { isSent: false, why: outcome.result }
    return { isSent: true, answer: expectsAnswer ? outcome.heard : { kind: 'none' } }
  }

  #emit(event: GatewayEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
