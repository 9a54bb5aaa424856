import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { DaliLamp, DaliState } from '@vigilux/device-plane/central-units/dali/wire.ts'
import { maxLampDetailsPerMessage, type NumberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import type { UpChannel } from '@vigilux/device-plane/topics.ts'
import type { Clock } from '../clock.ts'

/** Changes within this time are sent in one message. */
const gatherMs = 250
const lampsPerMessage = 128

export type LampReport = { addr: number; tuple: DaliLamp; detail: NumberedLampDetail }

export type ReporterOptions = {
  clock: Clock
  numbers(): { life: string; boot: number }
  reportedTime(): string
  isReporting(): boolean
  publish(channel: UpChannel, payload: string, retain?: boolean): void
  isConnected(): boolean
  shadow(): unknown
  detail(): Partial<UnitDetail>
  sys(): NonNullable<DaliState['sys']>
  /** Addresses of the list. */
  addresses(): number[]
  /** Lamp as it is now; null while nothing is known of it. */
  lamp(addr: number): LampReport | null
}

/** Sends changes soon, and nothing twice. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #sent = new Map<number, { tuple: string; detail: string }>()
  readonly #changed = new Set<number>()
  #sentSys = ''
  #sentShadow = ''
  #isGathering = false
  #isListDue = true
  #seq = { state: 0, shadow: 0 }

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  lampChanged(addr: number): void {
    this.#changed.add(addr)
    this.gather()
  }

  listChanged(): void {
    this.#isListDue = true
    this.gather()
  }

  /** Another boot or life: numbers begin at 0. */
  restart(): void {
    this.#seq = { state: 0, shadow: 0 }
    this.#sent.clear()
  }

  sendEverything(): void {
    this.#sent.clear()
    this.#sentSys = ''
    this.#isListDue = true
    this.sendShadow()
    this.#sendState(this.#options.addresses())
  }

  sendUnit(): void {
    this.#sentSys = ''
    this.#sendState([])
  }

  sendShadow(): void {
    const { shadow, detail, isReporting, publish } = this.#options
    const content = { body: shadow(), ...(isReporting() && { detail: detail() }) }
    this.#sentShadow = JSON.stringify(content)
    publish('shadow', this.#numbered('shadow', content), true)
  }

  /** Sends all changes after a moment. */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#options.clock.after(gatherMs, () => {
      this.#isGathering = false
      this.#sendShadowIfChanged()
      const changed = [...this.#changed]
      this.#changed.clear()
      this.#sendState(changed)
    })
  }

  #sendShadowIfChanged(): void {
    const { shadow, detail, isReporting } = this.#options
    const content = JSON.stringify({ body: shadow(), ...(isReporting() && { detail: detail() }) })
    if (content !== this.#sentShadow) this.sendShadow()
  }

  #sendState(addresses: readonly number[]): void {
    const { isReporting, isConnected, sys, addresses: list } = this.#options
    if (!isReporting() || !isConnected()) return
    const reports = addresses.flatMap((addr) => this.#changesOf(addr) ?? [])
    const unit = sys()
    const isUnitDue = JSON.stringify(unit) !== this.#sentSys
    if (reports.length === 0 && !isUnitDue && !this.#isListDue) return
    this.#sentSys = JSON.stringify(unit)
    const size = Math.min(lampsPerMessage, maxLampDetailsPerMessage)
    for (let at = 0; at === 0 || at < reports.length; at += size) {
      const part = reports.slice(at, at + size)
      const details = part.flatMap(({ detail }) => detail ?? [])
      const body: DaliState = {
        ...(at === 0 && { sys: unit }),
        ...(part.length > 0 && { l: part.map(({ tuple }) => tuple) }),
      }
      const isLast = at + size >= reports.length
      const more = {
        ...(details.length > 0 && { lampDetail: details }),
        ...(isLast && this.#isListDue && { lampList: list() }),
      }
      this.#options.publish('state', this.#numbered('state', { body, ...more }))
    }
    this.#isListDue = false
  }

  /**
   * Changes of a lamp since its last report. While it answers, the time of its last answer alone is none; the last one
   * of all is sent once it does not answer any more.
   */
  #changesOf(addr: number): { tuple: DaliLamp; detail: NumberedLampDetail | null } | null {
    const report = this.#options.lamp(addr)
    if (!report) return null
    const { gear, ...rest } = report.detail
    const [, , , mode] = report.tuple
    const isUnknown = mode === 0
    const next = {
      tuple: JSON.stringify(report.tuple),
      detail: JSON.stringify([rest, gear && { ...gear, readAt: isUnknown ? gear.readAt : null }]),
    }
    const sent = this.#sent.get(addr)
    if (sent?.tuple === next.tuple && sent.detail === next.detail) return null
    this.#sent.set(addr, next)
    return { tuple: report.tuple, detail: sent?.detail === next.detail ? null : report.detail }
  }

  #numbered(channel: 'state' | 'shadow', content: object): string {
    const { numbers, reportedTime } = this.#options
    const { life, boot } = numbers()
    return JSON.stringify({ life, boot, seq: this.#seq[channel]++, at: reportedTime(), ...content })
  }
}
