import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { UnitFront } from '@vigilux/contract/features/central-units/unit-front.ts'
import { maxLampDetailsPerMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Boot, UnitClock } from './clock.ts'
import { chargeAt, type VirtualLamp } from './lamp.ts'
import type { LampList } from './lamp-list.ts'
import { lampDetailOf } from './lamp-measures.ts'
import { shownLevel } from './light.ts'
import type { Pace } from './pace.ts'
import type { UnitLine } from './unit-line.ts'
import type { UnitFace, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** Changes within this time are sent in one message. */
const gatherMs = 250
/** Minimum interval of reports about the lower lines of the display alone, such as the progress of a test. */
const frontEveryMs = 2_000

export type ReporterOptions = {
  wire: UnitWire
  wheel: Wheel
  pace: Pace
  boot: Boot
  clock: UnitClock
  line: UnitLine
  list: LampList
  isEnrolled(): boolean
  face(): UnitFace
  detail(face: UnitFace): Partial<UnitDetail>
  front(): UnitFront
}

/** Reports changes of the unit and its lamps to the platform soon after they happen. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #changed = new Set<VirtualLamp>()
  /** Lamps with a report of their detail, too. */
  readonly #detailed = new Set<VirtualLamp>()
  #isGathering = false
  #isShadowDue = false
  /** The next state must include the list of addresses. */
  #isListDue = false
  /** Whether the detail was reported since the start: a reconnection does not repeat it for a thousand lamps. */
  #isDetailSent = false
  /** Last report of the front, and its time. */
  #front = { display: '', head: '', at: 0 }
  #stateSeq = 0
  #shadowSeq = 0

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  changed(lamps: Iterable<VirtualLamp>): void {
    for (const lamp of lamps) this.#changed.add(lamp)
    this.#gather()
  }

  detailChanged(lamps: Iterable<VirtualLamp>): void {
    for (const lamp of lamps) {
      this.#changed.add(lamp)
      this.#detailed.add(lamp)
    }
    this.#gather()
  }

  shadowChanged(): void {
    this.#isShadowDue = true
    this.#gather()
  }

  /** Lamps left the list. */
  listChanged(): void {
    this.#isListDue = true
    this.#gather()
  }

  /** Restart of the unit: message numbers start from 0. */
  restart(): void {
    this.#stateSeq = 0
    this.#shadowSeq = 0
    this.#isDetailSent = false
  }

  sendEverything({ withDetail = false } = {}): void {
    const { known } = this.#options.list
    const isDetailDue = withDetail || !this.#isDetailSent
    this.#isDetailSent = true
    this.#isListDue = true
    this.sendShadow()
    this.#send(known, new Set(isDetailDue ? known : this.#detailed))
  }

  sendShadow(): void {
    const { wire, line, face, detail, isEnrolled } = this.#options
    const shown = face()
    const body = wire.writeShadow(shown)
    // Retained: a shadow without its detail would replace the last one.
    const message = this.#numbered(this.#shadowSeq++, body, isEnrolled() ? { detail: detail(shown) } : {})
    line.publish('shadow', message, true)
    this.#front = this.#frontNow()
  }

  /** Sends the unit's own state without lamps. */
  sendUnit(): void {
    this.#send([], new Set())
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#options.wheel.after(gatherMs, () => {
      this.#isGathering = false
      const { list } = this.#options
      const knownLamps = [...this.#changed].filter((lamp) => list.has(lamp))
      const lampsWithDetail = new Set(this.#detailed)
      if (this.#isShadowDue || this.#isFrontDue()) this.sendShadow()
      this.#isShadowDue = false
      this.#changed.clear()
      this.#detailed.clear()
      this.#send(knownLamps, lampsWithDetail)
    })
  }

  #frontNow() {
    const { display, ...lights } = this.#options.front()
    return { display: display.join(), head: JSON.stringify([lights, display[0]]), at: Date.now() }
  }

  #isFrontDue(): boolean {
    const { display: displayText, head, at } = this.#frontNow()
    return head !== this.#front.head || (displayText !== this.#front.display && at - this.#front.at >= frontEveryMs)
  }

  #send(lamps: readonly VirtualLamp[], lampsWithDetail: ReadonlySet<VirtualLamp>): void {
    const { wire, line, list, pace, face, isEnrolled } = this.#options
    if (!isEnrolled() || !line.isConnected) return
    const now = Date.now()
    const size = Math.min(wire.lampsPerMessage, maxLampDetailsPerMessage)
    for (let at = 0; at === 0 || at < lamps.length; at += size) {
      const part = lamps.slice(at, at + size)
      const readings = part.map((lamp) => ({
        lamp,
        charge: chargeAt(lamp, now, pace.speed),
        level: shownLevel(lamp, now),
        isBlinking: lamp.blinksUntil > now,
      }))
      const body = wire.writeState(at === 0 ? face() : null, readings)
      const detailedLamps = part.filter((lamp) => lampsWithDetail.has(lamp))
      const lampDetail = detailedLamps.map((lamp) => lampDetailOf(lamp, wire.hardware))
      const isLast = at + size >= lamps.length
      const extraMembers = {
        ...(detailedLamps.length > 0 && { lampDetail }),
        ...(isLast && this.#isListDue && { lampList: list.known.map(({ addr }) => addr) }),
      }
      line.publish('state', this.#numbered(this.#stateSeq++, body, extraMembers))
    }
    this.#isListDue = false
  }

  #numbered(seq: number, body: unknown, extraMembers: object): string {
    const { boot, clock } = this.#options
    return JSON.stringify({ life: boot.life, boot: boot.number, seq, at: clock.reportedTime(), body, ...extraMembers })
  }
}
